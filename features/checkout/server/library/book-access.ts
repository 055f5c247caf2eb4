import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { maskEmail } from '#shared/email-address.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { BooksService } from '#features/books/contract.ts'
import type { FindPaymentHold, GetBookAccess } from '#features/reader/contract.ts'
import { findLibrary, findOwnership, findPaymentHold } from './queries.ts'
import type { LibraryCookie } from './library-cookie.ts'

/**
 * Creates the check of access to books: the price is in the catalogue, the entitlement in the library of the browser.
 */
export function createBookAccess({
  db,
  books,
  cookie,
}: {
  db: Database['db']
  books: BooksService
  cookie: LibraryCookie
}): GetBookAccess {
  return async (header, bookId) => {
    const book = books.find(bookId)
    if (book?.isFree) return { kind: 'free' }
    // A book that was removed from the catalogue is available to its buyers only.
    const unlisted = book ? undefined : books.findUnlisted(bookId)
    const { previewPages: openPages } = book ?? unlisted ?? {}
    if (openPages === undefined) throw noSuchBook()
    const tokenHash = cookie.tokenHashOf(header)
    const owned = tokenHash && (await withUnavailableError(findOwnership(db, tokenHash, bookId)))
    if (!owned && unlisted) throw noSuchBook()
    if (!owned) return { kind: 'preview', openPages }
    const { entitlementId, orderCode, email } = owned
    return { kind: 'owned', openPages, entitlementId, watermark: { orderCode, maskedEmail: maskKnownEmail(email) } }
  }
}

/** Creates the check for payments on hold of a browser that does not have the book. */
export function createPaymentHolds({ db, cookie }: { db: Database['db']; cookie: LibraryCookie }): FindPaymentHold {
  return async (header, bookId) => {
    const tokenHash = cookie.tokenHashOf(header)
    const libraryId = tokenHash && (await withUnavailableError(findLibrary(db, tokenHash)))
    return libraryId ? withUnavailableError(findPaymentHold(db, libraryId, bookId)) : undefined
  }
}

const noSuchBook = () => new AppError('not-found', { key: 'checkout.errors.bookNotFound' })

/** Masks an address; an unknown one stays empty. */
export function maskKnownEmail(email: string): string {
  return email === '' ? '' : maskEmail(email)
}
