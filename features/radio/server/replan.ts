import type { Recording } from '#features/radio/contract.ts'
import { endsAtMs, frameMs, type Play } from './plan.ts'
import type { Length } from './audio-cache.ts'
import type { RotationLibrary } from './rotation-library.ts'

/**
 * Minimum time before a play may be replaced, so that every process can read the change and load the audio: heartbeats
 * are two seconds apart, and a file of 20 MB loads within one more second.
 */
export const replanMs = 6000

/**
 * Maximum time by which a play may exceed its audio: listeners have it buffered and do not hear the beginning again.
 */
export const maxMissingMs = 2000

type PlanState = {
  /** All known plays, oldest first. */
  plays: readonly Play[]
  current: Play
  nowMs: number
  library: Pick<RotationLibrary, 'premieres' | 'recordings'>
  isUsable(recording: Recording): boolean
  /** Returns the length of a cached recording. */
  lengthOf(recordingId: string): Length | undefined
}

/** Returns premieres that are not planned yet, in the order they were added. */
export function waitingPremieres({
  plays,
  library,
  isUsable,
}: Pick<PlanState, 'plays' | 'library' | 'isUsable'>): Recording[] {
  const planned = new Set(plays.map(({ recordingId }) => recordingId))
  return library.premieres().filter((recording) => !planned.has(recording.id) && isUsable(recording))
}

/**
 * Returns the first play to replace: a premiere could play earlier, its recording was removed or is unreadable for the
 * leader, or its length was changed by conversion.
 *
 * @returns undefined while the plan is right, or its error is too close to be fixed.
 */
export function firstToReplan({ plays, current, nowMs, library, isUsable, lengthOf }: PlanState): Play | undefined {
  const begun = plays.filter(({ position }) => position <= current.position)
  const coming = plays.filter(({ position }) => position > current.position)
  const upcoming = coming.filter(({ startsAtMs }) => startsAtMs - nowMs <= replanMs)
  const waiting = waitingPremieres({ plays: [...begun, ...upcoming], library, isUsable })
  const playable = new Set(library.recordings().flatMap((recording) => (isUsable(recording) ? [recording.id] : [])))
  return coming.slice(upcoming.length).find((play) => {
    const { recordingId } = play
    const premiere = waiting.shift()
    if (premiere ? premiere.id !== recordingId : !playable.has(recordingId)) return true
    const length = lengthOf(recordingId)
    return length !== undefined && Math.abs(missingMs(play, length)) >= maxMissingMs
  })
}

/** Returns the time by which a play exceeds its audio, in milliseconds. */
export function missingMs(play: Play, { frameCount, sampleRate }: Length): number {
  return endsAtMs(play) - play.startsAtMs - frameCount * frameMs(sampleRate)
}
