import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import { isAppError, AppError } from '#shared/errors.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import { isUuid } from '#shared/uuid.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { createBookPdfs } from './server/downloads/book-pdf.ts'
import { downloadRoutes } from './server/downloads/download-routes.ts'
import { createPdfCache } from './server/pdf/pdf-cache.ts'
import { pdfProxyRoutes } from './server/downloads/pdf-proxy-routes.ts'
import { sendPdf } from './server/downloads/send-pdf.ts'
import type { PresaleChecks } from './server/prepare-for-sale.ts'
import { watermarkPage } from './server/watermark/watermark-page.ts'
import { createPageWatermarker } from './server/pdf/watermarked-pages.ts'
import { createPreviewPdfs } from './server/preview-pdf/preview-pdfs.ts'
import { maxPages } from './server/publish-edition.ts'
import { setUnwatermarked, clearUnwatermarked, type EditionRow, listUnwatermarked } from './server/queries.ts'
import { createNarrations } from './server/read-along/narration.ts'
import { createReadAlong } from './server/read-along/read-along.ts'
import { readAlongRoutes } from './server/read-along/read-along-routes.ts'
import { readerRoutes } from './server/reader-routes.ts'
import { findShippedPdf } from './server/originals.ts'
import { createReader } from './server/reader.ts'
import { createLockedSearchLimit } from './server/search/locked-search-limit.ts'
import { createPdfRewriter } from './server/pdf/rewrite-pdf.ts'
import { createWatermarkedPdfs, createPdfWatermarker } from './server/watermark/watermarked-pdfs.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import { editionName } from './server/edition.ts'

const kind = 'unstamped-book'
/** A book as shown in the action items. `edition` is empty for the latest import. */
type SoldBook = { title: string; edition?: string | undefined }

/** Creates the action items for books whose PDF cannot be watermarked. */
function createUnwatermarkedItems({
  db,
  findBook,
}: {
  db: Database['db']
  findBook(bookId: string): SoldBook | undefined
}): ActionItemSource {
  const isSold = ({ bookId, sha256, isCurrent }: EditionRow) => {
    const book = findBook(bookId)
    return book !== undefined && (book.edition ? book.edition === editionName(sha256) : isCurrent)
  }
  return {
    kinds: [kind],
    async list() {
      const editions = await listUnwatermarked(db)
      return editions.filter(isSold).map(({ id, bookId, unwatermarkedAt }): ActionItem => ({
        key: `${kind}:${id}`,
        severity: 'promise',
        title: `Copies of ${quoteTitle(findBook(bookId)!.title)} are sent without the buyer’s watermark`,
        detail:
          'This PDF can’t be watermarked because of how it is built. Open it in a PDF program, save it as a new PDF, upload that file and publish the book.',
        since: unwatermarkedAt!.toISOString(),
        action: { label: 'Mark as done', canUndo: false },
        href: `/admin/books/${bookId}`,
      }))
    },
    async runAction(key) {
      const id = key.slice(kind.length + 1)
      if (!isUuid(id) || !(await clearUnwatermarked(db, id)))
        throw new AppError('conflict', 'This item is already marked as done.')
    },
    undo: () =>
      Promise.reject(
        new AppError(
          'conflict',
          'This can’t be undone. The item reappears when the next copy is sent without a watermark.',
        ),
      ),
  }
}

declare module '#shared/services.ts' {
  interface Services {
    /** Sends the buyer's own copy of a book; returns undefined without sending anything to everyone else. */
    sendPurchasedPdf(request: FastifyRequest, reply: FastifyReply, bookId: string): Promise<FastifyReply | undefined>
  }
}

/** Thumbnail width, also rendered when a PDF is checked. */
const thumbnailWidth = 204

