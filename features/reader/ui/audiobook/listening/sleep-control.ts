import { speaker } from '#ui/audio/speaker.ts'
import { runSleepTimer, setSleepTimer, sleepFade, sleepLeftMs, type SleepTimer, type SleepWish } from './sleep-timer.ts'

const lookEveryMs = 250

type Parts = {
  setFade(share: number): void
  /** What is left of the chapter, in time as it passes at the chosen speed. */
  chapterLeftMs(): number
  onChange(): void
}

/**
 * The sleep timer at work: counts down, lets the sound fade, and then sees that nothing comes back to wake the sleeper.
 */
export function createSleep({ setFade, chapterLeftMs, onChange }: Parts) {
  let timer: SleepTimer | undefined
  let looking: ReturnType<typeof setInterval> | undefined
  let shown: number | undefined

  const leftMs = () => (timer ? sleepLeftMs(timer, performance.now(), chapterLeftMs()) : Infinity)

  function look(): void {
    if (!timer) return
    const left = leftMs()
    if (left <= 0 && timer.wish !== 'chapter-end') return fallAsleep()
    if (timer.runsSince !== undefined) setFade(sleepFade(left))
    const seconds = Math.ceil(left / 1000)
    if (seconds === shown) return
    shown = seconds
    onChange()
  }

  function cancel(): void {
    if (!timer) return
    timer = undefined
    shown = undefined
    clearInterval(looking)
    setFade(1)
    onChange()
  }

  function fallAsleep(): void {
    speaker.quiet()
    cancel()
  }

  return {
    getView: () => timer && { wish: timer.wish, leftSeconds: shown ?? Math.ceil(leftMs() / 1000) },
    set(wish: SleepWish, isSounding: boolean) {
      cancel()
      timer = setSleepTimer(wish, isSounding, performance.now())
      looking = setInterval(look, lookEveryMs)
      look()
    },
    run(isSounding: boolean) {
      if (timer) timer = runSleepTimer(timer, isSounding, performance.now())
      if (timer && !isSounding) setFade(1)
    },
    endsWithChapter: () => timer?.wish === 'chapter-end',
    fallAsleep,
    cancel,
  }
}
