import { insertAuditLine } from '#platform/admin/queries.ts'
import { moveIssue } from '../queries.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { withoutAddresses } from './refusal-kind.ts'
import {
  type BlockedIssue,
  countBlocked,
  countHandedOver,
  listBlocked,
  listBlockedSending,
  settleBlocks,
} from './queries.ts'

/** Copies that were refused because of us: told once for the whole issue, which stops while they grow. */
export type Blocks = {
  /** Issues with such copies that nobody has seen to, the newest first. */
  list(): Promise<BlockedIssue[]>
  /**
   * Pauses an issue that is being sent while too many of its copies are refused because of us.
   *
   * @param issueId Left out:
   * every issue.
   */
  pause(issueId?: string): Promise<void>
  /** Somebody saw to it: copies handed over until now are told no more. @returns false when there were none. */
  settle(issueId: string): Promise<boolean>
}

/** Fewer may be the whims of a few houses. */
const fewestToPause = 5
/** One in fifty of those handed over. */
const shareToPause = 0.02
const mostTold = 50

export function createBlocks({ db, clock, log }: Pick<ProcessDeps, 'db' | 'clock' | 'log'>): Blocks {
  // While no copy more is refused, its share can only fall; then the many copies need not be counted at every turn.
  const lookedAt = new Map<string, number>()

  async function pauseOne(issueId: string): Promise<void> {
    const blocked = await countBlocked(db, issueId)
    if (blocked.copies < fewestToPause || lookedAt.get(issueId) === blocked.copies) return
    const handedOver = await countHandedOver(db, issueId)
    lookedAt.set(issueId, blocked.copies)
    if (blocked.copies < handedOver * shareToPause) return
    const reason = `${blocked.copies} of ${handedOver} emails were blocked because of our sending setup, not because of the recipients. Fix the setup, then resume. Last server response: ${withoutAddresses(blocked.said)}`
    const at = clock.now()
    const isPaused = await db.transaction(async (tx) => {
      if (!(await moveIssue(tx, issueId, 'paused', { reason, updatedAt: at }, ['sending']))) return false
      await insertAuditLine(tx, {
        actor: 'schedule',
        act: 'issue.pause',
        subject: `issue:${issueId}`,
        detail: reason,
        at,
      })
      return true
    })
    // Once it goes on, the same number is news.
    lookedAt.delete(issueId)
    if (isPaused)
      log.warn(
        { issue: issueId, copies: blocked.copies, handedOver },
        'newsletter issue paused: emails are blocked because of our sending setup',
      )
  }

  return {
    list: () => listBlocked(db, mostTold),
    async pause(issueId) {
      for (const id of await listBlockedSending(db, issueId)) await pauseOne(id)
    },
    settle: (issueId) => settleBlocks(db, issueId, clock.now()),
  }
}
