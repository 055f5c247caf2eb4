import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { FeatureInstance, ProcessDeps } from '#platform/feature.ts'
import type { Services } from '#shared/services.ts'
import { guardBody } from './body-deadline.ts'
import type { PageCache } from './page-cache.ts'
import { cachedPages } from './plugins/cached-pages.ts'
import { compression } from './plugins/compression.ts'
import { discovery } from './plugins/discovery.ts'
import { errorHandling, sendError, toAppError } from './plugins/errors.ts'
import { figureRoutes } from './plugins/figure-routes.ts'
import { pages, type PageBuild } from './plugins/pages.ts'
import { preview } from './plugins/preview.ts'
import { baseHeaders, joinOrigins, securityHeaders } from './plugins/security-headers.ts'
import { wellFormedText } from './plugins/well-formed-text.ts'
import type { SitePages } from './site-pages.ts'
import { AppError } from '#shared/errors.ts'
import type { Database } from '#platform/database/open-database.ts'

// Scripts, styles, fonts and pictures: none of them is a page, and the policy of pages names every platform that may be
// framed, in each of dozens of files. The reader's offline worker is one of them and lives by it: without `'self'` it
// could fetch nothing.
const filePolicy = "default-src 'self'; frame-ancestors 'self'"

/**
 * The browser's files: hashed ones may be kept for good, the few with fixed names for an hour.
 * Compressed twins are made when the site is built.
 */
async function assets(app: FastifyInstance, { clientDir }: { clientDir: string }) {
  await app.register(fastifyStatic, {
    root: clientDir,
    prefix: '/',
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    dotfiles: 'ignore',
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      reply.header('content-security-policy', filePolicy)
    },
  })
}

type AppDeps = Pick<ProcessDeps, 'config' | 'contentDir' | 'database' | 'log' | 'collect'> & {
  services: Services
  sitePages: () => Promise<SitePages>
  /** What the features returned, in their order. */
  created: readonly FeatureInstance[]
  cache: PageCache
  clientDir: string | undefined
  pageBuild: () => PageBuild | Promise<PageBuild>
  isDevelopment: boolean
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

/** Builds the HTTP server: what stands before all features, their routes, and the pages last. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const {
    config,
    services,
    sitePages,
    created,
    contentDir,
    clientDir,
    database,
    cache,
    log,
    pageBuild,
    isDevelopment,
    middleware,
    collect,
  } = deps
  const outside = () => joinOrigins(collect('externalOrigins').map((originsOf) => originsOf()))
  const slowUploads = collect('slowUploads').flat()
  const headers = baseHeaders({ outside: outside(), isSecure: config.origin.startsWith('https:'), isDevelopment })
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES?.split(',').map((name) => name.trim()) ?? false,
    bodyLimit: 64 * 1024,
    // The reference a person reads on a failed request must be found once in the logs of all processes and days.
    genReqId: () => randomUUID(),
    // A header that takes longer than ten seconds to arrive is not from a browser. Twenty minutes are the outermost
    // bound; how long a body may take stands with its address.
    serverFactory: (handler) =>
      createServer(
        { headersTimeout: 10_000, requestTimeout: 20 * 60_000, keepAliveTimeout: 72_000, maxHeaderSize: 16 * 1024 },
        (request, response) => {
          guardBody(request, response, slowUploads)
          handler(request, response)
        },
      ),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // What cannot even be routed sees no hook, so it gets its headers here.
    frameworkErrors: (error, request, reply) => sendError(toAppError(error), request, reply.headers(headers)),
    return503OnClosing: true,
  })

  await app.register(securityHeaders, { headers })
  await app.register(errorHandling)
  // Before the guards and all features: what is ready costs no more than finding it.
  await app.register(cachedPages, { cache })
  // Guards before any route: whatever a feature registers from here on at an address that a guard watches is behind it.
  for (const { hooks } of created) if (hooks) await app.register(fastifyPlugin(hooks))
  await app.register(wellFormedText)
  await app.register(compression)
  // Sends files of the content folder for the features; serves nothing by itself.
  await app.register(fastifyStatic, { root: contentDir, serve: false, decorateReply: true })

  await app.register(health({ database }))
  await app.register(apiRoot)
  await app.register(discovery({ pages: sitePages, origin: config.origin }))
  await app.register(
    figureRoutes({
      isKnown: async (slug) => collect('isFigure').some((knows) => knows(slug)) || (await sitePages()).isFigure(slug),
      describe: async (kind, slug) => (await sitePages()).shareWords(kind, slug),
      cacheDir: join(config.DATA_DIR, 'cache', 'figures'),
    }),
  )
  for (const { routes } of created) if (routes) await app.register(routes)
  if (clientDir) await app.register(assets, { clientDir })
  await app.register(preview, { build: pageBuild, services, outside, isDevelopment })
  await app.register(pages, { build: pageBuild, services, sitePages, cache, outside, isDevelopment })
  if (middleware) app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done))
  return app
}

/**
 * `GET /api/`: the greeting the home page asks for once. Other addresses under `/api/` answer in JSON, never with a
 * page.
 */
async function apiRoot(app: FastifyInstance) {
  app.get('/api/', async () => ({ message: 'Swade is on the air.' }))
  app.all('/api/*', async () => {
    throw new AppError('not-found', 'This API endpoint does not exist.')
  })
}

/** For whoever watches the site: is the process there, and can it do its work. */
function health({ database }: { database: Pick<Database, 'ping' | 'kind'> }) {
  return async function routes(app: FastifyInstance) {
    app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))

    app.get('/readyz', async (_request, reply) => {
      const databaseUp = await database.ping().then(
        () => true,
        () => false,
      )
      reply.code(databaseUp ? 200 : 503).header('cache-control', 'no-store')
      return { ok: databaseUp, database: databaseUp ? 'up' : 'down' }
    })
  }
}
