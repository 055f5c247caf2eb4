import { AppError } from '#shared/errors.ts'
import type { GetBookAccess, BookAccess } from '#features/reader/contract.ts'

/** Checks access to a page, or to the whole book without a page, before anything of the book is read. */
export type CheckPageAccess = (cookie: string | undefined, bookId: string, page?: number) => Promise<BookAccess>

/**
 * Creates the access check for pages, text and PDF. It depends on the page number alone, so a locked page and a
 * missing one look alike.
 *
 * @returns A function that throws AppError `payment-required` for locked pages, and what `getBookAccess` throws.
 */
export function createPageAccess(getBookAccess: GetBookAccess): CheckPageAccess {
  return async function checkPageAccess(cookie, bookId, page = Infinity) {
    const access = await getBookAccess(cookie, bookId)
    if (access.kind === 'preview' && !(page <= access.openPages)) {
      throw new AppError('payment-required', { key: 'reader.errors.purchaseToRead' })
    }
    return access
  }
}

/** Returns how many pages of a book this visitor may read. */
export function readablePages(access: BookAccess, pageCount: number): number {
  return access.kind === 'preview' ? Math.min(access.openPages, pageCount) : pageCount
}

/** Returns whether a page looks the same to everyone who may see it, so that shared caches may store it. */
export function isPublicPage(access: BookAccess, page: number): boolean {
  return access.kind === 'free' || page <= access.openPages
}
