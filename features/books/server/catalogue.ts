import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readContentFolders, refuseContent } from '#platform/content-files.ts'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import {
  type AudiobookPreview,
  type Book,
  bookEntrySchema,
  bookFileSchema,
  type BookCard,
  type BooksService,
  narrationPath,
} from '#features/books/contract.ts'
import { deriveArtDirection } from '#shared/art-direction.ts'
import { slugSchema } from '#shared/contract.ts'

/** Schema of the owner's library order: one entry of the kind `library`, so that moving a book is a single edit. */
const libraryOrderSchema = z.object({ id: z.literal('order'), bookIds: z.array(slugSchema).max(10_000) }).strict()

/** Order before the owner moves a book: the order given in the files. */
const fileLibraryOrder: z.infer<typeof libraryOrderSchema> = { id: 'order', bookIds: [] }

/** Sorts books: first those that the owner has ordered, in that order, then the others by their own number. */
function inLibraryOrder(books: readonly Book[], bookIds: readonly string[]): Book[] {
  const positions = new Map(bookIds.map((id, position) => [id, position]))
  const positionOf = ({ id }: Book) => positions.get(id) ?? Infinity
  return books.toSorted((a, b) => (positionOf(a) === positionOf(b) ? a.order - b.order : positionOf(a) - positionOf(b)))
}

/** The library, including unpublished books. */
export type BooksCatalogue = BooksService & {
  /** Returns all books in library order; the same array until something changes. */
  all(): readonly Book[]
  /** Returns whether the content folder contains the book and so its PDF. */
  isInFiles(id: string): boolean
}

/**
 * Loads the library from `content/books/`; rejects books without a PDF or with missing narration files.
 *
 * @param edits The owner's edits, which override the files. Without them, only the files are used.
 */
export function loadBooks(contentDir: string, edits?: Pick<ContentEdits, 'follow'>): BooksCatalogue {
  const files: Book[] = readContentFolders(contentDir, 'books', 'book.yaml', bookFileSchema).map(({ name, data }) => ({
    ...data,
    id: name,
    edition: '',
  }))
  refuseContent(files.flatMap((book) => findProblems(book, contentDir)))
  const entries = edits?.follow<Book>({
    kind: 'book',
    files,
    keyOf: ({ id }) => id,
    schema: bookEntrySchema as z.ZodType<Book>,
  })
  const order = edits?.follow({
    kind: 'library',
    files: [fileLibraryOrder],
    keyOf: ({ id }) => id,
    schema: libraryOrderSchema,
  })
  const fileIds = new Set(files.map(({ id }) => id))

  let cached: { of: readonly unknown[]; library: Library } | undefined
  const library = (): Library => {
    const [books, orders] = [entries?.list() ?? files, order?.list() ?? [fileLibraryOrder]]
    if (cached?.of[0] !== books || cached.of[1] !== orders) {
      cached = { of: [books, orders], library: createLibrary(inLibraryOrder(books, orders[0]?.bookIds ?? [])) }
    }
    return cached.library
  }
  return {
    list: () => library().cards,
    audiobookPreview: () => library().preview,
    find: (id) => library().published.get(id),
    findUnlisted: (id) => library().unlisted.get(id),
    all: () => library().all,
    isInFiles: (id) => fileIds.has(id),
  }
}

type Library = {
  all: readonly Book[]
  cards: BookCard[]
  preview: AudiobookPreview | undefined
  published: ReadonlyMap<string, Book>
  unlisted: ReadonlyMap<string, Book>
}

function createLibrary(books: readonly Book[]): Library {
  const all = books.map((book) => ({ ...book, artwork: book.artwork ?? deriveArtDirection(book.id, 'engraving') }))
  const published = all.filter(({ status }) => status === 'published')
  return {
    all,
    cards: published.map(cardOf),
    preview: published.map(previewOf).find((found) => found !== undefined),
    published: new Map(published.map((book) => [book.id, book])),
    unlisted: new Map(all.filter(({ status }) => status !== 'published').map((book) => [book.id, book])),
  }
}

function cardOf({
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
  artwork,
}: Book): BookCard {
  return { id, title, subtitle, author, category, priceCents, isFree, coverImage, coverAlt, pages, artwork }
}

// The landing page plays previews of free books only.
function previewOf({
  id,
  title,
  subtitle,
  description,
  coverImage,
  isFree,
  audioChapters,
  audioPreview,
}: Book): AudiobookPreview | undefined {
  if (!isFree || !audioPreview) return undefined
  return {
    title,
    subtitle,
    description: description.split('\n\n')[0]!,
    previewAudioUrl: narrationPath(id, audioPreview.file),
    durationSeconds: audioPreview.durationSeconds,
    coverImage,
    chapterCount: audioChapters.length,
    slug: id,
  }
}

function findProblems(book: Book, contentDir: string): string[] {
  const folder = join(contentDir, 'books', book.id)
  const problems: string[] = []
  if (!existsSync(join(folder, 'book.pdf')))
    problems.push(`content/books/${book.id}: book.pdf is missing beside book.yaml`)
  for (const [index, chapter] of book.audioChapters.entries()) {
    if (chapter.file && !existsSync(join(folder, 'narration', chapter.file))) {
      problems.push(
        `content/books/${book.id}/book.yaml: audioChapters.${index}.file: file not found: narration/${chapter.file}`,
      )
    }
  }
  if (book.audioPreview && !existsSync(join(folder, 'narration', book.audioPreview.file))) {
    problems.push(
      `content/books/${book.id}/book.yaml: audioPreview.file: file not found: narration/${book.audioPreview.file}`,
    )
  }
  return problems
}
