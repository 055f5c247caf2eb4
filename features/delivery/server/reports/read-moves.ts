import type { ProcessDeps } from '#platform/feature.ts'
import type { DayMoves } from './growth.ts'
import { joiningKinds, leavingKinds, listGoneBefore, listMoves, listUnconfirmed } from './queries.ts'

const [joining, leaving] = [new Set<string>(joiningKinds), new Set<string>(leavingKinds)]

/** Days that are over change only where somebody is erased or confirms at last; so long they are believed. */
const keptMs = 5 * 60_000

/** @returns reads who joined and who left from one beginning of a day to now; days that are over are counted once in a while. */
export function createMovesReader({ db, clock }: Pick<ProcessDeps, 'db' | 'clock'>) {
  let kept: { key: string; at: number; moves: Promise<DayMoves[]> } | undefined

  async function count(since: Date, until: Date): Promise<DayMoves[]> {
    const lists = [listMoves(db, since, until), listUnconfirmed(db, since, until), listGoneBefore(db, since, until)] as const
    const [moves, unconfirmed, goneBefore] = await Promise.all(lists)
    const days = new Map<string, DayMoves>()
    const dayOf = (day: string) => days.get(day) ?? days.set(day, { day, joined: 0, left: 0 }).get(day)!
    for (const { day, kind, count: times } of moves) {
      if (joining.has(kind)) dayOf(day).joined += times
      if (leaving.has(kind)) dayOf(day).left += times
    }
    for (const { day, count: times } of unconfirmed) dayOf(day).joined -= times
    for (const { day, count: times } of goneBefore) dayOf(day).left -= times
    return [...days.values()]
  }

  return async function readMoves(since: Date): Promise<DayMoves[]> {
    const now = clock.now()
    const today = new Date(now)
    today.setUTCHours(0, 0, 0, 0)
    const key = `${since.toISOString()} ${today.toISOString()}`
    if (kept?.key !== key || Math.abs(now.getTime() - kept.at) > keptMs) {
      const moves = count(since, today)
      kept = { key, at: now.getTime(), moves }
      moves.catch(() => (kept = undefined))
    }
    const [before, since0] = await Promise.all([kept.moves, count(today, new Date(now.getTime() + 1))])
    return [...before, ...since0]
  }
}
