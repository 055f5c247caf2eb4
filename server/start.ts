import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { createContentEdits } from '#platform/content-edits/content-edits.ts'
import { createChanges } from '#platform/database/changes.ts'
import { type Database, openDatabase } from '#platform/database/open-database.ts'
import type { FeatureInstance, FeatureContributions, ProcessDeps } from '#platform/feature.ts'
import { isOfRole, isQueueJob, type Job, type JobRole } from '#platform/jobs/job.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { startOutbox } from '#platform/mailer/outbox.ts'
import { createConfiguredTransport } from '#platform/mailer/transport.ts'
import { createRecordingAnalyser } from '#platform/recordings/recording-analyser.ts'
import { createRecordingReader } from '#platform/recordings/recording-reader.ts'
import { subscribeToSettings } from '#platform/site-settings.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { validationMessage } from '#shared/validation-message.ts'
import type { Services } from '#shared/services.ts'
import { siteInfo } from '#shared/site.ts'
import { buildApp } from './app.ts'
import { type AllServices, type CreatedFeatures, features, type FeatureTuning } from './features.ts'
import { startupMessage } from './startup-message.ts'
import { PageCache } from './page-cache.ts'
import { metrics } from './plugins/metrics.ts'
import type { PageBuild } from './plugins/pages.ts'
import { createPageReader } from './site-pages.ts'

/** Arguments of {@link startSite}, which production, development and tests call alike. */
export type SiteDeps = {
  config: Config
  /** The project's folder: `content/` and `db/migrations/` are in it. */
  root: string
  log: FastifyBaseLogger
  clock: Clock
  pageBuild: () => PageBuild | Promise<PageBuild>
  /** Folder of the browser's files: `build/pages/client`. Absent in development, where another server sends them. */
  clientDir: string | undefined
  isDevelopment?: boolean
  /** Answers before us what it knows; only in development. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Opens the database; left out, the one that the configuration names. */
  connect?: () => Promise<Database>
  /** Puts something in front of the files, such as a fault. */
  wrapStorage?: (files: Storage) => Storage
  /** Pages already rendered; left out, none. */
  cache?: PageCache
  /**
   * With `false` the site does not listen and starts no job: the app answers `inject`, and each feature works when
   * called.
   */
  isRunning?: boolean
  /** Costs and waits that tests make smaller; left out, those of production. */
  tuning?: FeatureTuning
}

/** A site that was started: its app, what it stands on, and what each feature returned, by the feature's name. */
export type StartedSite = Awaited<ReturnType<typeof startSite>>

// Pages and server share this setting, whichever bundle a schema stands in.
z.config({ customError: validationMessage })

/** Jobs of a site that does not run: their first tick is further away than any test. */
const neverMs = 2 ** 31 - 1

/**
 * Starts the site: platform clients, every feature in order, routes, the jobs of this process's role.
 *
 * @returns `close` ends it in reverse order, finishing what is under way; it also runs after a failed start.
 * @throws ContentError, DatabaseStartError and whatever keeps a feature from being created.
 */
