import { insertAuditEntry } from '#platform/admin/queries.ts'
import { changeIssueStatus } from '../queries.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { withoutAddresses } from './refusal-kind.ts'
import {
  type BlockedIssue,
  countBlocked,
  countSentDeliveries,
  listBlocked,
  listBlockedSending,
  settleBlocks,
} from './queries.ts'

/**
 * Deliveries that were refused because of our sending setup: reported once per issue, which is paused while they
 * increase.
 */
export type Blocks = {
  /** Lists issues with unresolved blocked deliveries, newest first. */
  list(): Promise<BlockedIssue[]>
  /**
   * Pauses an issue that is being sent while too many of its deliveries are refused because of our setup.
   *
   * @param issueId Absent: every issue.
   */
  pause(issueId?: string): Promise<void>
  /** Marks the blocked deliveries of an issue as resolved. @returns false when there were none. */
  settle(issueId: string): Promise<boolean>
}

/** Fewer blocked deliveries may be caused by the policy of single providers. */
const minToPause = 5
/** Share of the sent deliveries: one in fifty. */
const shareToPause = 0.02
const maxListed = 50

export function createBlocks({ db, clock, log }: Pick<ProcessDeps, 'db' | 'clock' | 'log'>): Blocks {
  // Without new blocks the share can only fall, so the deliveries need not be counted on every tick.
  const checkedCounts = new Map<string, number>()

  async function pauseOne(issueId: string): Promise<void> {
    const blocked = await countBlocked(db, issueId)
    if (blocked.deliveryCount < minToPause || checkedCounts.get(issueId) === blocked.deliveryCount) return
    const sentCount = await countSentDeliveries(db, issueId)
    checkedCounts.set(issueId, blocked.deliveryCount)
    if (blocked.deliveryCount < sentCount * shareToPause) return
    const reason = `${blocked.deliveryCount} of ${sentCount} emails were blocked because of our sending setup, not because of the recipients. Fix the setup, then resume. Last server response: ${withoutAddresses(blocked.response)}`
    const at = clock.now()
    const isPaused = await db.transaction(async (tx) => {
      if (!(await changeIssueStatus(tx, issueId, 'paused', { reason, updatedAt: at }, ['sending']))) return false
      await insertAuditEntry(tx, {
        actor: 'schedule',
        action: 'issue.pause',
        subject: `issue:${issueId}`,
        detail: reason,
        at,
      })
      return true
    })
    // After the issue is resumed, the same number must be reported again.
    checkedCounts.delete(issueId)
    if (isPaused)
      log.warn(
        { issue: issueId, deliveryCount: blocked.deliveryCount, sentCount },
        'newsletter issue paused: emails are blocked because of our sending setup',
      )
  }

  return {
    list: () => listBlocked(db, maxListed),
    async pause(issueId) {
      for (const id of await listBlockedSending(db, issueId)) await pauseOne(id)
    },
    settle: (issueId) => settleBlocks(db, issueId, clock.now()),
  }
}
