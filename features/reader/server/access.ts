import { AppError } from '#shared/errors.ts'
import type { AccessTo, BookAccess } from '#features/reader/contract.ts'

/**
 * Lets a request through to a page, or to a book's whole when the page is left out; before anything of the book is
 * touched.
 */
export type Gate = (cookie: string | undefined, bookId: string, page?: number) => Promise<BookAccess>

/**
 * The one gate in front of pages, text and PDF. It is asked by the page's number alone, so a locked page and one that
 * does not exist look alike.
 *
 * @returns `openPage`, which throws AppError `payment-required` for what is locked, and what `accessTo` throws.
 */
export function createGate(accessTo: AccessTo): Gate {
  return async function openPage(cookie, bookId, page = Infinity) {
    const access = await accessTo(cookie, bookId)
    if (access.kind === 'preview' && !(page <= access.openPages)) {
      throw new AppError('payment-required', 'Purchase the book to read this page.')
    }
    return access
  }
}

/** How many pages of a book this visitor may read. */
export function readablePages(access: BookAccess, pageCount: number): number {
  return access.kind === 'preview' ? Math.min(access.openPages, pageCount) : pageCount
}

/** Whether a page looks the same to everybody who may see it, and may be kept anywhere. */
export function isPublicPage(access: BookAccess, page: number): boolean {
  return access.kind === 'free' || page <= access.openPages
}
