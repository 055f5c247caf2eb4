import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createSecret, hashValue } from '#platform/secrets.ts'
import type { CheckoutService, LinkedBook } from '#features/checkout/contract.ts'
import {
  findLink,
  findLibrary,
  insertAccessLink,
  insertLibrary,
  insertLibraryEntitlement,
  lockOrderOfLink,
  markOpened,
  type Database as Query,
} from './queries.ts'
import type { LibraryCookie } from './library-cookie.ts'

type Deps = { db: Database['db']; clock: Clock; cookie: LibraryCookie }

const tokenPattern = /^[\w-]{32}$/

/**
 * Creates a personal link inside the caller’s transaction.
 *
 * @returns The secret to mail; only its hash is stored.
 */
export async function issueLink(tx: Query, entitlementId: string, issuedAt: Date): Promise<string> {
  const token = createSecret()
  await insertAccessLink(tx, { tokenHash: hashValue(token), entitlementId, issuedAt })
  return token
}

/**
 * Returns the book behind a link without redeeming it, because scanners and previews of mail programs open links too.
 */
export async function readLink({ db }: Deps, token: string): ReturnType<CheckoutService['findLink']> {
  if (!tokenPattern.test(token)) return undefined
  const link = await findLink(db, hashValue(token))
  if (!link) return undefined
  const { bookId, bookTitle: title, revokedAt, isTest } = link
  return { bookId, title, closedBy: closedBy(link), isRevoked: revokedAt !== null, isTest }
}

function closedBy({ isOpen, orderState }: NonNullable<Awaited<ReturnType<typeof findLink>>>): LinkedBook['closedBy'] {
  if (isOpen) return undefined
  if (orderState === 'refunded') return 'refund'
  // While the bank holds the whole payment, the dispute is the reason, whatever the owner decided about a part before.
  return orderState === 'disputed' ? 'dispute' : 'owner'
}

/** Redeems a link: adds the book to the library of this browser, which is created if there is none. */
export async function redeemLink(
  { db, clock, cookie }: Deps,
  token: string,
  header: string | undefined,
): ReturnType<CheckoutService['redeemLink']> {
  if (!tokenPattern.test(token)) return undefined
  return db.transaction(async (tx) => {
    // The lock either waits for a change of the address, or makes that change see the redeemed link.
    await lockOrderOfLink(tx, hashValue(token))
    const link = await findLink(tx, hashValue(token))
    if (!link || !link.isOpen || link.revokedAt) return undefined
    const { libraryId, setCookie } = await ensureLibrary(tx, cookie, header)
    await insertLibraryEntitlement(tx, libraryId, link.entitlementId)
    await markOpened(tx, link.entitlementId, clock.now())
    return { bookId: link.bookId, setCookie }
  })
}

/** Returns the library of this browser, created if there is none, and renews its cookie. */
export async function ensureLibrary(
  tx: Query,
  cookie: LibraryCookie,
  header: string | undefined,
): Promise<{ libraryId: string; setCookie: string }> {
  const tokenHash = cookie.tokenHashOf(header)
  const libraryId = tokenHash && (await findLibrary(tx, tokenHash))
  const renewed = cookie.renew(header)
  if (libraryId && renewed) return { libraryId, setCookie: renewed }
  const made = cookie.create()
  return { libraryId: await insertLibrary(tx, made.tokenHash), setCookie: made.setCookie }
}
