/** What the visitor may fall asleep by: minutes of listening, or the end of the chapter. */
export const sleepMinutes = [5, 10, 15, 30, 45, 60] as const

/** How long the sound takes to fade before it stops, ms. */
const fadeMs = 8000

export type SleepWish = number | 'chapter-end'

/**
 * Minutes pass only while something sounds: who pauses to answer the door gets what is left. Times in ms of any steady
 * clock.
 */
export type SleepTimer = { wish: SleepWish; leftMs: number; runsSince: number | undefined }

export function setSleepTimer(wish: SleepWish, isSounding: boolean, now: number): SleepTimer {
  return { wish, leftMs: wish === 'chapter-end' ? Infinity : wish * 60_000, runsSince: isSounding ? now : undefined }
}

/** The timer after the sound began or stopped. */
export function runSleepTimer(timer: SleepTimer, isSounding: boolean, now: number): SleepTimer {
  if (isSounding === (timer.runsSince !== undefined)) return timer
  return { ...timer, leftMs: timeLeft(timer, now), runsSince: isSounding ? now : undefined }
}

/**
 * How much is left, ms, never below 0.
 *
 * @param chapterLeftMs What is left of the chapter, in time as it passes at the chosen speed.
 */
export function sleepLeftMs(timer: SleepTimer, now: number, chapterLeftMs: number): number {
  return timer.wish === 'chapter-end' ? Math.max(0, chapterLeftMs) : timeLeft(timer, now)
}

/** How much of the volume is heard with so much time left, 0–1. */
export function sleepFade(leftMs: number): number {
  return Math.min(1, Math.max(0, leftMs / fadeMs))
}

function timeLeft({ leftMs, runsSince }: SleepTimer, now: number): number {
  return runsSince === undefined ? leftMs : Math.max(0, leftMs - Math.max(0, now - runsSince))
}
