import type { Clock } from '#platform/clock.ts'
import type { StationTime } from './station-time.ts'

/** Time that stands still until a test moves it; what is due meanwhile is done in its order, each to its end. */
export type ManualTime = StationTime & {
  /** The machine's clock of this world. */
  clock: Clock
  /** Unix milliseconds. */
  nowMs(): number
  pass(ms: number): Promise<void>
  /** Lets time pass in which this machine does nothing, as while it sleeps. */
  sleep(ms: number): void
  /**
   * Lets time pass until something is true.
   *
   * @throws Error when it is not within so much of this time.
   */
  passUntil(isTrue: () => boolean | Promise<boolean>, withinMs: number): Promise<void>
  /** Calls `move` whenever this time moved, before anything is done that may ask for it elsewhere. */
  onMove(move: (nowMs: number) => Promise<unknown>): void
}

/** Timers of less than this only send sound; they come too often to set another clock for each. */
const fineMs = 100

/** @param startsAt An instant as ISO 8601. */
export function manualTime(startsAt = '2026-03-01T12:00:00Z'): ManualTime {
  type Timer = { dueMs: number; everyMs: number | undefined; run: () => unknown }
  const startedAtMs = Date.parse(startsAt)
  const timers = new Set<Timer>()
  const movers: ((nowMs: number) => Promise<unknown>)[] = []
  let steadyMs = 0
  const nowMs = () => startedAtMs + steadyMs
  const tellMoved = async () => {
    for (const move of movers) await move(nowMs())
  }
  const add = (timer: Timer) => {
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  // Of those that are due together, the one that was started first.
  const nextUntil = (endMs: number) =>
    [...timers].filter(({ dueMs }) => dueMs <= endMs).toSorted((a, b) => a.dueMs - b.dueMs)[0]

  async function pass(ms: number): Promise<void> {
    const endMs = steadyMs + ms
    for (let timer = nextUntil(endMs); timer; timer = nextUntil(endMs)) {
      steadyMs = timer.dueMs
      if (timer.everyMs === undefined) timers.delete(timer)
      else timer.dueMs += timer.everyMs
      if (timer.everyMs === undefined || timer.everyMs >= fineMs) await tellMoved()
      await timer.run()
      // Lets sound that was written reach its listeners.
      await new Promise((resolve) => setImmediate(resolve))
    }
    steadyMs = endMs
    await tellMoved()
  }

  return {
    clock: { now: () => new Date(nowMs()) },
    steadyMs: () => steadyMs,
    every: (ms, run) => add({ dueMs: steadyMs + ms, everyMs: ms, run }),
    after: (ms, run) => add({ dueMs: steadyMs + ms, everyMs: undefined, run }),
    nowMs,
    pass,
    sleep(ms) {
      steadyMs += ms
      // What was to be done meanwhile is done once, when it wakes up.
      for (const timer of timers) timer.dueMs = Math.max(timer.dueMs, steadyMs)
    },
    async passUntil(isTrue, withinMs) {
      for (const endMs = steadyMs + withinMs; !(await isTrue()); await pass(100)) {
        if (steadyMs >= endMs) throw new Error(`it did not come true within ${withinMs} ms: ${isTrue}`)
      }
    },
    onMove: (move) => void movers.push(move),
  }
}
