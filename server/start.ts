import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { createConfiguredFolder } from '#platform/configured-folder.ts'
import { createContentEdits } from '#platform/content-edits/content-edits.ts'
import { createChanges } from '#platform/database/changes.ts'
import { type Database, openDatabase } from '#platform/database/open-database.ts'
import type { FeatureContributions, FeatureInstance, ProcessDeps } from '#platform/feature.ts'
import { createFigureDirections } from '#platform/figures/figure-directions.ts'
import { isOfRole, isQueueJob, type Job, type JobRole } from '#platform/jobs/job.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { createLinkTokens } from '#platform/link-tokens.ts'
import { startOutbox } from '#platform/mailer/outbox.ts'
import { createConfiguredTransport } from '#platform/mailer/transport.ts'
import { createProcesses } from '#platform/processes/processes.ts'
import { createRecordingAnalyser } from '#platform/recordings/recording-analyser.ts'
import { createRecordingReader } from '#platform/recordings/recording-reader.ts'
import { createTagReader } from '#platform/recordings/tag-reader.ts'
import { createSecretBox } from '#platform/secret-box.ts'
import { createSiteKeys } from '#platform/site-keys.ts'
import { subscribeToSettings } from '#platform/site-settings.ts'
import { openStorage } from '#platform/storage/open-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { readStorageMarker } from '#platform/storage/storage-marker.ts'
import { validationMessage } from '#shared/validation-message.ts'
import { translateLabel } from '#shared/messages.ts'
import type { Services } from '#shared/services.ts'
import { siteInfo } from '#shared/site.ts'
import { buildApp } from './app.ts'
import { type AllServices, type CreatedFeatures, features, type FeatureTuning } from './features.ts'
import { joinCatalogues } from './languages/catalogues.ts'
import { listenOn } from './listen.ts'
import { startupMessage } from './startup-message.ts'
import { PageCache } from './page-cache.ts'
import { createReleaseAssets } from './plugins/release-assets.ts'
import type { PageBuild } from './plugins/pages.ts'
import { createRequestTrust } from './plugins/request-trust.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { listenForMetrics } from './monitoring/metrics-routes.ts'
import { createPeerTrust } from './monitoring/request-log.ts'
import { observeStorage } from './monitoring/observed-storage.ts'
import { createPageReader } from './site-pages.ts'
import { stopListening } from './stop-listening.ts'

/** Arguments of {@link startSite} for production, development and tests. */
export type SiteDeps = {
  config: Config
  /** Project folder with `content/` and `db/migrations/`. */
  root: string
  log: FastifyBaseLogger
  clock: Clock
  pageBuild: () => PageBuild | Promise<PageBuild>
  /** Folder with browser files: `build/pages/client`; undefined in development, where Vite serves them. */
  clientDir: string | undefined
  /** Folder with the artwork that the build has drawn: `build/artwork`. */
  artworkDir?: string
  isDevelopment?: boolean
  /** Middleware that handles requests first; only in development. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Opens the database; by default, the configured one. */
  connect?: () => Promise<Database>
  /** Wraps the storage, for example to inject errors. */
  wrapStorage?: (files: Storage) => Storage
  /** Page cache; empty by default. */
  cache?: PageCache
  /** With `false` the site does not listen and starts no jobs; tests use `inject` and call features directly. */
  isRunning?: boolean
  /** Changes every text of the catalogues, for tests that look for texts outside of them. */
  transformTexts?: (text: string) => string
  /** Overrides of delays and costs, for tests. */
  tuning?: FeatureTuning
}

/** A started site: its app, its dependencies, and the feature instances by name. */
export type StartedSite = Awaited<ReturnType<typeof startSite>>

// Applies to schemas in the page bundle, too.
z.config({ customError: validationMessage })

/** Interval that never elapses in a test, for sites that do not run. */
const neverElapsesMs = 2 ** 31 - 1

/**
 * Starts the site: platform clients, features in order, routes, and the jobs of the process role.
 *
 * @returns `close` stops everything in reverse order and finishes work in progress; it also runs after a failed start.
 * @throws ContentError, DatabaseStartError, FolderError, and errors of features.
 */
