import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Book } from '#features/books/contract.ts'
import type { AccessReply } from '#features/checkout/contract.ts'
import { findOpenOrder } from '../orders/queries.ts'
import { masked } from './access.ts'
import { findClosed, findDeclined, findOwnership, findShelf, listRefunds } from './queries.ts'
import type { ShelfCookie } from './shelf-cookie.ts'

/** How long a buyer is told that a claim was declined. */
const toldForMs = 30 * 24 * 3_600_000

type Parts = { db: Database['db']; clock: Clock; cookie: ShelfCookie; methods: AccessReply['methods']; isTest: boolean }

/** What this browser may do with a book and how it could buy it. */
export async function readAccess(
  { db, clock, cookie, methods, isTest }: Parts,
  book: Book,
  header: string | undefined,
): Promise<AccessReply> {
  if (book.isFree) return { access: 'free', methods: [], is_test: isTest }
  const preview: AccessReply = { access: 'preview', methods, is_test: isTest }
  const tokenHash = cookie.tokenHashOf(header)
  if (!tokenHash) return preview
  const owned = await findOwnership(db, tokenHash, book.id)
  if (owned) {
    const order = { code: owned.orderCode, masked_email: masked(owned.email), can_change_email: mayChangeEmail(owned) }
    return { ...preview, access: 'owned', order }
  }
  const shelfId = await findShelf(db, tokenHash)
  const claim =
    shelfId &&
    (await findOpenOrder(db, { shelfId, bookId: book.id, provider: 'cashapp', states: ['created', 'pending'] }))
  const since = new Date(clock.now().getTime() - toldForMs)
  const declined = shelfId && !claim ? await findDeclined(db, shelfId, book.id, since) : undefined
  const closed = await findClosed(db, tokenHash, book.id)
  const refund = (await listRefunds(db, tokenHash)).find(({ bookId }) => bookId === book.id)
  return {
    ...preview,
    ...(claim
      ? { claim: { code: claim.code, state: claim.state === 'pending' ? ('pending' as const) : ('created' as const) } }
      : {}),
    ...(declined ? { declined: { code: declined.code, reason: declined.reason, at: declined.at.toISOString() } } : {}),
    ...(closed ? { closed: { code: closed.code } } : {}),
    ...(refund ? { refund: { code: refund.orderCode, at: refund.at.toISOString() } } : {}),
  }
}

/** The paying browser alone, and until somebody who got the mail has opened the book. */
export function mayChangeEmail(owned: {
  payingShelfId: string | null
  shelfId: string
  openedAt: Date | null
}): boolean {
  return owned.openedAt === null && owned.payingShelfId === owned.shelfId
}
