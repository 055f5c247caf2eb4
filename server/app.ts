import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createRecordingAnalyser } from '#platform/recordings/recording-analyser.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { Services } from '#shared/services.ts'
import { findArtistRecording } from '#features/artists/server/recordings.ts'
import { posterRoutes } from '#features/artists/server/posters/poster-routes.ts'
import { artistRoutes } from '#features/artists/server/routes.ts'
import { artistUploadRoutes } from '#features/artists/server/upload-routes.ts'
import { audioProxyRoutes } from '#features/books/server/audio-proxy-routes.ts'
import { findBookRecording } from '#features/books/server/recordings.ts'
import { bookUploadRoutes } from '#features/books/server/desk/upload-routes.ts'
import { bookRoutes, type MayHear, type SendBought } from '#features/books/server/routes.ts'
import { journeyRoutes } from '#features/journey/server/routes.ts'
import { nowPlayingRoutes } from '#features/radio/server/now-playing-routes.ts'
import { radioRoutes } from '#features/radio/server/routes.ts'
import { trackRoutes } from '#features/radio/server/tracks/track-routes.ts'
import { markPage } from '#features/reader/server/mark/mark-page.ts'
import { createPageMarker } from '#features/reader/server/pages/marked-pages.ts'
import { openNarrations } from '#features/reader/server/read-along/narration.ts'
import { createReadAlong } from '#features/reader/server/read-along/read-along.ts'
import { readAlongRoutes } from '#features/reader/server/read-along/read-along-routes.ts'
import { readerRoutes } from '#features/reader/server/reader-routes.ts'
import { downloadRoutes } from '#features/reader/server/downloads/download-routes.ts'
import { pdfProxyRoutes } from '#features/reader/server/downloads/pdf-proxy-routes.ts'
import { sendPdf } from '#features/reader/server/downloads/send-pdf.ts'
import { createFrontDoor } from './front-door.ts'
import { slowBodies } from './slow-bodies.ts'
import type { Checkout } from './open-checkout.ts'
import type { Newsletter } from './open-newsletter.ts'
import type { Prices } from './open-prices.ts'
import type { Radio } from './open-radio.ts'
import type { Desk } from './open-desk.ts'
import type { BookReader } from './open-reader.ts'
import type { Submissions } from './open-submissions.ts'
import { openVenue } from './open-venue.ts'
import { outsideOriginsOf } from './outside-origins.ts'
import type { Voice } from './open-voice.ts'
import type { PageCache } from './page-cache.ts'
import { apiRoot } from './plugins/api-root.ts'
import { assets } from './plugins/assets.ts'
import { compressedAnswers } from './plugins/compressed-answers.ts'
import { discovery } from './plugins/discovery.ts'
import { errorHandling, sendRefusal, toAppError } from './plugins/errors.ts'
import { figureRoutes } from './plugins/figure-routes.ts'
import { health } from './plugins/health.ts'
import { newsletterGuard } from './plugins/newsletter-guard.ts'
import { ownerGuard } from './plugins/owner-guard.ts'
import { pages, type PageBuild } from './plugins/pages.ts'
import { preview } from './plugins/preview.ts'
import { baseHeaders, securityHeaders } from './plugins/security-headers.ts'
import { wholeText } from './plugins/whole-text.ts'
import { describeShareImage, isFigure } from './figure-names.ts'

/** What the app is built from; tests hand in their own parts. */
export type AppParts = {
  config: Config
  services: Services
  radio: Pick<Radio, 'station' | 'trackFile' | 'isTrackFigure'>
  checkout: Checkout
  desk: Pick<Desk, 'routes'>
  submissions: Pick<Submissions, 'routes'>
  newsletter: Pick<Newsletter, 'routes' | 'access' | 'noticeRequest'>
  prices: Pick<Prices, 'routes'>
  voice: Pick<Voice, 'routes'>
  reader: BookReader
  /** Reads every recording that is uploaded, whoever sends it. */
  readRecording: ReadRecording
  database: Pick<Database, 'ping' | 'kind'>
  cache: PageCache
  logger: FastifyBaseLogger
  contentDir: string
  /** Folder of the browser's files: `build/pages/client`. Absent in development, where another server sends them. */
  clientDir: string | undefined
  pageBuild: () => PageBuild | Promise<PageBuild>
  isDevelopment?: boolean
}

