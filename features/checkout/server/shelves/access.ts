import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { maskEmail } from '#shared/email-address.ts'
import { orRefusal } from '#platform/database/unavailable.ts'
import type { BooksService } from '#features/books/contract.ts'
import type { GetBookAccess } from '#features/reader/contract.ts'
import { findOwnership } from './queries.ts'
import type { ShelfCookie } from './shelf-cookie.ts'

/** Who may read what: the price stands in the catalogue, the right in the shelf the browser's cookie names. */
export function createAccessTo({
  db,
  books,
  cookie,
}: {
  db: Database['db']
  books: BooksService
  cookie: ShelfCookie
}): GetBookAccess {
  return async (header, bookId) => {
    const book = books.find(bookId)
    if (book?.isFree) return { kind: 'free' }
    // One that was taken out of the library is there for its buyers alone.
    const unlisted = book ? undefined : books.findUnlisted(bookId)
    const { previewPages: openPages } = book ?? unlisted ?? {}
    if (openPages === undefined) throw noSuchBook()
    const tokenHash = cookie.tokenHashOf(header)
    const owned = tokenHash && (await orRefusal(findOwnership(db, tokenHash, bookId)))
    if (!owned && unlisted) throw noSuchBook()
    if (!owned) return { kind: 'preview', openPages }
    const { entitlementId, orderCode, email } = owned
    return { kind: 'owned', openPages, entitlementId, watermark: { orderCode, maskedEmail: masked(email) } }
  }
}

const noSuchBook = () => new AppError('not-found', 'There is no such book.')

/** Empty stays empty: a Cash App buyer need not leave an address. */
export function masked(email: string): string {
  return email === '' ? '' : maskEmail(email)
}
