import type { Clock } from '#platform/clock.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { type PlatformSite, platformSiteSchema, type SiteCheck } from '#features/platforms/contract.ts'
import { claimSites, deleteSitesExcept, insertSites, listSites, saveSiteCheck } from './queries.ts'

const minuteMs = 60_000
/** Interval between checks of a site: hourly, or sooner after a failure. */
const recheckMs = 60 * minuteMs
const recheckAfterErrorMs = 10 * minuteMs
/** Time after which the claim of a crashed process expires. */
const claimMs = 5 * minuteMs
/** Polling interval for processes that miss a change notification. */
const refreshMs = minuteMs
const maxConcurrent = 4

type Deps = {
  db: Database['db']
  clock: Clock
  log: { warn(details: object, message: string): void }
  /** Returns the addresses of all platforms. */
  urls: () => readonly string[]
  check: (url: string) => Promise<SiteCheck>
  /** Called when a result changed, because cached pages show the old one. */
  onChange: () => void
}

/** Creates the checks of platform sites. One process checks the sites; every process has the results in memory. */
export function createSiteChecks({ db, clock, log, urls, check, onChange }: Deps) {
  const known = new Map<string, PlatformSite>()
  let unsubscribe: (() => Promise<void>) | undefined
  let isFailing = false
  let running: Promise<void> = Promise.resolve()

  async function read() {
    const before = JSON.stringify([...known])
    const rows = (await listSites(db)).toSorted((one, other) => (one.url < other.url ? -1 : 1))
    known.clear()
    // A row of a later version may contain unknown values.
    for (const { url, site } of rows) if (site) known.set(url, platformSiteSchema.safeParse(site).data ?? unchecked)
    if (JSON.stringify([...known]) !== before) onChange()
  }

  async function checkSite(signal?: AbortSignal) {
    const now = clock.now()
    const all = [...new Set(urls())]
    await deleteSitesExcept(db, all)
    await insertSites(db, all, now)
    const due = await claimSites(db, now, new Date(now.getTime() + claimMs))
    const worker = async () => {
      for (let url = due.pop(); url && !signal?.aborted; url = due.pop()) {
        const { error, ...site } = await check(url)
        const rest = site.status === 'up' ? recheckMs : recheckAfterErrorMs
        await saveSiteCheck(db, url, { site, error, dueAt: new Date(clock.now().getTime() + rest) })
      }
    }
    await Promise.all(Array.from({ length: maxConcurrent }, worker))
  }

  // Sequential, so that an older result never overwrites a newer one.
  const enqueue = (run: () => Promise<void>) => (running = running.catch(() => undefined).then(run))
  const now = (signal?: AbortSignal) => enqueue(async () => checkSite(signal).then(read))
  const refresh = () =>
    enqueue(read).then(
      () => (isFailing = false),
      (error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'platform site status failed to refresh; retrying')
        isFailing = true
      },
    )

  return {
    /** Returns the state of an address as shown on pages. */
    find: (url: string): PlatformSite => known.get(url) ?? unchecked,
    /** Checks due addresses and refreshes the results. */
    now,
    /** Refreshes the results. */
    read: () => enqueue(read),
    /** Refreshes the results now and after every change by any process. */
    start(changes: Changes) {
      unsubscribe = changes.subscribe({ topics: ['platform_sites'], everyMs: refreshMs, check: refresh })
      void refresh()
    },
    async stop() {
      await unsubscribe?.()
      await running.catch(() => undefined)
    },
  }
}

const unchecked: PlatformSite = { status: 'unknown', why: 'unasked' }
