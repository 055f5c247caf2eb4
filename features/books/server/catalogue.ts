import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readContentFolders, refuseContent } from '#platform/content-files.ts'
import { type Book, bookFileSchema, type BooksService } from '#features/books/contract.ts'

/** Loads the library from `content/books/`; refuses a book without its PDF or with a narration file that is not there. */
export function loadBooks(contentDir: string): BooksService {
  const books: Book[] = readContentFolders(contentDir, 'books', 'book.yaml', bookFileSchema)
    .map(({ name, data }) => ({ id: name, ...data }))
    .toSorted((a, b) => a.order - b.order)
  refuseContent(books.flatMap((book) => problemsOf(book, contentDir)))
  const byId = new Map(books.map((book) => [book.id, book]))
  const cards = books.map(({ id, title, subtitle, author, category, priceCents, isFree, coverImage, pages }) => ({
    id,
    title,
    subtitle,
    author,
    category,
    priceCents,
    isFree,
    coverImage,
    pages,
  }))
  return { list: () => cards, find: (id) => byId.get(id) }
}

function problemsOf(book: Book, contentDir: string): string[] {
  const folder = join(contentDir, 'books', book.id)
  const problems: string[] = []
  if (!existsSync(join(folder, 'book.pdf'))) problems.push(`content/books/${book.id}: there is no book.pdf beside book.yaml`)
  for (const [index, chapter] of book.audioChapters.entries()) {
    if (chapter.file && !existsSync(join(folder, 'narration', chapter.file))) {
      problems.push(`content/books/${book.id}/book.yaml: audioChapters.${index}.file: there is no narration/${chapter.file}`)
    }
  }
  return problems
}
