import type { Services } from '#shared/services.ts'
import type { Book } from '#features/books/contract.ts'

/**
 * The book a page may show to whoever asks: one of the library, or one that was taken out of it for the browser that
 * bought it.
 *
 * @returns undefined for everybody to whom it does not exist.
 */
export async function findBookFor(
  request: Request,
  bookId: string,
  { books, reader }: Pick<Services, 'books' | 'reader'>,
): Promise<Book | undefined> {
  const unlisted = books.findUnlisted(bookId)
  const isKept = unlisted && (await reader.mayReadAll(request.headers.get('cookie') ?? undefined, bookId))
  return isKept ? unlisted : books.find(bookId)
}
