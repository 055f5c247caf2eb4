import type { Services } from '#shared/services.ts'
import type { Book } from '#features/books/contract.ts'

/**
 * Returns the book this visitor may see: a published one, or for its buyer one removed from the library.
 *
 * @returns undefined for everyone else.
 */
export async function findBookFor(
  request: Request,
  bookId: string,
  { books, reader }: Pick<Services, 'books' | 'reader'>,
): Promise<Book | undefined> {
  const unlisted = books.findUnlisted(bookId)
  const isPurchased = unlisted && (await reader.canReadAll(request.headers.get('cookie') ?? undefined, bookId))
  return isPurchased ? unlisted : books.find(bookId)
}
