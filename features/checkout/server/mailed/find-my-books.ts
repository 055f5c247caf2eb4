import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from '#platform/rate-limit.ts'
import { fingerprint } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { OrderParts } from '../orders/order-parts.ts'
import { listRightsOf } from '../orders/queries.ts'
import { issueLink } from '../shelves/links.ts'
import { withinLimit } from './within-limit.ts'

export type FindLimits = { findPerClient: RateLimit; findPerAddress: RateLimit }

/** Writing a mail takes longer than finding nothing: the answer comes after this time, whether or not the mail is written. */
const answerAfterMs = 250

/**
 * Mails new links to all books bought with an address; links mailed before stay good. Says nothing, and takes as long, where there are none.
 *
 * @throws AppError `too-many-requests` past the limit of the client. The limit of an address, one mail an hour, passes in silence.
 */
export async function findMyBooks(parts: OrderParts, limits: FindLimits, email: string, clientAddress: string): Promise<void> {
  const limit = await limits.findPerClient.consume(clientAddress)
  if (!limit.ok) throw new AppError('too-many-requests', 'Too many tries from your connection. Please try again later.', limit)
  let fault: unknown
  void withinLimit(limits.findPerAddress, email, async (isAllowed) => isAllowed && mailLinks(parts, email))
    .catch((error: unknown) => {
      fault = error
      parts.log.error({ err: error }, 'links to somebody’s books could not be mailed')
    })
    .finally(() => parts.outbox.wake())
  await sleep(answerAfterMs)
  if (fault) throw fault
}

/** @returns whether there was anything to mail. */
async function mailLinks(parts: OrderParts, email: string): Promise<boolean> {
  const at = parts.clock.now()
  return parts.db.transaction(async (tx) => {
    const rights = await listRightsOf(tx, email)
    if (rights.length === 0) return false
    const books: { title: string; code: string; token: string }[] = []
    for (const { entitlementId, order } of rights)
      books.push({ title: order.bookTitle, code: order.code, token: await issueLink(tx, entitlementId, at) })
    await parts.outbox.enqueue(tx, `find-my-books:${fingerprint(email)}:${at.getTime()}`, await parts.letters.myBooks(email, books))
    return true
  })
}
