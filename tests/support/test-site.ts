import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { type Clock, systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { type ContentEdits, createContentEdits } from '#platform/content-edits/content-edits.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { createLog } from '#platform/log.ts'
import { type Outbox, startOutbox } from '#platform/mailer/outbox.ts'
import { createTransport } from '#platform/mailer/transport.ts'
import { followSettings } from '#features/owner/server/settings/follow-settings.ts'
import { buildApp } from '#server/app.ts'
import { type Checkout, openCheckout } from '#server/open-checkout.ts'
import { newsletterMaterial } from '#server/newsletter-material.ts'
import { openDesk } from '#server/open-desk.ts'
import { openPlatforms, type Platforms } from '#server/open-platforms.ts'
import { openBookReader } from '#server/open-reader.ts'
import { type Newsletter, openNewsletter } from '#server/open-newsletter.ts'
import { openPrices, type Prices } from '#server/open-prices.ts'
import { openRadio, type Radio } from '#server/open-radio.ts'
import { openSubmissions, type Submissions } from '#server/open-submissions.ts'
import { openVoice, type Voice } from '#server/open-voice.ts'
import { PageCache } from '#server/page-cache.ts'
import type { PageBuild } from '#server/plugins/pages.ts'
import { createServices, loadCatalogue } from '#server/services.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Services } from '#shared/services.ts'

const root = resolve(import.meta.dirname, '../..')

/** The whole server on a database of its own, without a port: what a room's HTTP tests talk to. */
export type TestSite = {
  app: FastifyInstance
  services: Services
  /** Asks nobody by itself until it is started; `askNow` asks once. */
  platforms: Platforms
  /** Silent until it is started. */
  radio: Radio
  /** Asks nobody by itself until it is started; `sweepNow` asks once. */
  checkout: Checkout
  /** Listens to nothing by itself until it is started; `listenNow` listens once. */
  submissions: Submissions
  /** Sends nothing by itself until it is started. */
  newsletter: Newsletter
  /** Asks nobody by itself until it is started; `lookNow` asks once, where the environment brings a double to ask. */
  prices: Prices
  /** Asks nobody by itself until it is started; `billNow` asks once. */
  voice: Voice
  /** Uploaded and made files, below `dataDir`. */
  storage: Storage
  database: Database
  outbox: Outbox
  /** What the owner changed of the catalogue. */
  edits: ContentEdits
  /** Mails handed over so far, oldest first, once there are at least `count`. */
  mails(count: number): Promise<Email[]>
  close(): Promise<void>
}

const noPages = () => {
  throw new Error('this test site has no pages')
}

/**
 * Builds the site for one test file on the real content.
 *
 * @param storage Puts something in front of the files, such as a fault.
 * @param pageBuild Pages to render; left out, only the API and media answer.
 */
export async function buildTestSite(
  options: {
    environment?: Record<string, string>
    clock?: Clock
    pageBuild?: () => PageBuild
    cache?: PageCache
    storage?: (files: Storage) => Storage
  } = {},
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'swade-test-site-'))
  const configured = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PRICE_SOURCES: 'off', ...options.environment })
  const log = createLog('silent')
  const clock = options.clock ?? systemClock
  const database = await createTestDatabase({ migrationsDir: join(root, 'db/migrations') })
  const folder = join(dataDir, 'outbox')
  const outbox = startOutbox({
    db: database.db,
    transport: createTransport({ from: configured.MAIL_FROM, smtpUrl: configured.SMTP_URL, dkim: undefined }, folder),
    clock,
    log,
    tickMs: 60_000,
  })
  const contentDir = join(root, 'content')
  const files = await localStorage(join(dataDir, 'files'))
  const storage = options.storage?.(files) ?? files
  const edits = createContentEdits({ clock, log })
  await edits.connect(database.db)
  const config = followSettings(configured, edits)
  const catalogue = loadCatalogue(contentDir, config, edits)
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
  const checkout = openCheckout({ config, books: catalogue.books, database, outbox, clock, log })
  const cache = options.cache ?? new PageCache()
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
  const reader = openBookReader({
    books: catalogue.books,
    contentDir,
    database,
    storage,
    accessTo: checkout.accessTo,
    onNewEdition: () => cache.clear(),
    log,
  })
  const submissions = openSubmissions({ config, dataDir, database, storage, outbox, radio, clock, log })
  const prices = openPrices({ config, database, clock, log })
  const gather = newsletterMaterial({ rooms: catalogue, submissions: submissions.desk, tracks: radio.tracks, prices, clock })
  const newsletter = openNewsletter({ gather, config, database, db: database.db, outbox, clock, log })
  newsletter.archive.onChange(() => cache.clear())
  await newsletter.archive.connect()
  const voice = openVoice({ config, catalogue, onCatalogueChange: edits.onChange, radio, database, clock, log })
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
    prices,
    voice,
    cache,
  })
  const services = createServices({
    config,
    catalogue,
    edits,
    storage,
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
  const app = await buildApp({
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
    database,
    cache,
    logger: log,
    contentDir,
    clientDir: undefined,
    pageBuild: options.pageBuild ?? noPages,
  })
  return {
    app,
    services,
    platforms,
    radio,
    checkout,
    submissions,
    newsletter,
    prices,
    voice,
    storage,
    database,
    outbox,
    edits,
    async mails(count) {
      const deadline = performance.now() + 5_000
      for (;;) {
        const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
        if (names.length >= count || performance.now() > deadline) {
          const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
          return mails.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
        }
        await sleep(20)
      }
    },
    async close() {
      await app.close()
      edits.stop()
      await reader.stop()
      await newsletter.stop()
      await prices.stop()
      await submissions.stop()
      await platforms.stop()
      await radio.stop()
      await checkout.stop()
      await outbox.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
