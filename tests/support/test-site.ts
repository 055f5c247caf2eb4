import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { createLog } from '#platform/log.ts'
import type { PageBuild } from '#server/plugins/pages.ts'
import { type SiteDeps, type StartedSite, startSite } from '#server/start.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * The whole server on a database of its own, without a port: what HTTP tests of a feature talk to. Nothing runs by the
 * clock until it is started: `platforms.checkSitesNow()`, `checkout.reconcileNow()` and their like do one turn.
 */
export type TestSite = StartedSite & {
  /**
   * Returns the mails handed over so far, oldest first, as soon as there are at least `count`.
   *
   * @throws Error when none is left to hand over before that.
   */
  mails(count: number): Promise<Email[]>
}

const noPages = () => {
  throw new Error('this test site has no pages')
}

/**
 * Starts the site for one test file on the real content, through the same function as production.
 *
 * @param options.environment Settings on top of those of a silent site that asks nobody for prices.
 * @param options.storage Puts something in front of the files, such as a fault.
 * @param options.pageBuild Pages to render; left out, only the API and media answer. `loadPageHandles` knows pages
 *   without rendering them.
 */
export async function buildTestSite(
  options: {
    environment?: Record<string, string>
    clock?: SiteDeps['clock']
    pageBuild?: () => PageBuild | Promise<PageBuild>
    cache?: SiteDeps['cache']
    storage?: SiteDeps['wrapStorage']
    tuning?: SiteDeps['tuning']
  } = {},
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'swade-test-site-'))
  const clock = options.clock ?? systemClock
  const site = await startSite({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PRICE_SOURCES: 'off', ...options.environment }),
    root,
    log: createLog('silent'),
    clock,
    pageBuild: options.pageBuild ?? noPages,
    clientDir: undefined,
    connect: () => createTestDatabase({ migrationsDir: join(root, 'db/migrations') }),
    isRunning: false,
    tuning: {
      ...options.tuning,
      editors: { passwordCost: 16, ...options.tuning?.editors },
      subscribers: { signUpPause: async () => undefined, ...options.tuning?.subscribers },
    },
    ...(options.storage ? { wrapStorage: options.storage } : {}),
    ...(options.cache ? { cache: options.cache } : {}),
  }).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  const outbox = join(dataDir, 'outbox')
  return {
    ...site,
    async mails(count) {
      for (;;) {
        // Asked before the folder is read: a mail that leaves in between is in it then.
        const isEmpty = (await countUnsent(site.database, clock.now())) === 0
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

/** Counts the mails that are due or being handed over. */
async function countUnsent({ pool }: Pick<StartedSite['database'], 'pool'>, now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `select from mail_outbox where state in ('claimed', 'in_data') or (state = 'queued' and due_at <= $1)`,
    [now],
  )
  return rowCount ?? 0
}
