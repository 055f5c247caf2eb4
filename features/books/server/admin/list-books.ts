import { foldText } from '#shared/fold-text.ts'
import type { Book } from '#features/books/contract.ts'
import type { BookLine, BookList } from '#features/books/admin.ts'
import type { BooksCatalogue } from '../catalogue.ts'

const perPage = 50

/**
 * One page of the library as the owner sees it: every book, in its place, with what was searched for in title, author
 * or address.
 */
export function listBooks(
  books: Pick<BooksCatalogue, 'all'>,
  drafts: readonly string[],
  words: string,
  page: number,
): BookList {
  const all = books.all().map((book, index) => ({ book, place: index + 1 }))
  const asked = foldText(words)
  const found = all.filter(({ book: { id, title, author } }) =>
    [title, author, id].some((text) => foldText(text).includes(asked)),
  )
  const pageCount = Math.max(1, Math.ceil(found.length / perPage))
  const shown = Math.min(Math.max(1, page), pageCount)
  const withDraft = new Set(drafts)
  return {
    books: found
      .slice((shown - 1) * perPage, shown * perPage)
      .map(({ book, place }) => ({ ...lineOf(book), place, hasDraft: withDraft.has(book.id) })),
    page: shown,
    pageCount,
    found: found.length,
    total: all.length,
  }
}

function lineOf(book: Book): Omit<BookLine, 'place' | 'hasDraft'> {
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
  const told = { id, title, subtitle, author, category, priceCents, isFree, coverImage, coverAlt, pages }
  return { ...told, isPublished: status === 'published', chapters: audioChapters.length }
}
