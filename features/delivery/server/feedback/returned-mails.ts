import { insertAuditEntry } from '#platform/admin/queries.ts'
import type { ReturnedMailListItem, ReturnedMailList } from '#features/delivery/contract.ts'
import { hashValue } from '#platform/secrets.ts'
import { type AdminRole, hasRole } from '#shared/admin-role.ts'
import { AppError } from '#shared/errors.ts'
import { pageWithin } from '#shared/page-within.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { Actor } from '../delivery-deps.ts'
import {
  countReturnedMailsOf,
  listOpenReturnedMails,
  repeatReturnedMail,
  type ReturnedMailRow,
  settleReturnedMail,
  summarizeOpenReturnedMails,
  upsertReturnedMail,
} from './queries.ts'
import type { FeedbackReport } from './read-report.ts'

/**
 * Reason why a returned email needs review. `person`: someone wrote it. `other-address`: a report about another
 * address. `complaint`: a complaint about another address. `notification`: an automatic message that is not understood.
 */
export type ReturnedMailKind = 'person' | 'other-address' | 'complaint' | 'notification'

/** Returned emails that need review. */
export type ReturnedMails = {
  /**
   * @param page Starts at 1; a page past the end returns the last page.
   * @param role Role of the reader, whose next steps are returned.
   */
  list(page: number, role: AdminRole): Promise<ReturnedMailList>
  /** Counts them; `oldestAt` is when the one that waits longest was last received. */
  summarize(): Promise<{ total: number; oldestAt: Date | undefined }>
  /** @throws AppError `not-found` when it no longer needs review. */
  settle(id: string, actor: Actor): Promise<void>
}

const perPage = 50
/**
 * Maximum number of listed emails per delivery; further ones are only counted, so that one subscriber cannot fill the
 * list.
 */
const maxPerDelivery = 20

/** Saves a returned email for review, inside the caller's transaction; a repeated one is only counted. */
export async function saveReturnedMail(
  tx: Executor,
  {
    deliveryId,
    report,
    kind,
    about,
    at,
  }: { deliveryId: string; report: FeedbackReport; kind: ReturnedMailKind; about: string; at: Date },
): Promise<void> {
  const { subject, from, excerpt } = report
  const row = {
    deliveryId,
    kind,
    subject,
    sender: from,
    excerpt,
    about,
    at,
    contentHash: hashValue([subject, from, excerpt].join('\n')),
  }
  if ((await countReturnedMailsOf(tx, deliveryId)) < maxPerDelivery) await upsertReturnedMail(tx, row)
  else await repeatReturnedMail(tx, deliveryId, at)
}

export function createReturnedMails({ db, clock }: Pick<ProcessDeps, 'db' | 'clock'>): ReturnedMails {
  return {
    async list(requestedPage, role) {
      const { total } = await summarizeOpenReturnedMails(db)
      const { page, pageCount, offset } = pageWithin(requestedPage, total, perPage)
      const rows = await listOpenReturnedMails(db, { limit: perPage, offset })
      return { items: rows.map((row) => toListItem(row, role)), total, page, page_count: pageCount }
    },
    summarize: () => summarizeOpenReturnedMails(db),
    async settle(id, actor) {
      const at = clock.now()
      await db.transaction(async (tx) => {
        if (!(await settleReturnedMail(tx, id, { at, actor })))
          throw new AppError('not-found', 'This email is already marked as done.')
        await insertAuditEntry(tx, { actor, action: 'returned-mail.settle', subject: `returned-mail:${id}`, at })
      })
    },
  }
}

function toListItem(row: ReturnedMailRow, role: AdminRole): ReturnedMailListItem {
  const { id, kind, subject, sender, excerpt, about, times, at, email, subscriberId, issueId, title } = row
  return {
    id,
    subject,
    from: sender,
    excerpt,
    times,
    at: at.toISOString(),
    email,
    subscriber_id: subscriberId,
    issue_id: issueId,
    issue_title: title,
    what_to_do: whatToDo(kind, { sender, about, canSuppress: hasRole(role, 'super_admin') }),
  }
}

function whatToDo(
  kind: string,
  { sender, about, canSuppress }: { sender: string; about: string; canSuppress: boolean },
): string {
  const address = about || 'another address'
  const suppress = (what: string) => `${canSuppress ? 'suppress' : 'ask a super admin to suppress'} ${what}`
  if (kind === 'person')
    return `This may be a reply from a person. Reply to ${sender || 'them'}. If they ask to stop, ${suppress('the subscriber')}.`
  if (kind === 'other-address')
    return `This report is about ${address}. The subscriber is probably forwarding email to that address. If the reports continue, ${suppress('the subscriber')}.`
  if (kind === 'complaint')
    return `Someone marked this email as spam at ${address}. The subscriber is probably forwarding email to that address. If the subscriber marked it as spam, ${suppress('the subscriber')}.`
  return `This notification could not be read. If it says that the address no longer exists, ${suppress('the subscriber')}. If it comes from your mail service, set the service to send bounces as delivery status notifications instead.`
}
