import type { NowPlaying } from '#features/radio/contract.ts'
import type { StationTime } from './station-time.ts'

/** Minimum interval between published listener counts; a new song is published at once. */
const countMs = 5000

type Listener = (now: NowPlaying) => void

/** Publishes now-playing changes to subscribers. */
export class NowPlayingPublisher {
  readonly #now: () => NowPlaying
  readonly #time: StationTime
  readonly #warn: (error: unknown) => void
  readonly #listeners = new Set<Listener>()
  #lastSong = ''
  #lastCount = 0
  #lastPublishedAtMs = -Infinity
  #hasPendingCheck = false

  constructor({
    now,
    time,
    log,
  }: {
    now: () => NowPlaying
    time: StationTime
    log: { warn(details: object, message: string): void }
  }) {
    this.#now = now
    this.#time = time
    this.#warn = (error) => log.warn({ err: error }, 'now-playing listener failed')
  }

  add(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Publishes if something changed; cheap enough to be called on every tick. */
  check(): void {
    if (this.#listeners.size === 0) return
    const now = this.#now()
    const song = `${now.is_online} ${now.now_playing?.sh_id} ${now.now_playing?.song.id} ${now.playing_next?.song.id}`
    if (song !== this.#lastSong) return this.#publish(now, song)
    if (now.listeners.total === this.#lastCount) return
    const waitMs = this.#lastPublishedAtMs + countMs - this.#time.steadyMs()
    if (waitMs <= 0) return this.#publish(now, song)
    if (this.#hasPendingCheck) return
    this.#hasPendingCheck = true
    this.#time.after(waitMs, () => {
      this.#hasPendingCheck = false
      this.check()
    })
  }

  #publish(now: NowPlaying, song: string): void {
    this.#lastSong = song
    this.#lastCount = now.listeners.total
    this.#lastPublishedAtMs = this.#time.steadyMs()
    for (const listener of this.#listeners) {
      try {
        listener(now)
      } catch (error) {
        this.#warn(error)
      }
    }
  }
}
