import type { Recording } from '#features/radio/contract.ts'
import { endsAtMs, frameMs, type Play } from './plan.ts'
import type { Length } from './audio-cache.ts'
import type { RotationLibrary } from './tracks/rotation-library.ts'

/**
 * A play that begins sooner than this stays as it is: until then every process must have read of the change and have
 * the new sound in memory. Beats come each second, and a file of 20 MB is there within one more.
 */
export const replanMs = 6000

/** A play may be so much longer than its sound: listeners have that in hand, and its beginning is not heard again. */
export const maxMissingMs = 2000

type PlanState = {
  /** All plays known, the oldest first. */
  plays: readonly Play[]
  current: Play
  nowMs: number
  library: Pick<RotationLibrary, 'premieres' | 'recordings'>
  isUsable(recording: Recording): boolean
  /** How long the sound of a recording is that is in memory to be played. */
  lengthOf(recordingId: string): Length | undefined
}

/** What is heard for the first time and not planned yet, in the order in which it came. */
export function waitingPremieres({
  plays,
  library,
  isUsable,
}: Pick<PlanState, 'plays' | 'library' | 'isUsable'>): Recording[] {
  const planned = new Set(plays.map(({ recordingId }) => recordingId))
  return library.premieres().filter((recording) => !planned.has(recording.id) && isUsable(recording))
}

/**
 * The first play that should be another one now: something is to be heard for the first time and could be on earlier,
 * what was planned has left, or it was planned while it had another length, before it was converted.
 *
 * @returns undefined while the plan is as it should be, or what is wrong with it is too near to be changed.
 */
export function firstToReplan({ plays, current, nowMs, library, isUsable, lengthOf }: PlanState): Play | undefined {
  const begun = plays.filter(({ position }) => position <= current.position)
  const coming = plays.filter(({ position }) => position > current.position)
  const near = coming.filter(({ startsAtMs }) => startsAtMs - nowMs <= replanMs)
  const waiting = waitingPremieres({ plays: [...begun, ...near], library, isUsable })
  const known = new Set(library.recordings().map(({ id }) => id))
  return coming.slice(near.length).find((play) => {
    const { recordingId } = play
    const premiere = waiting.shift()
    if (premiere ? premiere.id !== recordingId : !known.has(recordingId)) return true
    const length = lengthOf(recordingId)
    return length !== undefined && Math.abs(missingMs(play, length)) >= maxMissingMs
  })
}

/** How much longer a play is than a sound. */
export function missingMs(play: Play, { frameCount, sampleRate }: Length): number {
  return endsAtMs(play) - play.startsAtMs - frameCount * frameMs(sampleRate)
}
