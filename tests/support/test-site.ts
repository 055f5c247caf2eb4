import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import PostalMime, { type Email } from 'postal-mime'
import { type Clock, systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import { databaseNow } from '#platform/database/database-now.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { createLog } from '#platform/log.ts'
import type { PageBuild } from '#server/plugins/pages.ts'
import { type SiteDeps, type StartedSite, startSite } from '#server/start.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * The whole server with its own database and without a port, for HTTP tests of features. Jobs do not run on schedule;
 * call `platforms.checkSitesNow()`, `checkout.reconcileNow()` and similar functions to run them once.
 */
export type TestSite = StartedSite & {
  /**
   * Waits for at least `count` sent emails and returns all, oldest first.
   *
   * @throws Error when no further email is queued.
   */
  mails(count: number): Promise<Email[]>
  dataDir: string
}

const noPages = () => {
  throw new Error('this test site has no pages')
}

/**
 * Starts the site for a test file with the real content, with the same function as production.
 *
 * @param options.environment Environment variables; by default without logs and price requests.
 * @param options.log Logger; by default nothing is logged.
 * @param options.storage Wraps the storage, for example to inject errors.
 * @param options.pageBuild Pages to render; by default only API and media routes work. `loadSourcePages` renders them
 *   from their sources, `loadPageHandles` provides their metadata only.
 */
export async function buildTestSite(
  options: {
    environment?: Record<string, string>
    log?: SiteDeps['log']
    clock?: SiteDeps['clock']
    pageBuild?: () => PageBuild | Promise<PageBuild>
    cache?: SiteDeps['cache']
    /** Connects to the database of another site; by default, one of its own is created. */
    connect?: SiteDeps['connect']
    storage?: SiteDeps['wrapStorage']
    tuning?: SiteDeps['tuning']
    transformTexts?: SiteDeps['transformTexts']
  } = {},
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'swade-test-site-'))
  const clock = options.clock ?? systemClock
  const site = await startSite({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PRICE_SOURCES: 'off', ...options.environment }),
    root,
    log: options.log ?? createLog('silent'),
    clock,
    pageBuild: options.pageBuild ?? noPages,
    clientDir: undefined,
    connect: options.connect ?? (() => createTestDatabase({ migrationsDir: join(root, 'db/migrations') })),
    isRunning: false,
    tuning: {
      ...options.tuning,
      editors: { passwordCost: 16, ...options.tuning?.editors },
      subscribers: { signUpPause: async () => undefined, ...options.tuning?.subscribers },
    },
    ...(options.storage ? { wrapStorage: options.storage } : {}),
    ...(options.cache ? { cache: options.cache } : {}),
    ...(options.transformTexts ? { transformTexts: options.transformTexts } : {}),
  }).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  const outbox = join(dataDir, 'outbox')
  return {
    ...site,
    dataDir,
    async mails(count) {
      for (;;) {
        // Checked before reading the folder, which then includes emails sent in between.
        const isEmpty = (await countUnsent(site.database, clock)) === 0
        const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
        if (names.length >= count || isEmpty) {
          const mails = await Promise.all(
            names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
          )
          const subjects = mails.map(({ subject }) => `\n- ${subject}`).join('')
          if (mails.length < count)
            throw new Error(`${mails.length} of ${count} mails came${subjects && `:${subjects}`}`)
          return mails.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
        }
        site.outbox.wake()
        await sleep(5)
      }
    },
    async close() {
      await site.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Counts emails that are due or being sent. An email is due by the clock of the database, whose microseconds can be
 * ahead of the milliseconds of this process.
 */
async function countUnsent({ db }: Pick<StartedSite['database'], 'db'>, clock: Clock): Promise<number> {
  const { rowCount } = await db.execute(
    sql`select from mail_outbox
      where state in ('claimed', 'in_data') or (state = 'queued' and due_at <= ${databaseNow(clock)})`,
  )
  return rowCount ?? 0
}
