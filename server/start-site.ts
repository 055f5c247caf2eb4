import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { startOutbox } from '#platform/mailer/outbox.ts'
import { createTransport } from '#platform/mailer/transport.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { ensureFirstAdmin } from '#features/newsletter/server/first-admin.ts'
import { buildApp } from './app.ts'
import { greeting } from './greeting.ts'
import { PageCache } from './page-cache.ts'
import type { PageBuild } from './plugins/pages.ts'
import { createServices, loadCatalogue } from './services.ts'

type SiteParts = {
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
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Config → content → database → services → listen. The content comes first: a mistake in it must stop the start before anything is touched.
 *
 * @returns `close` ends it in the opposite order, finishing what is under way.
 */
export async function startSite({
  config,
  root,
  log,
  clock,
  pageBuild,
  clientDir,
  isDevelopment = false,
  middleware,
}: SiteParts): Promise<{ origin: string; close(): Promise<void> }> {
  const contentDir = join(root, 'content')
  const catalogue = loadCatalogue(contentDir, config)

  const dataDir = resolve(root, config.DATA_DIR)
  await mkdir(dataDir, { recursive: true })
  const database = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir, log, migrationsDir: join(root, 'db/migrations') })
  const storage = await localStorage(join(dataDir, 'files'))
  // No room names stored files yet: what is whole stays, what a crash left half written goes.
  await storage.sweep(() => true)
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
  const outbox = startOutbox({ db: database.db, transport, clock, log })

  try {
    const services = createServices({ config, catalogue, database, outbox, clock })
    const app = await buildApp({
      config: { ...config, DATA_DIR: dataDir },
      services,
      database,
      cache: new PageCache(),
      logger: log,
      contentDir,
      clientDir,
      pageBuild,
      isDevelopment,
    })
    if (middleware) app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done))
    // Before anybody can knock: from here on, losing the database must not end the process.
    const admin = await ensureFirstAdmin(database.db, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD })
    await app.listen({ port: config.PORT, host: config.HOST })
    process.stdout.write(greeting({ config, dataDir, database, admin }))
    return {
      origin: config.origin,
      async close() {
        await app.close()
        await outbox.stop()
        await database.close()
      },
    }
  } catch (error) {
    await outbox.stop()
    await database.close()
    throw error
  }
}
