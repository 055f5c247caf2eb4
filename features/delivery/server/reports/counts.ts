import type { EngagementCounts } from '#features/delivery/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { lockAggregate } from '../engagement/queries.ts'
import type { Aggregate } from '../engagement/aggregate.ts'
import { countEngagement, insertAggregate, listStarted, type StartedIssue } from './queries.ts'

type Deps = Pick<ProcessDeps, 'db'>

/** Engagement of issues: stored once an issue is finished, counted while it is being sent. */
export type Counts = {
  of(ids: string[]): Promise<Map<string, EngagementCounts>>
  /** Returns every issue whose sending has started, newest first. */
  all(): Promise<(StartedIssue & { counts: EngagementCounts })[]>
  /** Stores the engagement of finished issues, so that no request has to wait for counting. */
  settle(): Promise<void>
}

export function createCounts({ db }: Deps): Counts {
  async function aggregateFor(issue: StartedIssue): Promise<Aggregate> {
    if (issue.aggregate) return issue.aggregate
    const { open, ...aggregate } = await countEngagement(db, issue.id)
    if (open > 0 || issue.status === 'sending' || issue.status === 'paused') return aggregate
    return settleOne(issue.id)
  }

  // The lock is held from before the count until it is stored, so that a concurrent open is counted exactly once.
  async function settleOne(issueId: string): Promise<Aggregate> {
    return db.transaction(async (tx) => {
      await lockAggregate(tx, issueId)
      const { open, ...aggregate } = await countEngagement(tx, issueId)
      if (open === 0) await insertAggregate(tx, issueId, aggregate)
      return aggregate
    })
  }

  async function countEach(started: StartedIssue[]) {
    const counted: (StartedIssue & { counts: EngagementCounts })[] = []
    for (const issue of started) counted.push({ ...issue, counts: countsOf(await aggregateFor(issue)) })
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
      await countEach(
        started.filter(({ aggregate, status }) => !aggregate && (status === 'sent' || status === 'failed')),
      )
    },
  }
}

/** @returns the counts in the shape of the API. */
function countsOf(aggregate: Aggregate): EngagementCounts {
  const { delivered, bounced, complained, left } = aggregate
  return {
    delivered,
    bounced,
    complained,
    left,
    opens: { human: aggregate.humanOpens, machine: aggregate.machineOpens, unsure: aggregate.unsureOpens },
    clicks: { human: aggregate.humanClicks, machine: aggregate.machineClicks, unsure: aggregate.unsureClicks },
  }
}

/** Returns human opens and clicks as fractions of delivered emails; 0 when nothing was delivered. */
export function ratesOf({ delivered, opens, clicks }: EngagementCounts): { openRate: number; clickRate: number } {
  const share = (count: number) => (delivered > 0 ? Math.min(1, count / delivered) : 0)
  return { openRate: share(opens.human), clickRate: share(clicks.human) }
}
