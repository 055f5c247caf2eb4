import { join } from 'node:path'
import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { defaultLimits } from '#platform/recordings/analysis.ts'
import { externalOriginOf } from '#shared/web-address.ts'
import { createRecordingAnalyser } from '#platform/recordings/recording-analyser.ts'
import { firstSentences } from '#shared/first-sentences.ts'
import { formatLongDate } from '#shared/long-date.ts'
import { formatUsd } from '#shared/money.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { SiteRecord } from '#features/issues/contract.ts'
import { maxNarrationBytes } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { audioProxyRoutes } from './server/audio-proxy-routes.ts'
import { loadBooks } from './server/catalogue.ts'
import { createBooksAdmin } from './server/admin/books-admin.ts'
import { bookUploadRoutes } from './server/admin/upload-routes.ts'
import { findBookRecording, findDraftRecording, storedOriginalsOf } from './server/recordings.ts'
import { bookRoutes, type CanListen } from './server/routes.ts'

/**
 * The library and its administration. PDFs belong to the reader and access to checkout, which are both created later.
 */
export const books = defineFeature({
  name: 'books',
  messages: { en, es },
  create({
    config,
    contentDir,
    storage,
    edits,
    clock,
    analyseRecording,
    readRecording,
    features,
    collect,
    allServices,
  }: FeatureDeps<'auditLog'>) {
    const { auditLog } = features
    const catalogue = loadBooks(contentDir, edits)
    const canListen: CanListen = async (cookie, bookId) =>
      (await allServices().bookAccess(cookie, bookId)).kind !== 'preview'
    const booksAdmin = createBooksAdmin({
      books: catalogue,
      edits,
      storage,
      readRecording,
      auditLog,
      clock,
      pdfs: {
        describe: (pdf) => allServices().bookEditions.describe(pdf),
        prepare: (...pdf) => allServices().bookEditions.prepare(...pdf),
        find: (...edition) => allServices().bookEditions.find(...edition),
        page: (...page) => allServices().bookEditions.page(...page),
      },
      // Analyzing a chapter can take long. Its analysis is stored beside it, so this folder only avoids repeating it
      // for a second upload.
      analyseRecording: createRecordingAnalyser({
        dir: join(config.DATA_DIR, 'cache', 'recordings'),
        limits: { ...defaultLimits, cpuMs: 60_000, timeoutMs: 5 * 60_000, fileBytes: maxNarrationBytes },
      }),
    })
    const findRecording = (address: string) => {
      for (const find of collect('findRecording')) {
        const found = find(address)
        if (found) return found
      }
      return undefined
    }
    const findForOwner = async (address: string, cookie: string | undefined) => {
      const [found] = collect('findUnpublishedRecording').flatMap((find) => find(address) ?? [])
      return found && (await allServices().owner.findSession(cookie)) ? found : undefined
    }
    return {
      services: {
        books: catalogue,
        booksAdmin,
        findBookFeed: (bookId) => collect('findBookFeed').flatMap((find) => find(bookId) ?? [])[0],
      },
      async routes(app) {
        const { sendPurchasedPdf: sendPurchased } = allServices()
        await app.register(
          bookRoutes({ books: catalogue, contentDir, storage, analyseRecording, sendPurchased, canListen }),
        )
        const { origin } = config
        await app.register(audioProxyRoutes({ findRecording, findForOwner, storage, canListen, origin }))
        await app.register(bookUploadRoutes({ admin: booksAdmin, storage, contentDir, analyseRecording }))
      },
      artworkPlaces: [{ slug: 'books', name: 'Books Library and My Books', path: '/books' }],
      artworkSlugs: () => catalogue.all().map(({ id }) => id),
      artDirection: (id) => (catalogue.find(id) ?? catalogue.findUnlisted(id))?.artwork,
      externalOrigins: () => ({ images: catalogue.list().flatMap(({ coverImage }) => externalOriginOf(coverImage)) }),
      findRecording: findBookRecording(catalogue, contentDir),
      findUnpublishedRecording: findDraftRecording,
      storedOriginals: async () => catalogue.list().flatMap(({ id }) => storedOriginalsOf(catalogue.find(id))),
      newsletterRecords: {
        max: 4,
        list: (since, now) =>
          catalogue
            .list()
            .flatMap(({ id }) => catalogue.find(id) ?? [])
            .map((book) => ({ book, at: new Date(`${book.published}T00:00:00Z`) }))
            .filter(({ at }) => at >= since && at <= now)
            .toSorted((a, b) => b.at.getTime() - a.at.getTime())
            .map(({ book, at }): SiteRecord => {
              const price = book.isFree ? 'is free' : `costs ${formatUsd(book.priceCents)}`
              return {
                kind: 'book',
                title: book.title,
                facts: `${quoteTitle(`${book.title}: ${book.subtitle}`)} by ${book.author} was published on ${formatLongDate(at, 'UTC')}. It has ${book.pages} pages and ${price}. From the book page: ${quoteTitle(firstSentences(book.description, 1))}`,
                path: `/book/${book.id}`,
                at,
              }
            }),
      },
    }
  },
})
