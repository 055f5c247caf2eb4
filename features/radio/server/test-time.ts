import type { Clock } from '#platform/clock.ts'
import type { StationTime } from './station-time.ts'

/** Time that advances only when a test moves it; timers that become due run in order, each to completion. */
export type ManualTime = StationTime & {
  /** The machine's clock in this test. */
  clock: Clock
  /** Unix milliseconds. */
  nowMs(): number
  pass(ms: number): Promise<void>
  /** Advances time while this machine does nothing, as during sleep. */
  sleep(ms: number): void
  /**
   * Advances time until the condition is true.
   *
   * @throws Error when it does not become true within the given time.
   */
  passUntil(isTrue: () => boolean | Promise<boolean>, withinMs: number): Promise<void>
  /** Calls `move` whenever the time was advanced, before any code can read it elsewhere. */
  onMove(move: (nowMs: number) => Promise<unknown>): void
}

/** Timers with shorter intervals only send audio; they run too often to update another clock each time. */
const fineMs = 100

/** @param startsAt Timestamp in ISO 8601. */
export function manualTime(startsAt = '2026-03-01T12:00:00Z'): ManualTime {
  type Timer = { dueMs: number; everyMs: number | undefined; run: () => unknown }
  const startedAtMs = Date.parse(startsAt)
  const timers = new Set<Timer>()
  const movers: ((nowMs: number) => Promise<unknown>)[] = []
  let steadyMs = 0
  const nowMs = () => startedAtMs + steadyMs
  const notifyMoved = async () => {
    for (const move of movers) await move(nowMs())
  }
  const add = (timer: Timer) => {
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  // If several timers are due together, the oldest runs first.
  const nextUntil = (endMs: number) =>
    [...timers].filter(({ dueMs }) => dueMs <= endMs).toSorted((a, b) => a.dueMs - b.dueMs)[0]

  async function pass(ms: number): Promise<void> {
    const endMs = steadyMs + ms
    for (let timer = nextUntil(endMs); timer; timer = nextUntil(endMs)) {
      steadyMs = timer.dueMs
      if (timer.everyMs === undefined) timers.delete(timer)
      else timer.dueMs += timer.everyMs
      if (timer.everyMs === undefined || timer.everyMs >= fineMs) await notifyMoved()
      await timer.run()
      // Lets written audio reach its listeners.
      await new Promise((resolve) => setImmediate(resolve))
    }
    steadyMs = endMs
    await notifyMoved()
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
      // A timer that was due during sleep runs once on wake-up.
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
