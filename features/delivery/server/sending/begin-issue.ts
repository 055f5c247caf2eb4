import { insertAuditEntry } from '#platform/admin/queries.ts'
import type { WrittenIssue, IssuesService } from '#features/issues/contract.ts'
import { lockIssue, changeIssueStatus, readSettings } from '../queries.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { countCandidates, freezeRecipients, insertLinks, refreshStatistics } from './queries.ts'

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Batch size that keeps every statement below the statement timeout. */
const rowsAtOnce = 5_000

type Deps = Pick<ProcessDeps, 'db' | 'clock' | 'log'> & { issues: Pick<IssuesService, 'write'> }

/**
 * Freezes the email and the recipients of an issue and starts sending it, atomically, from one snapshot of the list.
 *
 * @param id Issue that is scheduled, or was paused before it started.
 * @returns false when another worker has started it or someone has unscheduled it.
 */
export async function beginIssue({ db, clock, log, issues }: Deps, id: string): Promise<boolean> {
  const seen = await lockIssue(db, id)
  if (!seen || seen.written || (seen.status !== 'scheduled' && seen.status !== 'paused')) return false
  const { isCounted } = await readSettings(db)
  const written = await issues.write({ title: seen.title, slug: seen.slug, content: seen.content, isCounted })
  const hasBegun = await db.transaction(
    async (tx) => {
      const issue = await lockIssue(tx, id)
      if (!issue || issue.written || issue.status !== seen.status || issue.version !== seen.version) return false
      const { candidates, planned } = await freezeAudience()
      const now = clock.now()
      await insertLinks(tx, id, written.links)
      await changeIssueStatus(tx, id, 'sending', {
        written: written satisfies WrittenIssue,
        candidates,
        planned,
        startedAt: now,
        updatedAt: now,
        reason: '',
      })
      await insertAuditEntry(tx, {
        actor: 'schedule',
        action: 'issue.begin',
        subject: `issue:${id}`,
        detail: `${planned} of ${candidates} on the list`,
        at: now,
      })
      return true

      async function freezeAudience() {
        const before = await countCandidates(tx)
        const dueAt = clock.now()
        let frozen = 0
        let going = 0
        for (let after: string | null = beforeAll; after;) {
          const some = await freezeRecipients(tx, { issueId: id, kind: issue!.kind, dueAt, after, limit: rowsAtOnce })
          frozen += some.rows
          going += some.planned
          after = some.last
        }
        // One snapshot of the list: later sign-ups and departures do not count.
        if (frozen !== before) throw new Error(`newsletter audience has ${frozen} people, the list ${before}`)
        log.info({ issue: id, candidates: before, planned: going }, 'newsletter recipients selected')
        return { candidates: before, planned: going }
      }
    },
    { isolationLevel: 'repeatable read' },
  )
  // Only for speed: without fresh statistics the planner scans all new rows for each query.
  if (hasBegun)
    await refreshStatistics(db).catch((error: unknown) => log.warn({ err: error }, 'database statistics not refreshed'))
  return hasBegun
}
