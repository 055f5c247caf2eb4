import { insertAuditEntry } from '#platform/admin/queries.ts'
import { changeIssueStatus } from '../queries.ts'
import type { IssuesService } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { inNewYork } from '../slots.ts'
import { beginIssue } from './begin-issue.ts'
import { sendingBlockers } from '../blockers.ts'
import { listDue } from './queries.ts'

/** An issue that is later than this is paused, because its content may be outdated. */
const maxLateMs = 2 * 60 * 60 * 1000

type Deps = Pick<ProcessDeps, 'db' | 'clock' | 'log' | 'config'> & { issues: Pick<IssuesService, 'write'> }

/** Starts every due issue; one that is more than two hours late is paused for an editor's decision. */
export async function beginDue(deps: Deps): Promise<void> {
  const { db, clock, config, log } = deps
  const now = clock.now()
  for (const { id, dueAt } of await listDue(db, now)) {
    const blockers = sendingBlockers(config)
    if (dueAt && now.getTime() - dueAt.getTime() > maxLateMs)
      await pauseIssue(
        id,
        `This issue was due on ${inNewYork(dueAt)}, but newsletter sending was not running at that time. It can be resumed and sent now, or unscheduled.`,
      )
    else if (blockers.length > 0) await pauseIssue(id, blockers.join(' '))
    // Another worker may be starting it right now; then this transaction fails and the other one succeeds.
    else
      await beginIssue(deps, id).catch((error: unknown) =>
        log.warn({ err: error, issue: id }, 'newsletter issue not started; retrying'),
      )
  }

  async function pauseIssue(id: string, reason: string) {
    await db.transaction(async (tx) => {
      if (await changeIssueStatus(tx, id, 'paused', { reason, updatedAt: now }, ['scheduled']))
        await insertAuditEntry(tx, {
          actor: 'schedule',
          action: 'issue.hold',
          subject: `issue:${id}`,
          detail: reason,
          at: now,
        })
    })
  }
}
