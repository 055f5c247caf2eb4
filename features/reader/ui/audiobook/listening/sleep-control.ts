import { speaker } from '#ui/audio/speaker.ts'
import {
  runSleepTimer,
  setSleepTimer,
  sleepFade,
  sleepLeftMs,
  type SleepTimer,
  type SleepSetting,
} from './sleep-timer.ts'

const tickMs = 250

type SleepControlDeps = {
  setFade(share: number): void
  /** Returns the remaining time of the chapter in milliseconds at the current speed. */
  chapterLeftMs(): number
  onChange(): void
}

/** Runs the sleep timer: counts down, fades the sound out, and keeps other audio from resuming. */
export function createSleep({ setFade, chapterLeftMs, onChange }: SleepControlDeps) {
  let timer: SleepTimer | undefined
  let interval: ReturnType<typeof setInterval> | undefined
  let shown: number | undefined

  const leftMs = () => (timer ? sleepLeftMs(timer, performance.now(), chapterLeftMs()) : Infinity)

  function tick(): void {
    if (!timer) return
    const left = leftMs()
    if (left <= 0 && timer.setting !== 'chapter-end') return stopPlayback()
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
    clearInterval(interval)
    setFade(1)
    onChange()
  }

  function stopPlayback(): void {
    speaker.quiet()
    cancel()
  }

  return {
    getView: () => timer && { setting: timer.setting, leftSeconds: shown ?? Math.ceil(leftMs() / 1000) },
    set(setting: SleepSetting, isSounding: boolean) {
      cancel()
      timer = setSleepTimer(setting, isSounding, performance.now())
      interval = setInterval(tick, tickMs)
      tick()
    },
    run(isSounding: boolean) {
      if (timer) timer = runSleepTimer(timer, isSounding, performance.now())
      if (timer && !isSounding) setFade(1)
    },
    endsWithChapter: () => timer?.setting === 'chapter-end',
    stopPlayback,
    cancel,
  }
}
