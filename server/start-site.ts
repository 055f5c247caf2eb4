import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { createContentEdits } from '#platform/content-edits/content-edits.ts'
import { type Database, openDatabase } from '#platform/database/open-database.ts'
import { startOutbox } from '#platform/mailer/outbox.ts'
import { createTransport } from '#platform/mailer/transport.ts'
import { createRecordingReader } from '#platform/recordings/recording-reader.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { wordsOfIssue } from '#shared/issue-words.ts'
import { createPasswords } from '#features/newsletter/server/admin/passwords.ts'
import { ensureFirstAdmin } from '#features/newsletter/server/first-admin.ts'
import type { WorkTimes } from '#features/newsletter/server/sending/engine/work.ts'
import { keepSubmissionFiles } from '#features/submissions/server/kept-files.ts'
import { followSettings } from '#features/owner/server/settings/follow-settings.ts'
import { watchProgramme } from '#features/venue/server/watch-programme.ts'
import { buildApp } from './app.ts'
import { greeting } from './greeting.ts'
import { newsletterMaterial } from './newsletter-material.ts'
import { openCheckout } from './open-checkout.ts'
import { openDesk } from './open-desk.ts'
import { openPlatforms } from './open-platforms.ts'
import { openPosters } from './open-posters.ts'
import { openBookReader } from './open-reader.ts'
import { openNewsletter } from './open-newsletter.ts'
import { openPrices } from './open-prices.ts'
import { openRadio } from './open-radio.ts'
import { openSubmissions } from './open-submissions.ts'
import { openVoice } from './open-voice.ts'
import { PageCache } from './page-cache.ts'
import type { PageBuild } from './plugins/pages.ts'
import { createServices, loadCatalogue } from './services.ts'

/** Arguments of {@link startSite}, which production, development and tests call alike. */
export type SiteDeps = {
  config: Config
  /** The project's folder: `content/` and `db/migrations/` lie in it. */
  root: string
  log: FastifyBaseLogger
  clock: Clock
  pageBuild: () => PageBuild | Promise<PageBuild>
  clientDir: string | undefined
  isDevelopment?: boolean
  /** Answers before us what it knows; only in development. */
  middleware?: Middleware
  /** Opens the database; left out, the one that the configuration names. */
  connect?: () => Promise<Database>
  /** Puts something in front of the files, such as a fault. */
  wrapStorage?: (files: Storage) => Storage
  /** Pages already rendered; left out, none. */
  cache?: PageCache
  /** With `false` the site does not listen and starts no periodic work: the app answers `inject`, and each feature works when called. */
  isRunning?: boolean
  /** Costs and waits that tests make smaller; left out, those of production. */
  tuning?: SiteTuning
}

