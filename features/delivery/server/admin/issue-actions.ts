import { insertAuditEntry } from '#platform/admin/queries.ts'
import { type IssueDetail, type IssuesService, statusRefusals } from '#features/issues/contract.ts'
import { findIssue, type IssueRow, lockIssue, changeIssueStatus, countAudience } from '../queries.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { formatCount } from '#shared/count-of.ts'
import { AppError } from '#shared/errors.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import { sendingBlockers, refuseBlocked } from '../blockers.ts'
import { undoSeconds } from '#features/delivery/contract.ts'
import type { Actor, SendReply } from '../delivery-deps.ts'
import { dateInNewYork, nextFriday } from '../slots.ts'
import { dropQueued, findBySlot, resolveUncertain } from './queries.ts'

const undoMs = undoSeconds * 1000

/**
 * A check without problems is valid this long; a check with problems is repeated at once, because they may have been
 * fixed.
 */
const checkMaxAgeMs = 10 * 60_000

type Deps = Pick<ProcessDeps, 'db' | 'clock' | 'config'> & {
  issues: Pick<IssuesService, 'find' | 'check'>
  wake(): void
}

/** Creates the actions of the admin on an issue, each in one transaction that locks the issue's row. */
export function createIssueActions({ db, clock, config, issues, wake }: Deps) {
  async function schedule(id: string, when: 'friday' | 'now', actor: Actor): Promise<SendReply> {
    const seen = await issues.find(id)
    if (!seen) throw unknownIssue()
    if (seen.status !== 'draft') throw new AppError('conflict', statusRefusals[seen.status])
    const check = isStillValid(seen, clock.now()) ? seen.check : await issues.check(id)
    refuseBlocked(sendingBlockers(config), check)
    const dueAt = await db.transaction(async (tx) => {
      const issue = await lockIssue(tx, id)
      if (!issue) throw unknownIssue()
      if (issue.status !== 'draft') throw new AppError('conflict', statusRefusals[issue.status])
      if (issue.version !== seen.version)
        throw new AppError('conflict', 'This issue was changed in the meantime. Reload the page and try again.')
      const now = clock.now()
      const slot = slotFor(issue, when, now)
      const other = slot.name !== null && slot.name !== issue.slot ? await findBySlot(tx, slot.name) : undefined
      if (other)
        throw new AppError(
          'conflict',
          `${other.title === issue.title ? 'Another issue titled ' : ''}${quoteTitle(other.title)} is already scheduled for ${dateInNewYork(slot.at)}. Unschedule it first, or open the draft you want to send and select Send now.`,
        )
      await changeIssueStatus(tx, id, 'scheduled', { slot: slot.name, dueAt: slot.at, reason: '', updatedAt: now }, [
        'draft',
      ])
      await note(tx, actor, 'issue.schedule', id, slot.at.toISOString())
      return slot.at
    })
    wake()
    const [newsletter, recipients] = await Promise.all([issues.find(id), countAudience(db, seen.kind)])
    return {
      message: 'Newsletter scheduled for sending!',
      newsletter: newsletter ?? seen,
      recipients,
      due_at: dueAt.toISOString(),
    }
  }

  /** Changes the status of an issue, or throws the reason why not. */
  async function move(
    id: string,
    actor: Actor,
    action: string,
    to: IssueRow['status'],
    from: IssueRow['status'][],
    change: (issue: IssueRow, tx: Executor) => Promise<Parameters<typeof changeIssueStatus>[3]>,
  ) {
    await db.transaction(async (tx) => {
      const issue = await lockIssue(tx, id)
      if (!issue) throw unknownIssue()
      if (!from.includes(issue.status)) throw new AppError('conflict', statusRefusals[issue.status])
      await changeIssueStatus(tx, id, to, await change(issue, tx), from)
      await note(tx, actor, action, id)
    })
    wake()
  }

  const note = (tx: Executor, actor: Actor, action: string, id: string, detail = '') =>
    insertAuditEntry(tx, { actor, action, subject: `issue:${id}`, detail, at: clock.now() })

  return {
    schedule,
    unschedule: (id: string, actor: Actor) =>
      move(id, actor, 'issue.unschedule', 'draft', ['scheduled', 'paused'], async (issue) => {
        if (issue.written) throw new AppError('conflict', statusRefusals[issue.status])
        return { slot: issue.kind === 'digest' ? issue.slot : null, dueAt: null, reason: '', updatedAt: clock.now() }
      }),
    pause: (id: string, actor: Actor) =>
      move(id, actor, 'issue.pause', 'paused', ['sending', 'scheduled'], async () => ({
        reason: `Paused by ${actor}.`,
        updatedAt: clock.now(),
      })),
    async resume(id: string, actor: Actor) {
      refuseBlocked(sendingBlockers(config), null)
      const seen = await findIssue(db, id)
      const now = clock.now()
      if (seen && !seen.written)
        await move(id, actor, 'issue.resume', 'scheduled', ['paused'], async (issue) => ({
          ...dueAfterPause(issue, now),
          reason: '',
          updatedAt: now,
        }))
      // Resuming also confirms that the reason for the blocked deliveries was fixed.
      else
        await move(id, actor, 'issue.resume', 'sending', ['paused'], async () => ({
          reason: '',
          updatedAt: now,
          blocksResolvedAt: now,
        }))
    },
    cancel: (id: string, actor: Actor) =>
      move(id, actor, 'issue.cancel', 'failed', ['scheduled', 'sending', 'paused'], async (issue, tx) => {
        const dropped = await dropQueued(tx, id, `cancelled by ${actor}`)
        return {
          reason: `Cancelled by ${actor}. Not sent: ${formatCount(dropped)}.`,
          cancelledAt: clock.now(),
          updatedAt: clock.now(),
          ...(issue.written ? {} : { slot: null }),
        }
      }),
    async settle(id: string, as: 'sent' | 'again', ids: string[] | 'all', actor: Actor): Promise<number> {
      const settled = await db.transaction(async (tx) => {
        const issue = await lockIssue(tx, id)
        if (!issue) throw unknownIssue()
        const now = clock.now()
        const count =
          as === 'sent'
            ? await resolveUncertain(tx, id, ids, {
                state: 'sent',
                sentAt: now,
                response: `marked as sent by ${actor}`,
              })
            : await resolveUncertain(tx, id, ids, {
                state: 'queued',
                dueAt: now,
                claimedBy: null,
                response: `queued to send again by ${actor}`,
              })
        if (as === 'again' && count > 0)
          await changeIssueStatus(tx, id, 'sending', { reason: issue.reason, updatedAt: now }, ['sent', 'failed'])
        await note(tx, actor, `issue.settle-${as}`, id, String(count))
        return count
      })
      wake()
      return settled
    },
  }
}

function slotFor(
  issue: Pick<IssueRow, 'kind' | 'slot'>,
  when: 'friday' | 'now',
  now: Date,
): { name: string | null; at: Date } {
  const slot = issue.kind === 'digest' ? issue.slot : null
  if (when === 'now') return { name: slot, at: new Date(now.getTime() + undoMs) }
  const friday = nextFriday(now)
  return { name: slot ?? friday.name, at: friday.at }
}

function isStillValid({ check, version }: IssueDetail, now: Date): boolean {
  return (
    check?.version === version && check.problems.length === 0 && now.getTime() - Date.parse(check.at) < checkMaxAgeMs
  )
}

/**
 * Returns when a paused issue is due that had not started: at its own time if that is still ahead, otherwise now, which
 * frees its Friday for another issue.
 */
function dueAfterPause(
  { dueAt, slot }: Pick<IssueRow, 'dueAt' | 'slot'>,
  now: Date,
): { dueAt: Date; slot: string | null } {
  if (dueAt && dueAt > now) return { dueAt, slot }
  return { dueAt: new Date(now.getTime() + undoMs), slot: slot === nextFriday(now).name ? null : slot }
}

const unknownIssue = () => new AppError('not-found', 'Newsletter not found.')
