import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/database/open-database.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { BooksService } from '#features/books/contract.ts'
import type { AccessTo } from '#features/reader/contract.ts'
import { type BookPdfs, createBookPdfs } from '#features/reader/server/downloads/book-pdf.ts'
import { createKeptCopies } from '#features/reader/server/downloads/kept-copies.ts'
import { createPreviewCopies } from '#features/reader/server/preview-pdf/preview-copies.ts'
import { openReader, type Reader } from '#features/reader/server/reader.ts'
import { createLockedLooks } from '#features/reader/server/search/locked-looks.ts'
import { createStampedCopies } from '#features/reader/server/stamp/stamped-copies.ts'

/** The reader, and what leaves it as PDF. */
export type BookReader = Reader & {
  pdfs: BookPdfs
  /** Where books' files lie. */
  storage: Storage
}

/** Opens the reader on the catalogue's books. @param accessTo Who may read what: checkout says. */
export function openBookReader(parts: {
  books: BooksService
  contentDir: string
  database: Database
  storage: Storage
  accessTo: AccessTo
  /** Told when a book has another edition. */
  onNewEdition: () => void
  log: FastifyBaseLogger
}): BookReader {
  const { books, contentDir, database, storage, accessTo, onNewEdition, log } = parts
  const limit = (name: string, points: number, durationSeconds: number) =>
    createRateLimit({ pool: database.pool, name, points, durationSeconds })
  const reader = openReader({
    books: { list: () => books.list().flatMap(({ id }) => books.find(id) ?? []), find: (id) => books.find(id) ?? books.findUnlisted(id) },
    contentDir: join(contentDir, 'books'),
    db: database.db,
    storage,
    accessTo,
    lockedLooks: createLockedLooks({
      perClient: [limit('book-search-hour', 60, 3600), limit('book-search-day', 300, 24 * 3600)],
      perBook: limit('book-search-book', 3_000, 24 * 3600),
    }),
    onNewEdition,
    log,
  })
  const kept = createKeptCopies({ storage, log })
  const stamped = createStampedCopies({ kept, log })
  const previews = createPreviewCopies({
    kept,
    pages: reader.pages,
    describe: (bookId) => books.find(bookId) ?? books.findUnlisted(bookId),
    log,
  })
  return { ...reader, storage, pdfs: createBookPdfs({ accessTo, editions: reader.editions, storage, stamped, previews }) }
}
