import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { type Clock, systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { createLog } from '#platform/log.ts'
import { type Outbox, startOutbox } from '#platform/mailer/outbox.ts'
import { createTransport } from '#platform/mailer/transport.ts'
import { buildApp } from '#server/app.ts'
import { PageCache } from '#server/page-cache.ts'
import type { PageBuild } from '#server/plugins/pages.ts'
import { createServices, loadCatalogue } from '#server/services.ts'
import type { Services } from '#shared/services.ts'

const root = resolve(import.meta.dirname, '../..')

/** The whole server on a database of its own, without a port: what a room's HTTP tests talk to. */
export type TestSite = {
  app: FastifyInstance
  services: Services
  database: Database
  outbox: Outbox
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
 * @param pageBuild Pages to render; left out, only the API and media answer.
 */
export async function buildTestSite(
  options: { environment?: Record<string, string>; clock?: Clock; pageBuild?: () => PageBuild; cache?: PageCache } = {},
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'swade-test-site-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...options.environment })
  const log = createLog('silent')
  const clock = options.clock ?? systemClock
  const database = await createTestDatabase({ migrationsDir: join(root, 'db/migrations') })
  const folder = join(dataDir, 'outbox')
  const outbox = startOutbox({
    db: database.db,
    transport: createTransport({ from: config.MAIL_FROM, smtpUrl: config.SMTP_URL, dkim: undefined }, folder),
    clock,
    log,
    tickMs: 60_000,
  })
  const contentDir = join(root, 'content')
  const services = createServices({ config, catalogue: loadCatalogue(contentDir, config), database, outbox, clock })
  const app = await buildApp({
    config,
    services,
    database,
    cache: options.cache ?? new PageCache(),
    logger: log,
    contentDir,
    clientDir: undefined,
    pageBuild: options.pageBuild ?? noPages,
  })
  return {
    app,
    services,
    database,
    outbox,
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
      await outbox.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
