import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/database/open-database.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { BooksService } from '#features/books/contract.ts'
import type { AccessTo } from '#features/reader/contract.ts'
import { type BookPdfs, createBookPdfs } from '#features/reader/server/downloads/book-pdf.ts'
import { createKeptCopies } from '#features/reader/server/downloads/kept-copies.ts'
import type { SaleTrial } from '#features/reader/server/fit-for-sale.ts'
import { createPreviewCopies } from '#features/reader/server/preview-pdf/preview-copies.ts'
import { openReader, type Reader } from '#features/reader/server/reader.ts'
import { createLockedLooks } from '#features/reader/server/search/locked-looks.ts'
import { mostPages } from '#features/reader/server/publish-edition.ts'
import { noteUnstamped } from '#features/reader/server/queries.ts'
import { createMending } from '#features/reader/server/stamp/mend-pdf.ts'
import { createStampedCopies, createStamping } from '#features/reader/server/stamp/stamped-copies.ts'
import { createUnstampedNeeds } from '#features/reader/server/unstamped-needs.ts'
import type { NeedSource } from '#features/owner/contract.ts'

/** The reader, and what leaves it as PDF. */
export type BookReader = Reader & {
  pdfs: BookPdfs
  /** What of books waits for the owner. */
  needs: NeedSource
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
  const findBook = (id: string) => books.find(id) ?? books.findUnlisted(id)
  const sale: SaleTrial = {
    stamp: createStamping(),
    mend: (...pdf) => mend(...pdf),
    async preview(edition) {
      const book = findBook(edition.bookId)
      if (book && !book.isFree) await previews(edition, book.previewPages)
    },
  }
  const reader = openReader({
    books: { list: () => books.list().flatMap(({ id }) => books.find(id) ?? []), find: findBook },
    contentDir: join(contentDir, 'books'),
    db: database.db,
    storage,
    accessTo,
    lockedLooks: createLockedLooks({
      perClient: [limit('book-search-hour', 60, 3600), limit('book-search-day', 300, 24 * 3600)],
      perBook: limit('book-search-book', 3_000, 24 * 3600),
    }),
    onNewEdition,
    sale,
    log,
  })
  const mend = createMending(reader.renderer, mostPages)
  const kept = createKeptCopies({ storage, log })
  const stamped = createStampedCopies({ kept, log, mend, onUnstamped: (edition) => noteUnstamped(database.db, edition) })
  const previews = createPreviewCopies({
    kept,
    pages: reader.pages,
    describe: findBook,
    log,
  })
  const needs = createUnstampedNeeds({ db: database.db, findBook })
  return { ...reader, storage, needs, pdfs: createBookPdfs({ accessTo, editions: reader.editions, storage, stamped, previews }) }
}
