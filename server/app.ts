import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { FeatureInstance, ProcessDeps } from '#platform/feature.ts'
import type { FigureDirections } from '#platform/figures/figure-directions.ts'
import type { Services } from '#shared/services.ts'
import { guardBody } from './body-deadline.ts'
import { rejectUnreadable } from './raw-response.ts'
import type { LocalPages } from './local-request.ts'
import type { PageCache } from './page-cache.ts'
import type { Metrics } from './monitoring/metrics.ts'
import { metricsRoutes } from './monitoring/metrics-routes.ts'
import { createPeerTrust, createRequestIds, requestLog, setRequestId } from './monitoring/request-log.ts'
import type { Traces } from './monitoring/traces.ts'
import { languages } from './languages/languages.ts'
import { cachedPages } from './plugins/cached-pages.ts'
import { compression } from './plugins/compression.ts'
import { discovery } from './plugins/discovery.ts'
import { errorHandling, sendError, toAppError } from './plugins/errors.ts'
import { figureRoutes } from './plugins/figure-routes.ts'
import { pages, type PageBuild } from './plugins/pages.ts'
import { preview } from './plugins/preview.ts'
import { processRole } from './plugins/process-role.ts'
import { releaseAssets } from './plugins/release-assets.ts'
import type { RequestTrust } from './plugins/request-trust.ts'
import { securityTxt } from './plugins/security-txt.ts'
import { baseHeaders, joinOrigins, securityHeaders } from './plugins/security-headers.ts'
import { wellFormedText } from './plugins/well-formed-text.ts'
import type { SitePages } from './site-pages.ts'
import { AppError } from '#shared/errors.ts'

// Scripts, styles, fonts and images get a short policy: that of pages lists every platform that may be framed. The
// offline worker of the reader needs `'self'` to fetch anything.
const filePolicy = "default-src 'self'; frame-ancestors 'self'"