export async function startSite(deps: SiteDeps) {
  const { root, log, clock, isRunning = true, isDevelopment = false, tuning = {} } = deps
  const resources = new AsyncDisposableStack()
  let closed: Promise<void> | undefined
  const close = () => (closed ??= resources.disposeAsync())
  try {
    const edits = createContentEdits({ clock, log })
    const dataDir = resolve(root, deps.config.DATA_DIR)
    const environmentConfig: Config = { ...deps.config, DATA_DIR: dataDir }
    const config = subscribeToSettings(environmentConfig, edits)
    const contentDir = join(root, 'content')
    await mkdir(dataDir, { recursive: true })
    const migrationsDir = join(root, 'db/migrations')
    const database = await (deps.connect?.() ??
      openDatabase({ databaseUrl: config.DATABASE_URL, dataDir, log, migrationsDir }))
    resources.defer(() => database.close())
    const changes = createChanges({ database, log })
    resources.defer(() => changes.stop())
    const queue = createJobs({ database, changes, log, isRunning })
    const files = await localStorage(join(dataDir, 'files'))
    const storage = deps.wrapStorage?.(files) ?? files
    const transport = createConfiguredTransport(config, join(dataDir, 'outbox'))
    const outbox = startOutbox({
      db: database.db,
      transport,
      clock,
      log,
      ...(isRunning ? { changes } : { tickMs: neverMs }),
    })
    resources.defer(() => outbox.stop())
    const cache = deps.cache ?? new PageCache()
    edits.onChange(() => cache.clear())
    const analyseRecording = createRecordingAnalyser({
      dir: join(dataDir, 'cache', 'recordings'),
      onRefusal: (path, reason) => log.warn({ path, reason }, 'recording could not be analyzed'),
    })

    const services: Partial<Services> = {
      site: siteInfo(config),
      navigation: async () => (await sitePages()).navigation(),
    }
    const sitePages = createPageReader({ build: deps.pageBuild, services: services as Services })
    const created: FeatureInstance[] = []
    const byName: Record<string, FeatureInstance> = {}
    const jobs: Job[] = []
    let isComplete = false
    const runs = (role: JobRole) => config.ROLE === 'all' || config.ROLE === role
    const core: ProcessDeps = {
      config,
      environmentConfig,
      contentDir,
      database,
      db: database.db,
      storage,
      outbox,
      jobs: queue,
      changes,
      edits,
      clock,
      log,
      analyseRecording,
      readRecording: createRecordingReader(),
      pageCache: cache,
      runs,
      collect: <Kind extends keyof FeatureContributions>(kind: Kind) =>
        created.flatMap((parts) =>
          parts[kind] === undefined ? [] : [parts[kind] as NonNullable<FeatureContributions[Kind]>],
        ),
      allServices() {
        if (!isComplete)
          throw new Error('services are available only after all features are created; read them in a request or a job')
        return services as Services
      },
    }
    resources.defer(async () => {
      // Each may wait for somebody outside, and all of them have ten seconds together.
      const ends = jobs.flatMap((job) => (isQueueJob(job) || !job.stop ? [] : [job.stop]))
      const stops = await Promise.allSettled([queue.stop(), ...ends.map(async (end) => end())])
      for (const stop of stops) if (stop.status === 'rejected') log.error({ err: stop.reason }, 'job stop failed')
      for (const parts of created.toReversed()) await parts.close?.()
    })
    for (const feature of features) {
      const create = feature.create as (
        deps: ProcessDeps & { features: Partial<Services> },
        tuning: unknown,
      ) => FeatureInstance
      const parts = create({ ...core, features: services }, tuning[feature.name])
      Object.assign(services, parts.services)
      created.push(parts)
      byName[feature.name] = parts
      jobs.push(...(parts.jobs ?? []))
    }
    isComplete = true
    const queued = jobs.filter(isQueueJob)
    // A site that does not run is asked for one run at a time, of any role.
    await queue.open(queued, isRunning ? queued.filter((job) => isOfRole(job, runs)) : queued)
    const all: AllServices = services as Services

    await collectGarbage({ database, storage, core })
    if (isRunning) await changes.listen()
    await edits.connect(database.db, changes)
    resources.defer(() => edits.stop())
    for (const parts of created) await parts.ready?.()
    const app = await buildApp({
      ...deps,
      ...core,
      isDevelopment,
      services: all,
      sitePages,
      created: [{ routes: metrics(database) }, ...created],
      cache,
    })
    resources.defer(() => app.close())
    const started = {
      ...(byName as CreatedFeatures),
      origin: config.origin,
      app,
      services: all,
      edits,
      storage,
      database,
      outbox,
      jobs: queue,
      changes,
      collect: core.collect,
      close,
    }
    if (!isRunning) return started

    // Before anybody can connect: from here on, losing the database must not end the process.
    const lines = (await Promise.all(core.collect('startupLines').map((prepare) => prepare()))).flat()
    await app.listen({ port: config.PORT, host: config.HOST })
    for (const job of jobs) if (!isQueueJob(job) && isOfRole(job, runs)) job.start()
    await queue.start()
    process.stdout.write(startupMessage({ config, dataDir, database, lines }))
    return started
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Deletes stored files that nothing names: uploads that were coming in when a process ended, and what features no
 * longer keep.
 */
async function collectGarbage({
  database,
  storage,
  core,
}: {
  database: Database
  storage: Storage
  core: ProcessDeps
}): Promise<void> {
  // A database of our own is locked for us alone, and so is what lies beside it.
  const isAlone = database.kind !== 'postgres'
  const keepers = await Promise.all(core.collect('referencedFiles').map((keeperOf) => keeperOf({ isAlone })))
  const isKept = async (key: string) => {
    if (isAlone && key.startsWith('incoming/')) return false
    for (const keeps of keepers) if (!(await keeps(key))) return false
    return true
  }
  await storage.collectGarbage(isKept, { isAlone })
}
