import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessDeps } from '#platform/feature.ts'
import { addVisits, type DeliveryVisit } from './delivery-engagement.ts'
import {
  lockDeliveries,
  insertEvents,
  listOwnLinks,
  listEvents,
  updateEngagementState,
  updateClassification,
} from './queries.ts'
import { findSharedVisitors } from './shared-visitors.ts'
import { type DeliveryChange, updateAggregates } from './update-aggregates.ts'

type Options = Pick<ProcessDeps, 'db' | 'log'> & {
  /** Origin of this site, whose page loads can be observed. */
  origin?: string
  pauseMs?: number
  retryMs?: number
}

/** Records opens and clicks after the response was sent; visits are collected for a moment and written in batches. */
export type EngagementRecorder = {
  /** Adds a visit; never waits and never throws. */
  add(deliveryId: string, visit: DeliveryVisit): void
  /** Registers work that ends by adding a visit; it must not reject. */
  expect(work: Promise<void>): void
  /** Resolves when every added visit is written or was given up. */
  written(): Promise<void>
  stop(): Promise<void>
}

/** Maximum number of deliveries in the queue; further visits are dropped so that sending is not slowed down. */
const maxQueued = 20_000

/** Deliveries in one transaction. */
const batchSize = 300

/**
 * Limits the visits per delivery between two writes, so that frequent requests for one pixel cannot fill the memory.
 */
const maxVisits = 200

/** Number of retries for a delivery that another transaction has locked. */
const maxRetries = 20

export function createEngagementRecorder({
  db,
  log,
  origin,
  pauseMs = 150,
  retryMs = 500,
}: Options): EngagementRecorder {
  const waiting = new Map<string, Map<string, DeliveryVisit>>()
  const tries = new Map<string, number>()
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  const expected = new Set<Promise<void>>()
  let dropped = 0

  async function run(): Promise<void> {
    let failures = 0
    while (waiting.size > 0) {
      // Shutdown does not wait for the next retry.
      const pause = failures === 0 ? pauseMs : Math.min(30_000, retryMs * 2 ** failures)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      const batch = [...waiting].slice(0, batchSize)
      for (const [id] of batch) waiting.delete(id)
      try {
        const skipped = await write(batch)
        // Another transaction has locked these deliveries, so they are queued again.
        for (const [id, visits] of skipped) for (const visit of visits.values()) put(id, visit)
        failures = 0
      } catch (error) {
        failures++
        log.warn({ err: error, deliveries: batch.length }, 'engagement not recorded; retrying')
        for (const [id, visits] of batch) for (const visit of visits.values()) put(id, visit)
        if (stopping.signal.aborted && failures > 2) return
      }
      if (dropped > 0) log.warn({ dropped }, 'engagement events dropped: the queue is full')
      dropped = 0
    }
    tries.clear()
  }

  async function write(batch: [string, Map<string, DeliveryVisit>][]): Promise<[string, Map<string, DeliveryVisit>][]> {
    const ids = batch.map(([id]) => id)
    return db.transaction(async (tx) => {
      const deliveries = new Map((await lockDeliveries(tx, ids)).map((delivery) => [delivery.id, delivery]))
      const classified = batch.filter(([id]) => deliveries.get(id)?.isCounted)
      const shared = await findSharedVisitors(
        tx,
        classified.map(([id, visits]) => ({
          issueId: deliveries.get(id)!.issueId,
          deliveryId: id,
          visits: [...visits.values()],
        })),
      )
      // Visits that looked human until the same visitor appeared on other deliveries are classified again; locked
      // deliveries keep their classification.
      const others = [...shared.deliveries].filter((id) => !deliveries.has(id))
      const reclassified = others.length > 0 ? await lockDeliveries(tx, others) : []
      for (const delivery of reclassified) deliveries.set(delivery.id, delivery)
      const again = reclassified
        .filter(({ isCounted }) => isCounted)
        .map(({ id }): (typeof batch)[number] => [id, new Map()])
      const counted = [...classified, ...again]
      const issueIds = new Set(counted.map(([id]) => deliveries.get(id)!.issueId))
      const ownLinks = origin ? await listOwnLinks(tx, [...issueIds], origin) : new Map<string, Set<number>>()
      const known = Map.groupBy(
        counted.length > 0
          ? await listEvents(
              tx,
              counted.map(([id]) => id),
            )
          : [],
        ({ deliveryId }) => deliveryId,
      )
      const changes: DeliveryChange[] = []
      for (const [id, visits] of counted) {
        const before = deliveries.get(id)!
        const { added, changed, state } = addVisits(known.get(id) ?? [], [...visits.values()], {
          deliveredAt: before.sentAt ?? before.claimedAt ?? undefined,
          linkCount: before.linkCount,
          sharedClients: shared.clientsOf(before.issueId),
          ownLinks: ownLinks.get(before.issueId),
        })
        if (added.length === 0 && changed.length === 0) continue
        await insertEvents(
          tx,
          added.map((event) => ({ ...event, deliveryId: id, issueId: before.issueId })),
        )
        for (const event of changed) await updateClassification(tx, { ...event, id: event.id! })
        changes.push({ before, after: { ...before, ...state } })
      }
      await updateEngagementState(
        tx,
        changes.map(({ before, after }) => ({ ...after, id: before.id })),
      )
      await updateAggregates(tx, changes)
      return ids.every((id) => deliveries.has(id)) ? [] : batch.filter(([id]) => !deliveries.has(id) && shouldRetry(id))
    })
  }

  /** A missing delivery looks like a locked one, so it is dropped after some retries. */
  function shouldRetry(id: string): boolean {
    const count = (tries.get(id) ?? 0) + 1
    tries.set(id, count)
    return count <= maxRetries
  }

  function put(id: string, visit: DeliveryVisit): void {
    const visits = waiting.get(id) ?? new Map<string, DeliveryVisit>()
    const key = `${visit.kind} ${visit.linkNumber ?? ''} ${visit.isPrefetch} ${visit.userAgent ?? ''}`
    if (visits.has(key)) return
    if ((!waiting.has(id) && waiting.size >= maxQueued) || visits.size >= maxVisits) {
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
