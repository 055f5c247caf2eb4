import { foldText } from '#shared/fold-text.ts'
import { pageWithin } from '#shared/page-within.ts'
import type { Book } from '#features/books/contract.ts'
import type { BookRow, BookList } from '#features/books/admin.ts'
import type { BooksCatalogue } from '../catalogue.ts'

const perPage = 50

/**
 * Returns one page of the owner's book list, filtered by title, author or address. A book that is not published is
 * listed with the values of its draft, as the editor shows it.
 *
 * @param drafts Drafts by the id of their book; undefined for one that cannot be read.
 */
export function listBooks(
  books: Pick<BooksCatalogue, 'all'>,
  drafts: ReadonlyMap<string, Book | undefined>,
  query: string,
  page: number,
): BookList {
  const all = books.all().map((entry, index) => ({
    book: entry.status === 'published' ? entry : { ...(drafts.get(entry.id) ?? entry), status: entry.status },
    position: index + 1,
  }))
  const folded = foldText(query)
  const found = all.filter(({ book: { id, title, author } }) =>
    [title, author, id].some((text) => foldText(text).includes(folded)),
  )
  const { page: shown, pageCount, offset } = pageWithin(page, found.length, perPage)
  return {
    books: found
      .slice(offset, offset + perPage)
      .map(({ book, position }) => ({ ...toRow(book), position, hasDraft: drafts.has(book.id) })),
    page: shown,
    pageCount,
    found: found.length,
    total: all.length,
  }
}

function toRow(book: Book): Omit<BookRow, 'position' | 'hasDraft'> {
  const {
    id,
    title,
    subtitle,
    author,
    category,
    priceCents,
    isFree,
    coverImage,
    coverAlt,
    pages,
    status,
    audioChapters,
  } = book
  const card = { id, title, subtitle, author, category, priceCents, isFree, coverImage, coverAlt, pages }
  return { ...card, isPublished: status === 'published', chapters: audioChapters.length }
}
