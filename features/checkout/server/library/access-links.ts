import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createSecret, fingerprint } from '#platform/secrets.ts'
import type { CheckoutService } from '#features/checkout/contract.ts'
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

type Parts = { db: Database['db']; clock: Clock; cookie: LibraryCookie }

const tokenPattern = /^[\w-]{32}$/

/** Writes a new personal link inside the caller's transaction. @returns The secret to mail; it is kept nowhere else. */
export async function issueLink(tx: Query, entitlementId: string, issuedAt: Date): Promise<string> {
  const token = createSecret()
  await insertAccessLink(tx, { tokenHash: fingerprint(token), entitlementId, issuedAt })
  return token
}

/** What a link opens. Scanners and previews of mail programs may ask as often as they like. */
export async function readLink({ db }: Parts, token: string): ReturnType<CheckoutService['findLink']> {
  if (!tokenPattern.test(token)) return undefined
  const link = await findLink(db, fingerprint(token))
  return link && { bookId: link.bookId, title: link.bookTitle, isOpen: link.isOpen, isRevoked: link.revokedAt !== null }
}

/** Puts the book on the shelf of the browser that confirms the link, and gives it a shelf if it has none. */
export async function redeemLink(
  { db, clock, cookie }: Parts,
  token: string,
  header: string | undefined,
): ReturnType<CheckoutService['redeemLink']> {
  if (!tokenPattern.test(token)) return undefined
  return db.transaction(async (tx) => {
    // A correction of the address is waited for, or waits and finds the book opened.
    await lockOrderOfLink(tx, fingerprint(token))
    const link = await findLink(tx, fingerprint(token))
    if (!link || !link.isOpen || link.revokedAt) return undefined
    const { libraryId, setCookie } = await ensureLibrary(tx, cookie, header)
    await insertLibraryEntitlement(tx, libraryId, link.entitlementId)
    await markOpened(tx, link.entitlementId, clock.now())
    return { bookId: link.bookId, setCookie }
  })
}

/** The shelf of this browser, made where it has none yet; either way its cookie lives on from now. */
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
