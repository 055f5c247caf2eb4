import { endsAtMs, frameMs, type Plan, type Play } from './plan.ts'
import { missingMs, maxMissingMs } from './replan.ts'
import type { Sound } from './audio-cache.ts'

/** Some frames to send, with what they belong to. */
export type Piece = {
  bytes: Buffer
  /** Station time at which the first of its frames is due. */
  atMs: number
  play: Play
  /** What sounds: the play's own recording, or the one that stands in for it. */
  recordingId: string
}

/** Longer pieces are cut, so that a listener can begin close to any instant. */
const maxPieceMs = 100

/** Behind by more than this (the machine slept) the sequencer goes on at the present. */
const maxBehindMs = 10_000

/** Ahead by more than this the clock was set back; waiting until it is there again would be silence. */
const maxAheadMs = 2000

type Options = {
  plan: Plan
  /** The sound for a play as far as it is loaded: its own recording's, or another's where that cannot be played. */
  soundFor(play: Play): Sound | undefined
  /** How far back a freshly tuned sequencer begins, so that the first listeners get a burst. */
  leadMs: number
}

/** What is being played, how many of its frames are due in all, and the next of them. */
type Sounding = { play: Play; sound: Sound; frames: number; next: number }

/**
 * Turns the plan and the time into frames: each once, whole, in order, across the change of recordings as within one.
 */
export class FrameSequencer {
  readonly #options: Options
  #sounding: Sounding | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** The play that sounds, also while it waits for what follows. */
  sounding(): { play: Play; recordingId: string } | undefined {
    return this.#sounding && { play: this.#sounding.play, recordingId: this.#sounding.sound.recordingId }
  }

  /** All frames that became due since the last call. */
  advance(nowMs: number): Piece[] {
    const pieces: Piece[] = []
    let sounding = this.#tuned(nowMs)
    while (sounding) {
      this.#take(sounding, nowMs, pieces)
      if (sounding.next < sounding.frames) break
      const following = this.#begin(this.#options.plan.find(sounding.play.position + 1), 0)
      if (!following) break
      sounding = this.#sounding = following
    }
    return pieces
  }

  #tuned(nowMs: number): Sounding | undefined {
    const { plan, leadMs } = this.#options
    const sounding = this.#sounding
    if (sounding) {
      const planned = plan.find(sounding.play.position)
      const isPlanned =
        planned?.recordingId === sounding.play.recordingId && planned.startsAtMs === sounding.play.startsAtMs
      const dueAtMs = sounding.play.startsAtMs + sounding.next * frameMs(sounding.sound.sampleRate)
      if (isPlanned && nowMs - dueAtMs < maxBehindMs && dueAtMs - nowMs < maxAheadMs) return sounding
    }
    const fromMs = nowMs - leadMs
    // Nothing of an old plan is kept, even while nothing of the new one is loaded: its frames are over.
    return (this.#sounding = this.#begin(plan.firstAfter(fromMs), fromMs) ?? this.#begin(plan.at(nowMs), fromMs))
  }

  #begin(play: Play | undefined, fromMs: number): Sounding | undefined {
    const sound = play && this.#options.soundFor(play)
    if (!sound) return undefined
    const ofFrame = frameMs(sound.sampleRate)
    const isOwn = sound.recordingId === play.recordingId
    const planned = Math.round((endsAtMs(play) - play.startsAtMs) / ofFrame)
    // Its file may be another by now than the one that was planned. A little shorter, it ends early: listeners have
    // some seconds in hand, and would hear its beginning again otherwise.
    const isLittleShorter = isOwn && missingMs(play, sound) < maxMissingMs
    const frames = isLittleShorter ? Math.min(planned, sound.frameCount) : planned
    return { play, sound, frames, next: Math.max(0, Math.floor((fromMs - play.startsAtMs) / ofFrame)) }
  }

  #take(sounding: Sounding, nowMs: number, pieces: Piece[]): void {
    const { play, sound, frames } = sounding
    const ofFrame = frameMs(sound.sampleRate)
    const due = Math.min(frames, Math.floor((nowMs - play.startsAtMs) / ofFrame) + 1)
    const most = Math.max(1, Math.floor(maxPieceMs / ofFrame))
    while (sounding.next < due) {
      // A recording that stands in may be shorter than the gap it fills; then it begins again.
      const first = sounding.next % sound.frameCount
      const count = Math.min(most, due - sounding.next, sound.frameCount - first)
      pieces.push({
        bytes: sound.bytes.subarray(sound.bounds[first], sound.bounds[first + count]),
        atMs: play.startsAtMs + sounding.next * ofFrame,
        play,
        recordingId: sound.recordingId,
      })
      sounding.next += count
    }
  }
}
