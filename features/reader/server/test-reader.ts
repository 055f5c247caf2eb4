import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import '#platform/counted-request.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createTestChanges } from '#platform/database/test-changes.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { createPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { rawPdf, stream } from '#platform/pdf/test-pdfs.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { errorHandling } from '#server/plugins/errors.ts'
import { en } from '#features/reader/messages/en.ts'
import { es } from '#features/reader/messages/es.ts'
import { AppError } from '#shared/errors.ts'
import type { GetBookAccess } from '#features/reader/contract.ts'
import type { PresaleChecks } from './prepare-for-sale.ts'
import { createPageWatermarker } from './pdf/watermarked-pages.ts'
import { createReader } from './reader.ts'
import { readerRoutes } from './reader-routes.ts'
import { createLockedSearchLimit } from './search/locked-search-limit.ts'

const migrationsDir = resolve(import.meta.dirname, '../../../db/migrations')

/** A PDF with one page for each list of lines. */
export function printedPdf(pages: string[][]): Buffer {
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${6 + index * 2} 0 R`).join(' ')}] /Count ${pages.length} /MediaBox [0 0 420 595] /Resources << /Font << /F1 3 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /First 5 0 R /Last 5 0 R >>',
    `<< /Title (The last page) /Dest [${4 + pages.length * 2} 0 R /Fit] >>`,
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${7 + index * 2} 0 R >>`,
      stream(
        Buffer.from(
          lines.map((line, row) => `BT /F1 14 Tf 40 ${540 - row * 24} Td (${line}) Tj ET\n`).join(''),
          'latin1',
        ),
      ),
    ]),
  ])
}

/** A book of eight pages; each page has a word of its own. */
export const eightPages = printedPdf(
  Array.from({ length: 8 }, (_, index) => [`Page ${index + 1}`, `secret${'abcdefgh'[index]} words`]),
)

/** The cookie `owner=1` owns every book. */
export const ownerCookie = { cookie: 'owner=1' }
/** Cookie of a visitor whose payment for every paid book is disputed. */
export const disputedCookie = { cookie: 'disputed=1' }

/** Options of one test reader. */
type TestReaderOptions = {
  /** Number of public pages; 5 by default. */
  openPages?: number
  editionOf?: (bookId: string) => string | undefined
  /** Wraps the reader's storage. */
  change?: (storage: Storage) => Storage
  renderer?: PdfRenderer
  /** Checks to run before a PDF is imported. */
  presaleChecks?: PresaleChecks
  /** Keeps the database rows of another reader. */
  joins?: boolean
  onNewEdition?: () => void
}

/** Creates readers for the tests of one file on a shared database and renderer. */
export function testReaders() {
  let shared: { database: Database; renderer: PdfRenderer } | undefined
  beforeAll(async () => {
    shared = { database: await createTestDatabase({ migrationsDir }), renderer: createPdfRenderer() }
  })
  afterAll(async () => {
    await shared?.renderer.close()
    await shared?.database.close()
  })
  /**
   * Creates a reader on an empty database and a temporary folder with the given books: `free` is free, all others are
   * paid.
   */
  return (pdfs: Record<string, Uint8Array>, options: TestReaderOptions = {}) => {
    if (!shared) throw new Error('a reader can only be opened inside a test')
    return createTestReader(pdfs, { ...shared, ...options })
  }
}

async function createTestReader(
  pdfs: Record<string, Uint8Array>,
  options: TestReaderOptions & { database: Database; renderer: PdfRenderer },
) {
  const { openPages = 5, database } = options
  const folder = await mkdtemp(join(tmpdir(), 'reader-'))
  const contentDir = join(folder, 'books')
  for (const [id, pdf] of Object.entries(pdfs)) {
    await mkdir(join(contentDir, id), { recursive: true })
    await writeFile(join(contentDir, id, 'book.pdf'), pdf)
  }
  if (!options.joins) await database.pool.query('TRUNCATE book_editions, rate_limits')
  const files = await localStorage(join(folder, 'files'))
  const touched: string[] = []
  const watched: Storage = {
    ...files,
    open: (key, range) => (touched.push(key), files.open(key, range)),
    stat: (key) => (touched.push(key), files.stat(key)),
  }
  const storage = options.change?.(watched) ?? watched
  const getBookAccess: GetBookAccess = async (cookie, bookId) => {
    if (!(bookId in pdfs)) throw new AppError('not-found', 'Book not found.')
    if (bookId === 'free') return { kind: 'free' }
    if (cookie !== ownerCookie.cookie) return { kind: 'preview', openPages }
    return {
      kind: 'owned',
      openPages,
      entitlementId: 'e1',
      watermark: { orderCode: 'SW-TEST', maskedEmail: 'r…@example.com' },
    }
  }
  const logged: object[] = []
  const log = {
    info: () => {},
    warn: (entry: object) => logged.push(entry),
    error: (entry: object) => logged.push(entry),
  }
  const readable = (id: string) => ({
    id,
    isFree: id === 'free',
    previewPages: openPages,
    edition: options.editionOf?.(id),
  })
  const reader = createReader({
    books: { list: () => Object.keys(pdfs).map(readable), find: (id) => (id in pdfs ? readable(id) : undefined) },
    contentDir,
    db: database.db,
    changes: await createTestChanges(database),
    storage,
    getBookAccess,
    findPaymentHold: async (cookie) => (cookie === disputedCookie.cookie ? 'dispute' : undefined),
    lockedSearchLimit: createLockedSearchLimit({
      perClient: [createRateLimit({ pool: database.pool, name: 'book-search', points: 5, durationSeconds: 3600 })],
      perBook: createRateLimit({ pool: database.pool, name: 'book-search-book', points: 12, durationSeconds: 3600 }),
    }),
    log,
    ...(options.onNewEdition ? { onNewEdition: options.onNewEdition } : {}),
    renderer: options.renderer,
    ...(options.presaleChecks ? { presaleChecks: options.presaleChecks } : {}),
    pace: { firstPauseMs: 0, maxPauseMs: 0, isBusy: () => false },
  })
  const app = Fastify()
  const counted: string[] = []
  app.addHook('onResponse', async ({ countedUse }) => {
    if (countedUse) counted.push(`${countedUse.metric} ${countedUse.key}`)
  })
  await app.register(errorHandling, { texts: joinCatalogues({ features: [{ name: 'reader', messages: { en, es } }] }) })
  const watermarkedPage = createPageWatermarker(async (webp, watermark) =>
    Buffer.concat([webp, Buffer.from(` marked ${watermark.orderCode}`)]),
  )
  await app.register(readerRoutes({ reader, watermarkedPage }))
  onTestFinished(async () => {
    await app.close()
    await reader.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { reader, app, database, storage: files, contentDir, touched, logged, counted }
}
