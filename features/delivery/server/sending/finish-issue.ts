import { insertAuditLine } from '#platform/admin/queries.ts'
import { lockIssue, markSent, moveIssue } from '../queries.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { findStage } from './queries.ts'

/**
 * Writes down how far an issue is. It counts as sent, with its date, once every copy was tried: a full mailbox is asked
 * again for a day, and neither the archive nor the next letter waits for it. Copies nobody is sure of are shown beside
 * it.
 *
 * @returns whether nothing of it waits any more.
 */
export async function finishIssue({ db, clock }: Pick<ProcessDeps, 'db' | 'clock'>, id: string): Promise<boolean> {
  if ((await findStage(db, id)) === 'first-round') return false
  return db.transaction(async (tx) => {
    const issue = await lockIssue(tx, id)
    const stage = await findStage(tx, id)
    if (issue?.status !== 'sending' || stage === 'first-round') return false
    const isOver = stage === 'over'
    const at = clock.now()
    // One that was called off wrote only to those whose copies were open; the rest never gets it.
    if (issue.cancelledAt) {
      const reason = issue.reason || 'Cancelled; uncertain emails were resent.'
      if (isOver) await moveIssue(tx, id, 'failed', { reason, updatedAt: at }, ['sending'])
      return isOver
    }
    if (!issue.sentAt) {
      await markSent(tx, id, at)
      await insertAuditLine(tx, { actor: 'schedule', act: 'issue.sent', subject: `issue:${id}`, at })
    }
    if (isOver) await moveIssue(tx, id, 'sent', { updatedAt: at }, ['sending'])
    return isOver
  })
}
