import type { Piece } from './frame-sequencer.ts'

/**
 * Ring buffer of the last seconds of the stream, shared by all listeners. Pieces are numbered consecutively; old ones
 * are dropped.
 */
export class RingBuffer {
  readonly #cacheMs: number
  #pieces: Piece[] = []
  #first = 0

  constructor(cacheMs: number) {
    this.#cacheMs = cacheMs
  }

  /** Number the next piece will get. */
  end(): number {
    return this.#first + this.#pieces.length
  }

  /** Number of the oldest piece still here. */
  oldest(): number {
    return this.#first
  }

  push(pieces: readonly Piece[]): void {
    if (pieces.length === 0) return
    // The clock was set back: what is here lies in the future now. Numbers go on rising, so nobody hears it twice or
    // waits for it.
    if (pieces[0]!.atMs < (this.newestMs() ?? -Infinity)) {
      this.#first = this.end()
      this.#pieces = []
    }
    this.#pieces.push(...pieces)
    const from = pieces.at(-1)!.atMs - this.#cacheMs
    const old = this.#pieces.findIndex(({ atMs }) => atMs >= from)
    if (old > 0) {
      this.#pieces = this.#pieces.slice(old)
      this.#first += old
    }
  }

  /** The pieces from a number on. */
  since(number: number): Piece[] {
    return this.#pieces.slice(Math.max(0, number - this.#first))
  }

  /** Number of the first piece that is due at `ms` or later. */
  numberAt(ms: number): number {
    const index = this.#pieces.findIndex(({ atMs }) => atMs >= ms)
    return index < 0 ? this.end() : this.#first + index
  }

  /** Returns the due time of the newest piece. */
  newestMs(): number | undefined {
    return this.#pieces.at(-1)?.atMs
  }
}
