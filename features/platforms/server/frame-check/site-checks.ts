import type { Clock } from '#platform/clock.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { type PlatformSite, platformSiteSchema, type SiteCheck } from '#features/platforms/contract.ts'
import { claimSites, deleteSitesExcept, insertSites, listSites, saveSiteCheck } from './queries.ts'

const minuteMs = 60_000
/** How often an address is asked: hourly when it answers, sooner when it did not. */
const recheckMs = 60 * minuteMs
const recheckAfterErrorMs = 10 * minuteMs
/** What a process that ended had taken up is taken up again after this. */
const claimMs = 5 * minuteMs
/** How often a process reads what was found where nobody tells it of changes. */
const refreshMs = minuteMs
const maxConcurrent = 4

type Deps = {
  db: Database['db']
  clock: Clock
  log: { warn(details: object, message: string): void }
  /** The addresses platforms have now. */
  urls: () => readonly string[]
  check: (url: string) => Promise<SiteCheck>
  /** Told when something else is known than before: pages that show it are out of date. */
  onChange: () => void
}

/** What is known of platforms' own addresses. One process asks them; every process knows what it heard, from memory. */
export function createSiteChecks({ db, clock, log, urls, check, onChange }: Deps) {
  const known = new Map<string, PlatformSite>()
  let unsubscribe: (() => Promise<void>) | undefined
  let isFailing = false
  let running: Promise<void> = Promise.resolve()

  async function read() {
    const before = JSON.stringify([...known])
    const rows = (await listSites(db)).toSorted((one, other) => (one.url < other.url ? -1 : 1))
    known.clear()
    // A row of a later version may say what this one does not know.
    for (const { url, site } of rows) if (site) known.set(url, platformSiteSchema.safeParse(site).data ?? unchecked)
    if (JSON.stringify([...known]) !== before) onChange()
  }

  async function ask(signal?: AbortSignal) {
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

  // One after the other, so that an older answer never comes last.
  const enqueue = (act: () => Promise<void>) => (running = running.catch(() => undefined).then(act))
  const now = (signal?: AbortSignal) => enqueue(async () => ask(signal).then(read))
  const refresh = () =>
    enqueue(read).then(
      () => (isFailing = false),
      (error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'platform site status failed to refresh; retrying')
        isFailing = true
      },
    )

  return {
    /** @returns what pages show of an address. */
    find: (url: string): PlatformSite => known.get(url) ?? unchecked,
    /** Asks what is due, and reads what is known then. */
    now,
    /** Reads what is known. */
    read: () => enqueue(read),
    /** Reads what is known now, and whenever any process has found out more. */
    start(changes: Changes) {
      unsubscribe = changes.follow({ topics: ['platform_sites'], everyMs: refreshMs, look: refresh })
      void refresh()
    },
    async stop() {
      await unsubscribe?.()
      await running.catch(() => undefined)
    },
  }
}

const unchecked: PlatformSite = { status: 'unknown', why: 'unasked' }
