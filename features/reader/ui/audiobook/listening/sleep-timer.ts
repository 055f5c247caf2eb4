/** Sleep timer options in minutes of listening. */
export const sleepMinutes = [5, 10, 15, 30, 45, 60] as const

/** Duration of the fade-out in milliseconds. */
const fadeMs = 8000

export type SleepSetting = number | 'chapter-end'

/** A sleep timer, which counts only while audio plays. Times are milliseconds of a monotonic clock. */
export type SleepTimer = { setting: SleepSetting; leftMs: number; runsSince: number | undefined }

export function setSleepTimer(setting: SleepSetting, isSounding: boolean, now: number): SleepTimer {
  return {
    setting,
    leftMs: setting === 'chapter-end' ? Infinity : setting * 60_000,
    runsSince: isSounding ? now : undefined,
  }
}

/** Returns the timer after playback started or stopped. */
export function runSleepTimer(timer: SleepTimer, isSounding: boolean, now: number): SleepTimer {
  if (isSounding === (timer.runsSince !== undefined)) return timer
  return { ...timer, leftMs: timeLeft(timer, now), runsSince: isSounding ? now : undefined }
}

/**
 * Returns the remaining time in milliseconds, never below 0.
 *
 * @param chapterLeftMs Remaining time of the chapter at the current speed.
 */
export function sleepLeftMs(timer: SleepTimer, now: number, chapterLeftMs: number): number {
  return timer.setting === 'chapter-end' ? Math.max(0, chapterLeftMs) : timeLeft(timer, now)
}

/** Returns the volume factor for a remaining time, 0–1. */
export function sleepFade(leftMs: number): number {
  return Math.min(1, Math.max(0, leftMs / fadeMs))
}

function timeLeft({ leftMs, runsSince }: SleepTimer, now: number): number {
  return runsSince === undefined ? leftMs : Math.max(0, leftMs - Math.max(0, now - runsSince))
}
