import type { Writable } from 'node:stream'
import { IcyMuxer } from './icy-muxer.ts'
import type { Piece, FrameSequencer } from './frame-sequencer.ts'
import { RingBuffer } from './ring-buffer.ts'
import type { StationClock } from './station-clock.ts'
import type { StationTime } from './station-time.ts'

/** Burst sent to a new listener, so that playback starts at once and survives short network stalls. */
export const burstMs = 3000

const bufferMs = burstMs + 1000
const tickMs = 50
/**
 * Listeners are distributed over these slots, so that each is written to every 400 ms but never all at once. The number
 * of writes determines most of the cost.
 */
const slotCount = 8
/** Queued bytes above which a listener gets nothing until the queue drains. */
const maxQueuedBytes = 64 * 1024
/** Time without progress after which a listener is disconnected. */
const stuckMs = 30_000
/** Time without a frame after which the station is off air. */
const silenceMs = 5000
/** Drain timeout on shutdown. */
const drainTimeoutMs = 300

/** Subset of a listener's connection that is used here. */
type Line = Pick<Writable, 'write' | 'end' | 'destroy' | 'on' | 'destroyed' | 'writableLength'>

type Listener = {
  line: Line
  /** Number of the next piece to send. */
  next: number
  slot: number
  stuckSinceMs: number | undefined
  muxer: IcyMuxer | undefined
}

type Options = {
  clock: StationClock
  time: StationTime
  sequencer: FrameSequencer
  titleOf(piece: Piece): string
  /** Called after each tick in which the current play may have changed. */
  onTick(): void
  onCount(): void
}

/**
 * Sends the frames of the sequencer to all listeners of this process. All share the same buffers, and a slow listener
 * costs only a fixed amount.
 */
export class Transmitter {
  readonly #options: Options
  readonly #ring = new RingBuffer(bufferMs)
  readonly #turns = Array.from({ length: slotCount }, () => new Set<Listener>())
  /**
   * Joined pieces for listeners at the same position, by the number of the first piece; cleared when there are new
   * pieces.
   */
  readonly #joined = new Map<number, Buffer>()
  #count = 0
  #tick = 0
  #endTicks: (() => void) | undefined
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    if (this.#endTicks || this.#isClosed) return
    this.#tick = this.#now()
    this.#endTicks = this.#options.time.every(tickMs, () => this.tick())
  }

  count(): number {
    return this.#count
  }

  /** Returns whether there is audio to send. */
  isOnAir(): boolean {
    return !this.#isClosed && Math.abs(this.#options.clock.nowMs() - (this.#ring.newestMs() ?? -Infinity)) < silenceMs
  }

  /** Adds a listener and sends it `head` and the burst. */
  add(line: Line, { head, wantsTitles }: { head: Buffer; wantsTitles: boolean }): void {
    this.#produce()
    const slot = this.#turns.reduce(
      (smallest, listeners, i) => (listeners.size < this.#turns[smallest]!.size ? i : smallest),
      0,
    )
    const listener: Listener = {
      line,
      next: this.#ring.numberAt(this.#options.clock.nowMs() - burstMs),
      slot,
      stuckSinceMs: undefined,
      muxer: wantsTitles ? new IcyMuxer() : undefined,
    }
    line.on('error', () => {})
    line.on('close', () => this.#remove(listener))
    this.#turns[slot]!.add(listener)
    this.#count++
    line.write(head)
    this.#serve(listener)
    this.#options.onCount()
  }

  /** Ends every stream within the drain timeout. */
  async stop(): Promise<void> {
    this.#isClosed = true
    this.#endTicks?.()
    this.#endTicks = undefined
    const all = this.#turns.flatMap((listeners) => [...listeners])
    for (const { line } of all) line.end()
    if (all.length === 0) return
    const until = performance.now() + drainTimeoutMs
    while (this.#count > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
    for (const { line } of all) line.destroy()
  }

  #now(): number {
    return Math.floor(this.#options.clock.steadyMs() / tickMs)
  }

  /** Sends due pieces to the listeners of this slot. */
  tick(): void {
    const now = this.#now()
    const behind = Math.min(slotCount, now - this.#tick)
    if (behind <= 0) return
    // Without listeners, a longer interval is enough to keep the current song up to date.
    if (this.#count === 0 && behind < slotCount) return
    this.#tick = now
    this.#produce()
    for (let i = 0; i < behind; i++) for (const listener of this.#turns[(now - i) % slotCount]!) this.#serve(listener)
  }

  #produce(): void {
    const pieces = this.#options.sequencer.advance(this.#options.clock.nowMs())
    if (pieces.length > 0) this.#joined.clear()
    this.#ring.push(pieces)
    this.#options.onTick()
  }

  #serve(listener: Listener): void {
    const { line } = listener
    if (line.destroyed) return this.#remove(listener)
    if (line.writableLength > maxQueuedBytes) {
      const nowMs = this.#options.clock.steadyMs()
      listener.stuckSinceMs ??= nowMs
      if (nowMs - listener.stuckSinceMs > stuckMs) line.destroy()
      return
    }
    listener.stuckSinceMs = undefined
    // The listener missed these pieces; like a new one, it gets a burst to fill its buffer.
    if (listener.next < this.#ring.oldest()) listener.next = this.#ring.numberAt(this.#options.clock.nowMs() - burstMs)
    if (listener.next >= this.#ring.end()) return
    const sound = listener.muxer ? listener.muxer.mux(this.#titled(listener.next)) : this.#soundSince(listener.next)
    listener.next = this.#ring.end()
    line.write(sound)
  }

  #titled(number: number): { bytes: Buffer; title: string }[] {
    return this.#ring.since(number).map((piece) => ({ bytes: piece.bytes, title: this.#options.titleOf(piece) }))
  }

  #soundSince(number: number): Buffer {
    const ready = this.#joined.get(number)
    if (ready) return ready
    const sound = Buffer.concat(this.#ring.since(number).map(({ bytes }) => bytes))
    this.#joined.set(number, sound)
    return sound
  }

  #remove(listener: Listener): void {
    if (!this.#turns[listener.slot]!.delete(listener)) return
    this.#count--
    this.#options.onCount()
  }
}