/** Reading books page by page, and downloading PDFs. */
export const reader = defineFeature({
  name: 'reader',
  messages: { en, es },
  create(deps: FeatureDeps<'books' | 'bookAccess' | 'paymentHold'>) {
    const { config, contentDir, database, db, changes, storage, edits, log, pageCache, runs, features } = deps
    const { books, bookAccess: getBookAccess, paymentHold: findPaymentHold } = features
    const limit = (name: string, points: number, durationSeconds: number) =>
      createRateLimit({ pool: database.pool, name, points, durationSeconds })
    const findBook = (id: string) => books.find(id) ?? books.findUnlisted(id)
    const allBooks = () => books.list().flatMap(({ id }) => books.find(id) ?? [])
    const presaleChecks: PresaleChecks = {
      watermark: createPdfWatermarker(),
      rewrite: (...pdf) => rewritePdf(...pdf),
      async preview(edition) {
        const book = findBook(edition.bookId)
        if (book && !book.isFree) await previewPdfs(edition, book.previewPages)
      },
    }
    const reader = createReader({
      books: { list: allBooks, find: findBook },
      contentDir: join(contentDir, 'books'),
      db,
      changes,
      storage,
      getBookAccess,
      findPaymentHold,
      lockedSearchLimit: createLockedSearchLimit({
        perClient: [limit('book-search-hour', 60, 3600), limit('book-search-day', 300, 24 * 3600)],
        perBook: limit('book-search-book', 3_000, 24 * 3600),
      }),
      onNewEdition: () => pageCache.clear(),
      presaleChecks,
      log,
    })
    const rewritePdf = createPdfRewriter(reader.renderer, maxPages)
    const pdfCache = createPdfCache({ storage, log })
    const watermarkedPdfs = createWatermarkedPdfs({
      pdfCache,
      log,
      rewrite: rewritePdf,
      onUnwatermarked: (edition) => setUnwatermarked(db, edition),
    })
    const previewPdfs = createPreviewPdfs({
      pdfCache,
      pages: reader.pages,
      describe: findBook,
      log,
    })
    const pdfs = createBookPdfs({
      getBookAccess,
      editions: reader.editions,
      storage: reader.storage,
      watermarkedPdfs,
      previewPdfs,
    })
    const findReadAlong = createReadAlong({
      narrationOf: createNarrations(contentDir, allBooks(), findBook),
      findEdition: reader.editions.current,
      readText: reader.pages.text,
    })
    edits.onChange(() => reader.refreshBooks())
    return {
      artworkPlaces: [{ slug: 'book-not-found', name: 'Book not found', path: '/book/not-found' }],
      services: {
        reader: reader.service,
        bookEditions: {
          describe: reader.describe,
          prepare: reader.prepare,
          find: async (bookId, edition) =>
            (edition === '' ? reader.editions.current(bookId) : reader.editions.get(bookId, edition)).catch(
              (error: unknown) => {
                if (isAppError(error) && error.code === 'not-found') return undefined
                throw error
              },
            ),
          async page(bookId, name, page) {
            const edition = await reader.editions.get(bookId, name)
            return reader.pages.image(edition, Math.min(page, edition.pageCount), thumbnailWidth)
          },
        },
        async sendPurchasedPdf(request, reply, bookId) {
          const bought = await pdfs.getPurchased(request.headers.cookie, bookId)
          return bought && sendPdf(request, reply, bought, 'attachment')
        },
      },
      actionItems: createUnwatermarkedItems({ db, findBook }),
      async storedOriginals() {
        const named = await Promise.all(
          allBooks().map(({ id, edition }) => reader.editions.find(id, edition).catch(() => undefined)),
        )
        const lasting = await Promise.all(
          named.map(async (edition) =>
            edition && !(await findShippedPdf(join(contentDir, 'books'), edition.storageKey)) ? [edition] : [],
          ),
        )
        return lasting.flat().map(({ bookId, storageKey }) => ({
          key: storageKey,
          title: `The PDF of ${quoteTitle(findBook(bookId)?.title ?? bookId)}`,
          href: `/admin/books/${bookId}`,
        }))
      },
      async routes(app) {
        await app.register(downloadRoutes({ pdfs }))
        await app.register(pdfProxyRoutes({ isBook: (id) => findBook(id) !== undefined, origin: config.origin, pdfs }))
        await app.register(readerRoutes({ reader, watermarkedPage: createPageWatermarker(watermarkPage) }))
        await app.register(readAlongRoutes({ getBookAccess, findReadAlong }))
      },
      jobs: [
        defineJob({
          name: 'reader.prepare-pages',
          role: 'any',
          // A station process does not handle books. Only workers prerender pages.
          start: () => reader.start({ isImporting: runs('web') || runs('worker'), isPrerendering: runs('worker') }),
          stop: reader.stop,
        }),
      ],
      pages: reader.pages,
    }
  },
})
