import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessDeps } from '#platform/feature.ts'
import { addVisits, type CopyVisit } from './copy-marks.ts'
import { holdCopies, insertReadings, listOwnLinks, listReadings, updateMarks, updateVerdict } from './queries.ts'
import { findSharedVisitors } from './shared-visitors.ts'
import { type CopyMove, writeMoves } from './write-moves.ts'

type Options = Pick<ProcessDeps, 'db' | 'log'> & {
  /** Of this site, whose pages are seen to load. */
  origin?: string
  pauseMs?: number
  retryMs?: number
}

/** Counts after the answer: what comes in is gathered for a moment and written together. */
export type ReadingCounter = {
  /** Never waits and never throws. */
  add(deliveryId: string, visit: CopyVisit): void
  /** Work that ends in adding something; it must not reject. */
  expect(work: Promise<void>): void
  /** Everything added so far is written, or was given up. */
  written(): Promise<void>
  stop(): Promise<void>
}

/** Beyond this many copies waiting, new visits are let go: the letter goes before its statistics. */
const mostWaiting = 20_000

/** Copies in one transaction. */
const batchSize = 300

/** One copy cannot fill the memory, however often its pixel is asked for between two writings. */
const mostVisits = 200

/** So often a copy held by somebody else is looked at again. */
const mostTurns = 20

export function createReadingCounter({ db, log, origin, pauseMs = 150, retryMs = 500 }: Options): ReadingCounter {
  const waiting = new Map<string, Map<string, CopyVisit>>()
  const tries = new Map<string, number>()
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  const expected = new Set<Promise<void>>()
  let dropped = 0

  async function run(): Promise<void> {
    let failures = 0
    while (waiting.size > 0) {
      // Whoever stops the site does not wait for the next try.
      const pause = failures === 0 ? pauseMs : Math.min(30_000, retryMs * 2 ** failures)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      const batch = [...waiting].slice(0, batchSize)
      for (const [id] of batch) waiting.delete(id)
      try {
        const skipped = await write(batch)
        // Somebody else holds these for a moment; they wait their turn.
        for (const [id, visits] of skipped) for (const visit of visits.values()) put(id, visit)
        failures = 0
      } catch (error) {
        failures++
        log.warn({ err: error, copies: batch.length }, 'engagement not recorded; retrying')
        for (const [id, visits] of batch) for (const visit of visits.values()) put(id, visit)
        if (stopping.signal.aborted && failures > 2) return
      }
      if (dropped > 0) log.warn({ dropped }, 'engagement events dropped: the queue is full')
      dropped = 0
    }
    tries.clear()
  }

  async function write(batch: [string, Map<string, CopyVisit>][]): Promise<[string, Map<string, CopyVisit>][]> {
    const ids = batch.map(([id]) => id)
    return db.transaction(async (tx) => {
      const copies = new Map((await holdCopies(tx, ids)).map((copy) => [copy.id, copy]))
      const asked = batch.filter(([id]) => copies.get(id)?.isCounted)
      const shared = await findSharedVisitors(
        tx,
        asked.map(([id, visits]) => ({
          issueId: copies.get(id)!.issueId,
          deliveryId: id,
          visits: [...visits.values()],
        })),
      )
      // What looked like a person until the same visitor came to others is judged once more; a copy that is held keeps
      // its verdict.
      const others = [...shared.copies].filter((id) => !copies.has(id))
      const judgedAgain = others.length > 0 ? await holdCopies(tx, others) : []
      for (const copy of judgedAgain) copies.set(copy.id, copy)
      const again = judgedAgain
        .filter(({ isCounted }) => isCounted)
        .map(({ id }): (typeof batch)[number] => [id, new Map()])
      const counted = [...asked, ...again]
      const issueIds = new Set(counted.map(([id]) => copies.get(id)!.issueId))
      const ownLinks = origin ? await listOwnLinks(tx, [...issueIds], origin) : new Map<string, Set<number>>()
      const known = Map.groupBy(
        counted.length > 0
          ? await listReadings(
              tx,
              counted.map(([id]) => id),
            )
          : [],
        ({ deliveryId }) => deliveryId,
      )
      const moves: CopyMove[] = []
      for (const [id, visits] of counted) {
        const before = copies.get(id)!
        const { added, changed, marks } = addVisits(known.get(id) ?? [], [...visits.values()], {
          deliveredAt: before.sentAt ?? before.claimedAt ?? undefined,
          linkCount: before.linkCount,
          sharedClients: shared.clientsOf(before.issueId),
          ownLinks: ownLinks.get(before.issueId),
        })
        if (added.length === 0 && changed.length === 0) continue
        await insertReadings(
          tx,
          added.map((reading) => ({ ...reading, deliveryId: id, issueId: before.issueId })),
        )
        for (const reading of changed) await updateVerdict(tx, { ...reading, id: reading.id! })
        moves.push({ before, after: { ...before, ...marks } })
      }
      await updateMarks(
        tx,
        moves.map(({ before, after }) => ({ ...after, id: before.id })),
      )
      await writeMoves(tx, moves)
      return ids.every((id) => copies.has(id)) ? [] : batch.filter(([id]) => !copies.has(id) && isWorthAnotherTurn(id))
    })
  }

  /** A copy that is not there at all looks like one that is held; after some turns it is let go. */
  function isWorthAnotherTurn(id: string): boolean {
    const count = (tries.get(id) ?? 0) + 1
    tries.set(id, count)
    return count <= mostTurns
  }

  function put(id: string, visit: CopyVisit): void {
    const visits = waiting.get(id) ?? new Map<string, CopyVisit>()
    const key = `${visit.kind} ${visit.linkNumber ?? ''} ${visit.isPrefetch} ${visit.userAgent ?? ''}`
    if (visits.has(key)) return
    if ((!waiting.has(id) && waiting.size >= mostWaiting) || visits.size >= mostVisits) {
      dropped++
      return
    }
    visits.set(key, visit)
    waiting.set(id, visits)
  }

  function wake(): void {
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, 'engagement recording stopped'))
      .finally(() => {
        running = undefined
        if (waiting.size > 0 && !stopping.signal.aborted) wake()
      })
  }

  return {
    add(id, visit) {
      put(id, visit)
      wake()
    },
    expect(work) {
      expected.add(work)
      void work.finally(() => expected.delete(work))
    },
    async written() {
      while (running || expected.size > 0) await Promise.all([running, ...expected])
    },
    async stop() {
      stopping.abort()
      wake()
      await running
    },
  }
}
