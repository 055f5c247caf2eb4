import { insertAuditLine } from '#platform/admin/queries.ts'
import type { ReturnedMailListItem, ReturnedMailList } from '#features/delivery/contract.ts'
import { fingerprint } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { Actor } from '../delivery-parts.ts'
import {
  countOpenReturned,
  countReturnedOf,
  listOpenReturned,
  repeatReturned,
  type ReturnedRow,
  settleReturned,
  upsertReturned,
} from './queries.ts'
import type { ReturnReport } from './read-report.ts'

/**
 * Why nothing followed from a mail that came back. `person`: somebody wrote; `other-address`: a report about an address
 * the copy did not go to; `complaint`: a complaint about such an address; `notification`: a program wrote something
 * this site does not read.
 */
export type ReturnedMailKind = 'person' | 'other-address' | 'complaint' | 'notification'

/** Mails that came back and wait for a person. */
export type ReturnedMails = {
  /** @param page 1 first; past the last page it is the last. */
  list(page: number): Promise<ReturnedMailList>
  count(): Promise<number>
  /** @throws AppError `not-found` when it does not wait any more. */
  settle(id: string, actor: Actor): Promise<void>
}

const perPage = 50
/** So many of one copy stand in the list by themselves; more of them only count, so that one reader cannot fill it. */
const mostOfCopy = 20

/** Keeps a mail nothing followed from, inside the caller's transaction; the same mail again only counts. */
export async function listReturnedMail(
  tx: Executor,
  {
    deliveryId,
    report,
    kind,
    about,
    at,
  }: { deliveryId: string; report: ReturnReport; kind: ReturnedMailKind; about: string; at: Date },
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
    fingerprint: fingerprint([subject, from, excerpt].join('\n')),
  }
  if ((await countReturnedOf(tx, deliveryId)) < mostOfCopy) await upsertReturned(tx, row)
  else await repeatReturned(tx, deliveryId, at)
}

export function createReturnedMails({ db, clock }: Pick<ProcessDeps, 'db' | 'clock'>): ReturnedMails {
  return {
    async list(asked) {
      const total = await countOpenReturned(db)
      const pageCount = Math.max(1, Math.ceil(total / perPage))
      const page = Math.min(asked, pageCount)
      const rows = await listOpenReturned(db, { limit: perPage, offset: (page - 1) * perPage })
      return { items: rows.map(toListItem), total, page, page_count: pageCount }
    },
    count: () => countOpenReturned(db),
    async settle(id, actor) {
      const at = clock.now()
      await db.transaction(async (tx) => {
        if (!(await settleReturned(tx, id, { at, actor })))
          throw new AppError('not-found', 'This email is already marked as done.')
        await insertAuditLine(tx, { actor, act: 'returned-mail.settle', subject: `returned-mail:${id}`, at })
      })
    },
  }
}

function toListItem({
  id,
  kind,
  subject,
  sender,
  excerpt,
  about,
  times,
  at,
  email,
  subscriberId,
  issueId,
  title,
}: ReturnedRow): ReturnedMailListItem {
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
    what_to_do: whatToDo(kind, { sender, about }),
  }
}

function whatToDo(kind: string, { sender, about }: { sender: string; about: string }): string {
  if (kind === 'person')
    return `This may be a reply from a person. Answer ${sender || 'them'}, and unsubscribe the subscriber if they ask for it.`
  if (kind === 'other-address')
    return `This report is about ${about || 'another address'}, where this subscriber may forward their email. If their emails keep bouncing, suppress the subscriber.`
  if (kind === 'complaint')
    return `Someone marked this email as spam${about ? ` at ${about}` : ''}, where this subscriber may forward their email. Suppress the subscriber if it was them.`
  return 'This notification could not be read. Suppress the subscriber if it says that the address no longer exists. If it comes from your mail service, set the service to send bounces as delivery status notifications instead.'
}