/** Registers every room on one screen; the order is the order of the requests' way. */
export async function buildApp({
  config,
  services,
  radio,
  reader,
  readRecording,
  checkout,
  desk,
  submissions,
  newsletter,
  prices,
  voice,
  database,
  cache,
  logger,
  contentDir,
  clientDir,
  pageBuild,
  isDevelopment = false,
}: AppParts): Promise<FastifyInstance> {
  const outside = outsideOriginsOf(config, services)
  const headers = baseHeaders({ outside: outside(), isSecure: config.origin.startsWith('https:'), isDevelopment })
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES?.split(',').map((name) => name.trim()) ?? false,
    bodyLimit: 64 * 1024,
    // The reference a person reads on a failed request must be found once in the logs of all processes and days.
    genReqId: () => randomUUID(),
    // A header that takes longer than this to arrive is not from a browser.
    serverFactory: (handler) =>
      createFrontDoor(
        // The outermost bound; what a body may take stands with its address.
        { headersTimeout: 10_000, requestTimeout: 20 * 60_000, keepAliveTimeout: 72_000, maxHeaderSize: 16 * 1024 },
        cache,
        headers,
        handler,
        slowBodies,
      ),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // What cannot even be routed sees no hook, so it gets its headers here.
    frameworkErrors: (error, request, reply) => sendRefusal(toAppError(error), request, reply.headers(headers)),
    return503OnClosing: true,
  })

  await app.register(securityHeaders, { headers })
  await app.register(errorHandling)
  // Before any room: whatever is registered from here on beneath `/api/owner/` is the owner's alone.
  await app.register(ownerGuard, { owner: services.owner, origin: config.origin, isProduction: config.isProduction })
  // And whatever stands beneath `/api/newsletter/admin/` names the role it asks for.
  await app.register(newsletterGuard, { access: newsletter.access, origin: config.origin, isProduction: config.isProduction })
  await app.register(wholeText)
  // A page that loads after a click on a link of a letter tells a person from a scanner.
  app.addHook('onRequest', async (request) => newsletter.noticeRequest(request))
  await app.register(compressedAnswers)
  // Sends files of the content folder for the rooms; serves nothing by itself.
  await app.register(fastifyStatic, { root: contentDir, serve: false, decorateReply: true })

  await app.register(health({ database }))
  await app.register(apiRoot)
  await app.register(discovery({ services }))
  await app.register(
    figureRoutes({
      isKnown: (slug) => isFigure(services, slug) || radio.isTrackFigure(slug),
      describe: (kind, slug) => describeShareImage(services, kind, slug),
      cacheDir: join(config.DATA_DIR, 'cache', 'figures'),
    }),
  )
  const analyseRecording = createRecordingAnalyser({
    dir: join(config.DATA_DIR, 'cache', 'recordings'),
    onRefusal: (path, reason) => logger.warn({ path, reason }, 'a recording could not be looked at'),
  })
  const { pdfs, storage } = reader
  await app.register(artistRoutes({ artists: services.artists, contentDir, storage, analyseRecording }))
  await app.register(posterRoutes({ artists: services.artists, storage }))
  const { contentDesk, deskLog } = services
  await app.register(
    artistUploadRoutes({
      storage,
      readRecording,
      fillDraft: ({ slug, ...rest }) => contentDesk.fillDraft({ kind: 'artist', key: slug, ...rest }),
      onKept: ({ slug, ...rest }) => deskLog.record({ act: 'content.send', subject: `artist:${slug}`, ...rest }),
    }),
  )
  const sendBought: SendBought = async (request, reply, bookId) => {
    const bought = await pdfs.bringBought(request.headers.cookie, bookId)
    return bought && sendPdf(request, reply, bought, 'attachment')
  }
  const mayHear: MayHear = async (cookie, bookId) => (await checkout.accessTo(cookie, bookId)).kind !== 'preview'
  await app.register(bookRoutes({ books: services.books, contentDir, storage, analyseRecording, sendBought, mayHear }))
  const bookRecording = findBookRecording(services.books, contentDir)
  const artistRecording = findArtistRecording(services.artists, contentDir)
  const findRecording = (address: string) => bookRecording(address) ?? artistRecording(address)
  await app.register(audioProxyRoutes({ findRecording, storage, mayHear, origin: config.origin }))
  await app.register(bookUploadRoutes({ desk: services.booksDesk, storage, contentDir, analyseRecording }))
  await app.register(downloadRoutes({ pdfs }))
  const findBook = (id: string) => services.books.find(id) ?? services.books.findUnlisted(id)
  await app.register(pdfProxyRoutes({ isBook: (id) => findBook(id) !== undefined, origin: config.origin, pdfs }))
  await app.register(readerRoutes({ reader, markedPage: createPageMarker(markPage) }))
  const findReadAlong = createReadAlong({
    narrationOf: openNarrations(
      contentDir,
      services.books.list().flatMap(({ id }) => findBook(id) ?? []),
      findBook,
    ),
    findEdition: reader.editions.current,
    readText: reader.pages.text,
  })
  await app.register(readAlongRoutes({ accessTo: checkout.accessTo, findReadAlong }))
  await app.register(journeyRoutes({ journey: services.journey, origin: config.origin }))
  await app.register(openVenue({ config, venue: services.venue }))
  await app.register(radioRoutes({ station: radio.station, radio: services.radio, origin: config.origin }))
  await app.register(nowPlayingRoutes({ radio: services.radio }))
  await app.register(prices.routes)
  await app.register(trackRoutes({ fileOf: radio.trackFile, analyseRecording }))
  await app.register(checkout.routes)
  await app.register(submissions.routes)
  await app.register(desk.routes)
  await app.register(newsletter.routes)
  await app.register(voice.routes)
  if (clientDir) await app.register(assets, { clientDir })
  await app.register(preview, { build: pageBuild, services, outside, isDevelopment })
  await app.register(pages, { build: pageBuild, services, cache, outside, isDevelopment })
  return app
}
