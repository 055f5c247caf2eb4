import type { EngagementCounts } from '#features/delivery/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { holdTally } from '../tracking/queries.ts'
import type { Tally } from '../tracking/tally.ts'
import { countCopies, insertTally, listStarted, type StartedIssue } from './queries.ts'

type Parts = Pick<ProcessDeps, 'db'>

/** What issues add up to: read where it is settled, counted where a sending still moves it. */
export type Counts = {
  of(ids: string[]): Promise<Map<string, EngagementCounts>>
  /** Every issue whose sending has begun, newest first. */
  all(): Promise<(StartedIssue & { counts: EngagementCounts })[]>
  /** Settles what came to rest, so that nobody who looks has to wait for it. */
  settle(): Promise<void>
}

export function createCounts({ db }: Parts): Counts {
  async function tallyOf(issue: StartedIssue): Promise<Tally> {
    if (issue.tally) return issue.tally
    const { open, ...tally } = await countCopies(db, issue.id)
    if (open > 0 || issue.status === 'sending' || issue.status === 'paused') return tally
    return settleOne(issue.id)
  }

  // Held from before the counting until it is written, so that an open in between is in one of the two, and only once.
  async function settleOne(issueId: string): Promise<Tally> {
    return db.transaction(async (tx) => {
      await holdTally(tx, issueId)
      const { open, ...tally } = await countCopies(tx, issueId)
      if (open === 0) await insertTally(tx, issueId, tally)
      return tally
    })
  }

  async function countEach(started: StartedIssue[]) {
    const counted: (StartedIssue & { counts: EngagementCounts })[] = []
    for (const issue of started) counted.push({ ...issue, counts: countsOf(await tallyOf(issue)) })
    return counted
  }

  return {
    async of(ids) {
      if (ids.length === 0) return new Map()
      const issues = await countEach(await listStarted(db, ids))
      return new Map(issues.map(({ id, counts }) => [id, counts]))
    },
    all: async () => countEach(await listStarted(db)),
    async settle() {
      const started = await listStarted(db)
      await countEach(started.filter(({ tally, status }) => !tally && (status === 'sent' || status === 'failed')))
    },
  }
}

/** @returns the names the desk knows them by. */
export function countsOf(tally: Tally): EngagementCounts {
  const { delivered, bounced, complained, left } = tally
  return {
    delivered,
    bounced,
    complained,
    left,
    opens: { human: tally.humanOpens, machine: tally.machineOpens, unsure: tally.unsureOpens },
    clicks: { human: tally.humanClicks, machine: tally.machineClicks, unsure: tally.unsureClicks },
  }
}

/** Shares of what was delivered, by people alone; 0 where nothing was. */
export function ratesOf({ delivered, opens, clicks }: EngagementCounts): { openRate: number; clickRate: number } {
  const share = (count: number) => (delivered > 0 ? Math.min(1, count / delivered) : 0)
  return { openRate: share(opens.human), clickRate: share(clicks.human) }
}
