import { endsAtMs, frameMs, type Plan, type Play } from './plan.ts'
import { missingMs, maxMissingMs } from './replan.ts'
import type { Sound } from './audio-cache.ts'

/** A group of frames to send, with its play. */
export type Piece = {
  bytes: Buffer
  /** Station time at which the first of its frames is due. */
  atMs: number
  play: Play
  /** Recording that is played: the play's own or its replacement. */
  recordingId: string
}

/** Maximum length of a piece, so that a listener can start close to any instant. */
const maxPieceMs = 100

/** Maximum delay (after the machine slept) before the sequencer skips to the present. */
const maxBehindMs = 10_000

/** Maximum lead; beyond it the clock was set back, and waiting would be silence. */
const maxAheadMs = 2000

type Options = {
  plan: Plan
  /** Returns the loaded audio for a play: its own recording's, or a replacement's if that cannot be played. */
  soundFor(play: Play): Sound | undefined
  /** Time before the present at which a new sequencer begins, so that the first listeners get a burst. */
  leadMs: number
}

/** Current play, the number of frames due in total and the next frame. */
type Sounding = { play: Play; sound: Sound; frames: number; next: number }

/**
 * Converts the plan and the clock into frames: each frame once, whole, in order and without gaps between recordings.
 */
export class FrameSequencer {
  readonly #options: Options
  #sounding: Sounding | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Returns the current play, including while the sequencer waits for the next one. */
  sounding(): { play: Play; recordingId: string } | undefined {
    return this.#sounding && { play: this.#sounding.play, recordingId: this.#sounding.sound.recordingId }
  }

  /** Returns the frames that became due since the last call. */
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
    // Frames of an outdated plan are dropped even if no audio of the new plan is loaded yet.
    return (this.#sounding = this.#begin(plan.firstAfter(fromMs), fromMs) ?? this.#begin(plan.at(nowMs), fromMs))
  }

  #begin(play: Play | undefined, fromMs: number): Sounding | undefined {
    const sound = play && this.#options.soundFor(play)
    if (!sound) return undefined
    const ofFrame = frameMs(sound.sampleRate)
    const isOwn = sound.recordingId === play.recordingId
    const planned = Math.round((endsAtMs(play) - play.startsAtMs) / ofFrame)
    // The file may have changed since it was planned. If it is slightly shorter, the play ends early: listeners have
    // some seconds buffered, and would otherwise hear its beginning again.
    const isLittleShorter = isOwn && missingMs(play, sound) < maxMissingMs
    const frames = isLittleShorter ? Math.min(planned, sound.frameCount) : planned
    return { play, sound, frames, next: Math.max(0, Math.floor((fromMs - play.startsAtMs) / ofFrame)) }
  }

  #take(sounding: Sounding, nowMs: number, pieces: Piece[]): void {
    const { play, sound, frames } = sounding
    const ofFrame = frameMs(sound.sampleRate)
    const due = Math.min(frames, Math.floor((nowMs - play.startsAtMs) / ofFrame) + 1)
    const maxFrames = Math.max(1, Math.floor(maxPieceMs / ofFrame))
    while (sounding.next < due) {
      // A replacement recording may be shorter than the gap that it fills; then it repeats.
      const first = sounding.next % sound.frameCount
      const count = Math.min(maxFrames, due - sounding.next, sound.frameCount - first)
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
