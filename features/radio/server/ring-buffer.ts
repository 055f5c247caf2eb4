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
    // The clock was set back, so the buffer is in the future now. Numbers keep rising, so listeners neither hear a
    // piece twice nor wait for it.
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

  /** Returns the pieces from a number on. */
  since(number: number): Piece[] {
    return this.#pieces.slice(Math.max(0, number - this.#first))
  }

  /** Returns the number of the first piece that is due at `ms` or later. */
  numberAt(ms: number): number {
    const index = this.#pieces.findIndex(({ atMs }) => atMs >= ms)
    return index < 0 ? this.end() : this.#first + index
  }

  /** Returns the due time of the newest piece. */
  newestMs(): number | undefined {
    return this.#pieces.at(-1)?.atMs
  }
}
