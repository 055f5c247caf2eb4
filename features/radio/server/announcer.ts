import type { NowPlaying } from '#features/radio/contract.ts'
import type { StationTime } from './station-time.ts'

/** A count of listeners is told at most this often; a new song at once. */
const countMs = 5000

type Listener = (now: NowPlaying) => void

/** Tells those who subscribed what changed on the air. */
export class Announcer {
  readonly #now: () => NowPlaying
  readonly #time: StationTime
  readonly #warn: (error: unknown) => void
  readonly #listeners = new Set<Listener>()
  #told = ''
  #toldCount = 0
  #toldAtMs = -Infinity
  #isLookingLater = false

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

  /** Looks whether there is something to tell; cheap enough to be asked all the time. */
  look(): void {
    if (this.#listeners.size === 0) return
    const now = this.#now()
    const song = `${now.is_online} ${now.now_playing?.sh_id} ${now.now_playing?.song.id} ${now.playing_next?.song.id}`
    if (song !== this.#told) return this.#tell(now, song)
    if (now.listeners.total === this.#toldCount) return
    const waitMs = this.#toldAtMs + countMs - this.#time.steadyMs()
    if (waitMs <= 0) return this.#tell(now, song)
    if (this.#isLookingLater) return
    this.#isLookingLater = true
    this.#time.after(waitMs, () => {
      this.#isLookingLater = false
      this.look()
    })
  }

  #tell(now: NowPlaying, song: string): void {
    this.#told = song
    this.#toldCount = now.listeners.total
    this.#toldAtMs = this.#time.steadyMs()
    for (const listener of this.#listeners) {
      try {
        listener(now)
      } catch (error) {
        this.#warn(error)
      }
    }
  }
}