export async function startSite(deps: SiteDeps) {
  const { root, log, clock, isRunning = true, isDevelopment = false, tuning = {} } = deps
  const resources = new AsyncDisposableStack()
  let closed: Promise<void> | undefined
  let isDraining = false
  const close = () => (closed ??= resources.disposeAsync())
  try {
    const edits = createContentEdits({ clock, log })
    const dataDir = resolve(root, deps.config.DATA_DIR)
    const environmentConfig: Config = { ...deps.config, DATA_DIR: dataDir }
    const config = subscribeToSettings(environmentConfig, edits)
    const contentDir = join(root, 'content')
    const version = await readVersion(root)
    await createConfiguredFolder('DATA_DIR', dataDir)
    const migrationsDir = join(root, 'db/migrations')
    const database = await (deps.connect?.() ??
      openDatabase({ databaseUrl: config.DATABASE_URL, dataDir, log, migrationsDir }))
    resources.defer(() => database.close())
    const changes = createChanges({ database, log })
    resources.defer(() => changes.stop())
    const queue = createJobs({ database, changes, log, isRunning })
    const files = await openStorage({ config: environmentConfig, log })
    resources.defer(() => files.close())
    const storage = observeStorage(deps.wrapStorage?.(files) ?? files)
    const siteKeys = createSiteKeys({ pool: database.pool, storage })
    // Created before anything needs it inside a transaction, because an embedded database has one connection.
    await siteKeys.get('links').catch((err: unknown) => log.warn({ err }, 'site keys not available yet; retrying'))
    const linkTokens = createLinkTokens(siteKeys)
    const processes = createProcesses({
      db: database.db,
      config,
      clock,
      log,
      version,
      storageId:
        files.kind === 's3'
          ? `s3:${config.S3_ENDPOINT ?? ''}/${config.S3_BUCKET}`
          : await readStorageMarker(join(dataDir, 'files')),
    })
    resources.defer(() => processes.stop())
    const transport = createConfiguredTransport(config, join(dataDir, 'outbox'))
    const outbox = startOutbox({
      db: database.db,
      transport,
      box: createSecretBox(() => siteKeys.get('mails')),
      clock,
      log,
      ...(isRunning ? { changes } : { tickMs: neverElapsesMs }),
    })
    resources.defer(() => outbox.stop())
    const cache = deps.cache ?? new PageCache()
    edits.onChange(() => cache.clear())
    const analyseRecording = createRecordingAnalyser({
      dir: join(dataDir, 'cache', 'recordings'),
      onRefusal: (path, reason) => log.warn({ path, reason }, 'recording could not be analyzed'),
    })

    const texts = joinCatalogues({
      siteName: () => config.SITE_NAME,
      features,
      contentDir,
      transform: deps.transformTexts,
    })
    const services: Partial<Services> = {
      texts,
      site: siteInfo(config),
      hasPage: async (path) => (await sitePages()).isPage(path),
      figureKeys: () => figures.keys(),
      async navigation(locale) {
        const t = texts.translator(locale)
        return (await sitePages()).navigation().map((link) => ({ ...link, label: translateLabel(t, link.label) }))
      },
    }
    const collect = <Kind extends keyof FeatureContributions>(kind: Kind) =>
      created.flatMap((parts) =>
        parts[kind] === undefined ? [] : [parts[kind] as NonNullable<FeatureContributions[Kind]>],
      )
    const figures = createFigureDirections({
      find: () => collect('artDirection'),
      slugs: () => collect('artworkSlugs'),
    })
    const sitePages = createPageReader({ build: deps.pageBuild, services: services as Services })
    const requestTrust = createRequestTrust({ proxies: config.TRUSTED_PROXIES, log, clock })
    const created: FeatureInstance[] = [{ actionItems: requestTrust.actionItems }]
    const instancesByName: Record<string, FeatureInstance> = {}
    const jobs: Job[] = []
    let isComplete = false
    const runs = (role: JobRole) => config.ROLE === 'all' || config.ROLE === role
    const processDeps: ProcessDeps = {
      config,
      environmentConfig,
      contentDir,
      database,
      db: database.db,
      storage,
      siteKeys,
      linkTokens,
      outbox,
      jobs: queue,
      changes,
      edits,
      processes,
      clock,
      log,
      analyseRecording,
      readRecording: createRecordingReader(),
      readTags: createTagReader(),
      texts,
      version,
      pageCache: cache,
      pageName: async (path) => (await sitePages()).nameOf(path),
      runs,
      figureAddress: figures.addressOf,
      collect,
      allServices() {
        if (!isComplete)
          throw new Error('services are available only after all features are created; read them in a request or a job')
        return services as Services
      },
    }
    resources.defer(async () => {
      // Jobs may wait for external services, so stop them concurrently within the ten-second limit.
      const ends = jobs.flatMap((job) => (isQueueJob(job) || !job.stop ? [] : [job.stop]))
      const stops = await Promise.allSettled([queue.stop(), ...ends.map(async (end) => end())])
      for (const stop of stops) if (stop.status === 'rejected') log.error({ err: stop.reason }, 'stopping a job failed')
      for (const parts of created.toReversed()) await parts.close?.()
    })
    for (const feature of features) {
      const create = feature.create as (
        deps: ProcessDeps & { features: Partial<Services> },
        tuning: unknown,
      ) => FeatureInstance
      const parts = create({ ...processDeps, features: services }, tuning[feature.name])
      Object.assign(services, parts.services)
      created.push(parts)
      instancesByName[feature.name] = parts
      jobs.push(...(parts.jobs ?? []))
    }
    const assets = createReleaseAssets({ clientDir: runs('web') ? deps.clientDir : undefined, storage, clock, log })
    jobs.push(...assets.jobs)
    isComplete = true
    const queued = jobs.filter(isQueueJob)
    // A site that does not run executes jobs of any role on request.
    const executed = isRunning ? queued.filter((job) => isOfRole(job, runs)) : queued
    await queue.open(queued, executed)
    const all: AllServices = services as Services

    const collecting = collectGarbage({ database, storage, processDeps })
    // A bucket takes time to list, and the site starts without it; other processes write to it all the time anyway.
    if (storage.kind === 'disk') await collecting
    else collecting.catch((err: unknown) => log.warn({ err }, 'deleting unreferenced files failed'))
    if (isRunning) await changes.listen()
    await edits.connect(database.db, changes)
    resources.defer(() => edits.stop())
    for (const parts of created) await parts.ready?.()
    const traces = config.OTEL_EXPORTER_OTLP_ENDPOINT ? await startTraces(processDeps) : undefined
    if (traces) resources.defer(() => traces.close())
    const metrics = createMetrics({ ...processDeps, jobNames: executed.map(({ name }) => name) })
    resources.defer(() => metrics.close())
    const app = await buildApp({
      ...deps,
      ...processDeps,
      isDevelopment,
      services: all,
      sitePages,
      figures,
      created,
      cache,
      requestTrust,
      metrics,
      traces,
      isDraining: () => isDraining,
    })
    resources.defer(async () => {
      const waitForConnections = await stopListening(app.server)
      await app.close()
      await waitForConnections()
    })
    const started = {
      ...(instancesByName as CreatedFeatures),
      origin: config.origin,
      app,
      services: all,
      edits,
      storage,
      siteKeys,
      linkTokens,
      database,
      outbox,
      jobs: queue,
      changes,
      processes,
      collect: processDeps.collect,
      /** Reports the process as not ready and closes connections after their answers; everything still works. */
      drain() {
        isDraining = true
      },
      close,
    }
    if (!isRunning) return started

    // Before the first page of this release is served: the next request of its visitor may reach another host.
    if (database.kind === 'postgres') await assets.store()
    await processes.start()
    // Before listening: from here on, losing the database must not end the process.
    const lines = (await Promise.all(processDeps.collect('startupLines').map((prepare) => prepare()))).flat()
    for (const { title, detail } of await processes.problems()) lines.push(['Warning', `${title}. ${detail}`])
    if (config.METRICS_PORT !== undefined) {
      const server = await listenForMetrics({ metrics, config, log })
      resources.defer(() => server.close())
    }
    await listenOn(app, 'PORT', { port: config.PORT, host: config.HOST })
    for (const job of jobs) if (!isQueueJob(job) && isOfRole(job, runs)) job.start()
    await queue.start()
    process.stdout.write(startupMessage({ config, dataDir, database, lines }))
    return started
  } catch (error) {
    await close()
    throw error
  }
}

