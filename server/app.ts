import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Services } from '#shared/services.ts'
import { artistRoutes } from '#features/artists/server/routes.ts'
import { bookRoutes } from '#features/books/server/routes.ts'
import { journeyRoutes } from '#features/journey/server/routes.ts'
import { newsletterRoutes } from '#features/newsletter/server/routes.ts'
import { createFrontDoor } from './front-door.ts'
import type { PageCache } from './page-cache.ts'
import { apiRoot } from './plugins/api-root.ts'
import { assets } from './plugins/assets.ts'
import { discovery } from './plugins/discovery.ts'
import { errorHandling, sendRefusal, toAppError } from './plugins/errors.ts'
import { figureRoutes } from './plugins/figure-routes.ts'
import { health } from './plugins/health.ts'
import { pages, type PageBuild } from './plugins/pages.ts'
import { baseHeaders, securityHeaders } from './plugins/security-headers.ts'
import { describeShareImage, isFigure } from './figure-names.ts'

/** What the app is built from; tests hand in their own parts. */
export type AppParts = {
  config: Config
  services: Services
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
  database,
  cache,
  logger,
  contentDir,
  clientDir,
  pageBuild,
  isDevelopment = false,
}: AppParts): Promise<FastifyInstance> {
  const outside = { frames: [] }
  const headers = baseHeaders({ outside, isSecure: config.origin.startsWith('https:'), isDevelopment })
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
        { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 72_000, maxHeaderSize: 16 * 1024 },
        cache,
        headers,
        handler,
      ),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // What cannot even be routed sees no hook, so it gets its headers here.
    frameworkErrors: (error, request, reply) => sendRefusal(toAppError(error), request, reply.headers(headers)),
    return503OnClosing: true,
  })

  await app.register(securityHeaders, { headers })
  await app.register(errorHandling)
  // Sends files of the content folder for the rooms; serves nothing by itself.
  await app.register(fastifyStatic, { root: contentDir, serve: false, decorateReply: true })

  await app.register(health({ database }))
  await app.register(apiRoot)
  await app.register(discovery({ services }))
  await app.register(
    figureRoutes({
      isKnown: (slug) => isFigure(services, slug),
      describe: (kind, slug) => describeShareImage(services, kind, slug),
      cacheDir: join(config.DATA_DIR, 'cache', 'figures'),
    }),
  )
  await app.register(artistRoutes({ artists: services.artists, contentDir }))
  await app.register(bookRoutes({ books: services.books, contentDir }))
  await app.register(journeyRoutes({ journey: services.journey, origin: config.origin }))
  await app.register(newsletterRoutes({ newsletter: services.newsletter }))
  if (clientDir) await app.register(assets, { clientDir })
  await app.register(pages, { build: pageBuild, services, cache, outside, isDevelopment })
  return app
}