/** Costs and waits of a site that tests make smaller. */
export type SiteTuning = {
  /** The `N` of scrypt for new passwords. */
  passwordCost?: number
  /** Holds the answer to a sign-up back for so long. */
  signUpPause?: (ms: number) => Promise<unknown>
  /** Intervals of the newsletter worker, in milliseconds. */
  sending?: Partial<WorkTimes>
  /** Timeout of one answer of the card provider, and the delay before a retry. */
  payments?: { timeoutMs: number; retryDelayMs: number }
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** A site that was started: its app, its features and what they stand on. */
export type StartedSite = Awaited<ReturnType<typeof startSite>>

// Pages and server share this setting, whichever bundle a schema stands in.
z.config({ customError: wordsOfIssue })

/** Periodic work of a site that does not run: its first tick is further away than any test. */
const neverMs = 2 ** 31 - 1

/**
 * Config → content → database → services → listen. The content comes first: a mistake in it must stop the start before anything is touched.
 *
 * @returns `close` ends it in the opposite order, finishing what is under way.
 */
export async function startSite(deps: SiteDeps) {
  const { config: configured, root, log, clock, pageBuild, clientDir, isDevelopment = false, middleware, isRunning = true } = deps
  const { tuning = {} } = deps
  const contentDir = join(root, 'content')
  const edits = createContentEdits({ clock, log })
  const dataDir = resolve(root, configured.DATA_DIR)
  const config = followSettings({ ...configured, DATA_DIR: dataDir }, edits)
  const catalogue = loadCatalogue(contentDir, config, edits)

  await mkdir(dataDir, { recursive: true })
  const migrationsDir = join(root, 'db/migrations')
  const database = await (deps.connect?.() ?? openDatabase({ databaseUrl: config.DATABASE_URL, dataDir, log, migrationsDir }))
  const files = await localStorage(join(dataDir, 'files'))
  const storage = deps.wrapStorage?.(files) ?? files
  // A database of our own is locked for us alone, and so is what lies beside it.
  const isAlone = database.kind !== 'postgres'
  const keepSubmitted = await keepSubmissionFiles(database.db, storage, { isAlone })
  // What was still coming in when a process ended has no name yet, and nobody who waits for it.
  await storage.sweep((key) => !(isAlone && key.startsWith('incoming/')) && keepSubmitted(key), { isAlone })
  const transport = createTransport(
    {
      from: config.MAIL_FROM,
      smtpUrl: config.SMTP_URL,
      dkim:
        config.DKIM_DOMAIN && config.DKIM_SELECTOR && config.DKIM_PRIVATE_KEY
          ? { domainName: config.DKIM_DOMAIN, keySelector: config.DKIM_SELECTOR, privateKey: config.DKIM_PRIVATE_KEY }
          : undefined,
    },
    join(dataDir, 'outbox'),
  )
  const outbox = startOutbox({ db: database.db, transport, clock, log, ...(isRunning ? {} : { tickMs: neverMs }) })

  const readRecording = createRecordingReader()
  const radio = openRadio({
    config,
    artists: catalogue.artists,
    onCatalogueChange: edits.onChange,
    contentDir,
    database,
    storage,
    clock,
    log,
  })
  const posters = openPosters({ config, artists: catalogue.artists, database, storage, clock, log, onCatalogueChange: edits.onChange })
  const checkout = openCheckout({
    config,
    books: catalogue.books,
    database,
    outbox,
    clock,
    log,
    ...(tuning.payments ? { payments: tuning.payments } : {}),
  })
  const cache = deps.cache ?? new PageCache()
  edits.onChange(() => cache.clear())
  const platforms = openPlatforms({
    config,
    platforms: catalogue.platforms,
    database,
    clock,
    log,
    onCatalogueChange: edits.onChange,
    onChange: () => cache.clear(),
  })
  const stopWatching = isRunning ? watchProgramme({ venue: catalogue.venue, clock, onTurn: () => cache.clear() }) : () => undefined
  const reader = openBookReader({
    books: catalogue.books,
    contentDir,
    database,
    storage,
    accessTo: checkout.accessTo,
    onNewEdition: () => cache.clear(),
    log,
  })

  const submissions = openSubmissions({ config, dataDir, database, storage, outbox, radio, readRecording, clock, log })
  const prices = openPrices({ config, database, clock, log })
  const gather = newsletterMaterial({ rooms: catalogue, submissions: submissions.desk, tracks: radio.tracks, prices, clock })
  const passwords = createPasswords({ cost: tuning.passwordCost })
  const newsletter = openNewsletter({
    gather,
    passwords,
    sendingTimes: tuning.sending,
    signUpPause: tuning.signUpPause,
    config,
    database,
    db: database.db,
    outbox,
    clock,
    log,
  })
  newsletter.archive.onChange(() => cache.clear())
  const voice = openVoice({ config, contentDir, catalogue, onCatalogueChange: edits.onChange, radio, database, clock, log })
  const desk = openDesk({
    config,
    configured,
    edits,
    dataDir,
    contentDir,
    catalogue,
    database,
    outbox,
    clock,
    log,
    checkout,
    submissions,
    newsletter,
    radio,
    reader,
    prices,
    voice,
    cache,
  })

  const close = async () => {
    await app?.close()
    edits.stop()
    stopWatching()
    await reader.stop()
    await desk.stop()
    await newsletter.stop()
    voice.stop()
    // Each may wait for somebody outside, and all of them have ten seconds together.
    await Promise.all([prices.stop(), posters.stop(), platforms.stop()])
    await submissions.stop()
    await radio.stop()
    await checkout.stop()
    await outbox.stop()
    await database.close()
  }

  let app: FastifyInstance | undefined
  try {
    await edits.connect(database.db)
    await newsletter.archive.connect()
    const services = createServices({
      config,
      catalogue,
      edits,
      storage,
      readRecording,
      database,
      clock,
      platforms,
      radio,
      checkout,
      reader,
      submissions,
      newsletter,
      voice,
      desk,
    })
    app = await buildApp({
      config,
      services,
      radio,
      checkout,
      desk,
      submissions,
      newsletter,
      prices,
      voice,
      reader,
      readRecording,
      database,
      cache,
      logger: log,
      contentDir,
      clientDir,
      pageBuild,
      isDevelopment,
    })
    if (middleware) app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done))
    const started = {
      origin: config.origin,
      app,
      services,
      edits,
      storage,
      database,
      outbox,
      platforms,
      radio,
      checkout,
      submissions,
      newsletter,
      prices,
      voice,
      close,
    }
    if (!isRunning) return started

    // Before anybody can knock: from here on, losing the database must not end the process.
    const admin = await ensureFirstAdmin(database.db, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD, passwords })
    await app.listen({ port: config.PORT, host: config.HOST })
    const isWorker = config.ROLE === 'all' || config.ROLE === 'worker'
    radio.start()
    prices.start()
    platforms.start({ asks: isWorker })
    // A pure station has no time for orders.
    if (config.ROLE !== 'station') checkout.start()
    // Listening to uploads takes a processor for a while, and one process asks what lies outside: the worker, where some only serve.
    if (isWorker) for (const feature of [posters, voice, submissions, desk, newsletter]) feature.start()
    // A pure station has no time for books either. Pages nobody waits for are made by one process.
    reader.start({ isTakingIn: config.ROLE !== 'station', isMakingAhead: isWorker })
    process.stdout.write(greeting({ config, dataDir, database, admin }))
    return started
  } catch (error) {
    await close()
    throw error
  }
}
