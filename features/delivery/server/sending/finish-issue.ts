import { insertAuditEntry } from '#platform/admin/queries.ts'
import { lockIssue, markSent, changeIssueStatus } from '../queries.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { findStage } from './queries.ts'

/**
 * Updates the status of an issue after a round of sending. It counts as sent, with its date, once every delivery was
 * attempted: full mailboxes are retried for a day, and neither the archive nor the next issue waits for them. Uncertain
 * deliveries are shown separately.
 *
 * @returns whether the issue has no deliveries left to send.
 */
export async function finishIssue({ db, clock }: Pick<ProcessDeps, 'db' | 'clock'>, id: string): Promise<boolean> {
  if ((await findStage(db, id)) === 'first-round') return false
  return db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id)
    const stage = await findStage(tx, id)
    if (issue?.status !== 'sending' || stage === 'first-round') return false
    const isOver = stage === 'over'
    const at = clock.now()
    // A canceled issue only resent its uncertain deliveries, so it never counts as sent.
    if (issue.cancelledAt) {
      const reason = issue.reason || 'Cancelled; uncertain emails were resent.'
      if (isOver) await changeIssueStatus(tx, id, 'failed', { reason, updatedAt: at }, ['sending'])
      return isOver
    }
    if (!issue.sentAt) {
      await markSent(tx, id, at)
      await insertAuditEntry(tx, { actor: 'schedule', action: 'issue.sent', subject: `issue:${id}`, at })
    }
    if (isOver) await changeIssueStatus(tx, id, 'sent', { updatedAt: at }, ['sending'])
    return isOver
  })
}
