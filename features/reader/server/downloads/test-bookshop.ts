import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import Fastify from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { createPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { errorHandling } from '#server/plugins/errors.ts'
import { en } from '#features/reader/messages/en.ts'
import { es } from '#features/reader/messages/es.ts'
import { AppError } from '#shared/errors.ts'
import type { GetBookAccess } from '#features/reader/contract.ts'
import { editionName, type Edition } from '../edition.ts'
import { createPageStore } from '../page-store.ts'
import { createPreviewPdfs } from '../preview-pdf/preview-pdfs.ts'
import { createWatermarkedPdfs } from '../watermark/watermarked-pdfs.ts'
import { createBookPdfs } from './book-pdf.ts'
import { downloadRoutes } from './download-routes.ts'
import { createPdfCache } from '../pdf/pdf-cache.ts'
import { pdfProxyRoutes } from './pdf-proxy-routes.ts'

export const origin = 'https://swade.example'
const silent = { warn: () => undefined, error: () => undefined }

/** Text that appears on one page of one book of the shop only. */
export const wordsOf = (bookId: string, page: number) => `secret of ${bookId} on sheet ${page}.`

/** The cookie `buyer=<name>` has bought `paid-book`; for `buyer=nobody-knows` access cannot be determined. */
const getBookAccess: GetBookAccess = async (cookie, bookId) => {
  if (!['free-book', 'paid-book'].includes(bookId)) throw new AppError('not-found', 'Book not found.')
  if (bookId === 'free-book') return { kind: 'free' }
  const name = /buyer=([\w-]+)/.exec(cookie ?? '')?.[1]
  if (name === 'nobody-knows') throw new AppError('unavailable', 'Not now.', { retryAfterSeconds: 5 })
  return name
    ? {
        kind: 'owned',
        openPages: 5,
        entitlementId: `copy-of-${name}`,
        watermark: { orderCode: `SW-${name}`, maskedEmail: `${name[0]}•••@example.com` },
      }
    : { kind: 'preview', openPages: 5 }
}

/** Creates bookshops for the tests of one file, with a shared renderer and printed books. */
export function bookshops() {
  let shared: { renderer: PdfRenderer; printed: Printed[] } | undefined
  let common: Promise<Bookshop> | undefined
  const opened: Promise<Bookshop>[] = []
  beforeAll(async () => {
    const renderer = createPdfRenderer({ threads: 1 })
    shared = { renderer, printed: [await print(renderer, 'free-book', 3), await print(renderer, 'paid-book', 8)] }
  })
  afterAll(async () => {
    for (const bookshop of opened) await (await bookshop).close()
    await shared?.renderer.close()
  })
  /**
   * Serves a free book of 3 pages and a paid one of 8 with real access checks, threads and storage.
   *
   * @param change Wraps the storage, for example to make it fail.
   */
  const createBookshop = (change: (storage: Storage) => Storage = (storage) => storage, threadFile?: URL) => {
    if (!shared) throw new Error('a bookshop can only be opened inside a test')
    const bookshop = open(shared, change, threadFile)
    opened.push(bookshop)
    return bookshop
  }
  return {
    createBookshop,
    /** One bookshop shared by all read-only tests, with its cached files. */
    commonBookshop: () => (common ??= createBookshop()),
  }
}

type Bookshop = Awaited<ReturnType<typeof open>>

type Printed = { pdf: Uint8Array; edition: Edition }

async function open(
  { renderer, printed }: { renderer: PdfRenderer; printed: Printed[] },
  change: (storage: Storage) => Storage,
  threadFile: URL | undefined,
) {
  const folder = await mkdtemp(join(tmpdir(), 'bookshop-'))
  const files = await localStorage(folder)
  const editions = new Map(printed.map(({ edition }) => [edition.bookId, edition]))
  for (const { pdf, edition } of printed) await files.put(edition.storageKey, pdf, { contentType: 'application/pdf' })
  const storage = change(files)
  const pdfCache = createPdfCache({ storage, log: silent })
  const pages = createPageStore({ storage, renderer, log: silent })
  const pdfs = createBookPdfs({
    getBookAccess,
    storage,
    editions: { current: async (bookId) => editions.get(bookId)! },
    watermarkedPdfs: createWatermarkedPdfs({ pdfCache, log: silent, ...(threadFile ? { threadFile } : {}) }),
    previewPdfs: createPreviewPdfs({ pdfCache, pages, describe: (title) => ({ title, author: 'Swade' }), log: silent }),
  })
  const app = Fastify()
  await app.register(errorHandling, { texts: joinCatalogues({ features: [{ name: 'reader', messages: { en, es } }] }) })
  await app.register(downloadRoutes({ pdfs }))
  await app.register(pdfProxyRoutes({ isBook: (id) => editions.has(id), origin, pdfs }))
  return {
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
    app,
    folder,
    storage: files,
    renderer,
    original: (bookId: string) => editions.get(bookId)!,
  }
}

async function print(renderer: PdfRenderer, bookId: string, pageCount: number): Promise<Printed> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let page = 1; page <= pageCount; page += 1)
    document.addPage([300, 400]).drawText(wordsOf(bookId, page), { font, size: 12, x: 30, y: 300 })
  const pdf = await document.save()
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const facts = await renderer.inspect({ id: sha256, read: async () => pdf }, 100)
  const storageKey = `editions/${bookId}.pdf`
  return { pdf, edition: { bookId, bytes: pdf.length, sha256, storageKey, name: editionName(sha256), ...facts } }
}