/** Serves the few browser files with fixed names, such as icons and workers, which are cached for an hour. */
async function fixedFiles(app: FastifyInstance, { clientDir }: { clientDir: string }) {
  // Each file is a route of its own.
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, routeName: '/files/*' }
  })
  await app.register(fastifyStatic, {
    root: clientDir,
    prefix: '/',
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    dotfiles: 'ignore',
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', 'assets/**'],
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=3600')
      reply.header('content-security-policy', filePolicy)
    },
  })
}

type AppDeps = Pick<
  ProcessDeps,
  'config' | 'contentDir' | 'database' | 'storage' | 'log' | 'clock' | 'collect' | 'texts'
> & {
  services: Services
  sitePages: () => Promise<SitePages>
  figures: Pick<FigureDirections, 'of'>
  /** Feature instances, in their order. */
  created: readonly FeatureInstance[]
  cache: PageCache
  requestTrust: RequestTrust
  /** Version of the site, from package.json. */
  version: string
  metrics: Metrics
  /** Traces of requests; undefined without a collector. */
  traces: Traces | undefined
  /** Returns whether the process is stopping and wants no new requests. */
  isDraining(): boolean
  clientDir: string | undefined
  /** Folder with the artwork that the build has drawn; undefined in development. */
  artworkDir?: string | undefined
  pageBuild: () => PageBuild | Promise<PageBuild>
  isDevelopment: boolean
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

/** Builds the HTTP server: global plugins, the routes of the features, then the pages. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const {
    config,
    services,
    sitePages,
    figures,
    created,
    contentDir,
    clientDir,
    artworkDir,
    database,
    storage,
    cache,
    metrics,
    traces,
    isDraining,
    log,
    pageBuild,
    isDevelopment,
    middleware,
    collect,
    texts,
    requestTrust,
    clock,
    version,
  } = deps
  const outside = () => joinOrigins(collect('externalOrigins').map((originsOf) => originsOf()))
  const slowUploads = collect('slowUploads').flat()
  const socketPaths = collect('socketPaths').flat()
  const headers = baseHeaders({ outside: outside(), isSecure: config.origin.startsWith('https:'), isDevelopment })
  /** Last response on each connection. */
  const responses = new WeakMap<object, ServerResponse>()
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: requestTrust.trustProxy,
    bodyLimit: 64 * 1024,
    genReqId: createRequestIds(createPeerTrust(config.TRUSTED_PROXIES)),
    // Browsers send headers within ten seconds. Twenty minutes is the overall limit; body-deadline.ts enforces the
    // limit per route.
    serverFactory: (handler) =>
      createServer(
        {
          headersTimeout: 10_000,
          requestTimeout: 20 * 60_000,
          keepAliveTimeout: 72_000,
          maxHeaderSize: 16 * 1024,
          // An upgraded connection leaves the server's limits, so only those that a feature serves are.
          shouldUpgradeCallback: ({ method, headers: { upgrade }, url = '' }) =>
            method === 'GET' && upgrade?.toLowerCase() === 'websocket' && socketPaths.includes(url.split('?', 1)[0]!),
        },
        (request, response) => {
          responses.set(request.socket, response)
          guardBody(request, response, slowUploads, undefined, headers)
          handler(request, response)
        },
      ),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // Requests that cannot be routed run no hook, so their headers are set here.
    frameworkErrors: (error, request, reply) => {
      setRequestId(request, reply)
      return sendError(toAppError(error), request, reply.headers(headers))
    },
    clientErrorHandler: (error, socket) => {
      log.trace({ err: error }, 'unreadable request')
      rejectUnreadable(error, socket, headers, responses.get(socket))
    },
    // A request that arrives while the last ones are answered is answered, too; then its connection is closed.
    return503OnClosing: false,
  })

  await app.register(requestTrust.plugin)
  await app.register(requestLog, { log, isLogged: config.logsRequests })
  if (traces) await app.register(traces.plugin)
  await app.register(closeWhenDraining, { isDraining })
  await app.register(securityHeaders, { headers })
  await app.register(errorHandling, { texts })
  await app.register(processRole, { role: config.ROLE, stationPaths: collect('stationPaths').flat() })
  await app.register(languages, { pages: sitePages, isSecure: config.origin.startsWith('https:') })
  // Before the guards and all features: a cached page costs only its lookup.
  await app.register(cachedPages, { cache })
  // Register guards before any route, so that they protect every route below their path.
  for (const { hooks } of created) if (hooks) await app.register(fastifyPlugin(hooks))
  await app.register(wellFormedText)
  await app.register(compression)
  // Lets features send files of the content folder and hashed browser files; serves nothing by itself. Compressed
  // versions of browser files are created by the build.
  await app.register(fastifyStatic, { root: contentDir, serve: false, decorateReply: true, preCompressed: true })

  await app.register(metricsRoutes, { metrics, config })
  await app.register(health({ database, version, isDraining }))
  await app.register(apiRoot, { siteName: () => config.SITE_NAME })
  await app.register(discovery({ pages: sitePages, site: services.site, texts }))
  await app.register(securityTxt({ origin: config.origin, supportEmail: () => config.SUPPORT_EMAIL, clock }))
  await app.register(
    figureRoutes({
      isKnown: async (slug) => collect('isFigure').some((knows) => knows(slug)) || (await sitePages()).isFigure(slug),
      directionOf: figures.of,
      siteName: () => config.SITE_NAME,
      describe: async (kind, slug) => (await sitePages()).shareText(kind, slug),
      cacheDir: join(config.DATA_DIR, 'cache', 'figures'),
      builtDir: artworkDir,
    }),
  )
  for (const { routes } of created) if (routes) await app.register(routes)
  if (clientDir) {
    await app.register(fixedFiles, { clientDir })
    const assetHeaders = { 'content-security-policy': filePolicy }
    await app.register(releaseAssets({ storage, headers: assetHeaders, ownDir: join(clientDir, 'assets') }))
  }
  await app.register(preview, { build: pageBuild, services, outside, isDevelopment })
  const localPages: LocalPages = config.testCardsAreLocal ? ['dev', 'test-checkout'] : ['dev']
  await app.register(pages, { build: pageBuild, services, sitePages, cache, outside, isDevelopment, localPages })
  if (middleware) app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done))
  return app
}

/**
 * `GET /api/` returns the greeting that the home page requests once. Unknown paths under `/api/` return a JSON error
 * instead of a page.
 */
async function apiRoot(app: FastifyInstance, { siteName }: { siteName: () => string }) {
  app.get('/api/', async () => ({ message: `${siteName()} is on the air.` }))
  app.all('/api/*', async () => {
    throw new AppError('not-found', { key: 'site.errors.endpoint' })
  })
}

/**
 * Closes connections after their answer while the process is stopping, so that a load balancer holds no connection that
 * ends at the moment in which it sends a request. Counts when the answer is sent: the request may be older.
 */
const closeWhenDraining = fastifyPlugin(async (app: FastifyInstance, { isDraining }: Pick<AppDeps, 'isDraining'>) => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done(null, payload)
  })
})

/** Health checks for monitoring: liveness and readiness. */
function health({ database, version, isDraining }: Pick<AppDeps, 'database' | 'version' | 'isDraining'>) {
  return async function routes(app: FastifyInstance) {
    app.get('/healthz', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ ok: true, version }),
    )

    app.get('/readyz', async (_request, reply) => {
      if (isDraining()) {
        reply.code(503).header('cache-control', 'no-store')
        return { ok: false, stopping: true }
      }
      const databaseUp = await database.ping().then(
        () => true,
        () => false,
      )
      reply.code(databaseUp ? 200 : 503).header('cache-control', 'no-store')
      return { ok: databaseUp, database: databaseUp ? 'up' : 'down' }
    })
  }
}