/** Reads the version of the site from its package. */
async function readVersion(root: string): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** Loads the tracing packages, which a site without a collector never loads. */
async function startTraces({ config, log, database }: ProcessDeps) {
  const { createTraces } = await import('./monitoring/traces.ts')
  const traces = createTraces({ config, log, isTrustedPeer: createPeerTrust(config.TRUSTED_PROXIES) })
  traces.traceDatabase(database)
  return traces
}

/** Deletes unreferenced files: interrupted uploads, and files that features no longer need. */
async function collectGarbage({
  database,
  storage,
  processDeps,
}: {
  database: Database
  storage: Storage
  processDeps: ProcessDeps
}): Promise<void> {
  // The embedded database is locked for this process, and so are the files beside it.
  const isAlone = database.kind !== 'postgres' && storage.kind === 'disk'
  const predicates = await Promise.all(processDeps.collect('referencedFiles').map((create) => create({ isAlone })))
  const isReferencedByAll = async (key: string) => {
    // Releases up to 0.1 received uploads there. In a bucket, only those that are older than any upload takes.
    if ((isAlone || storage.kind === 's3') && key.startsWith('incoming/')) return false
    for (const isReferenced of predicates) if (!(await isReferenced(key))) return false
    return true
  }
  await storage.collectGarbage(isReferencedByAll, { isAlone })
}
