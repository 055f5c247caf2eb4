import type { Clock } from '#platform/clock.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { type PlatformSite, platformSiteSchema, type SiteLook } from '#features/platforms/contract.ts'
import { claimSites, deleteSitesBut, insertSites, listSites, noteSite } from './queries.ts'

const minuteMs = 60_000
/** How often an address is asked: hourly when it answers, sooner when it did not. */
const restMs = 60 * minuteMs
const restInTroubleMs = 10 * minuteMs
/** What a process that ended had taken up is taken up again after this. */
const claimMs = 5 * minuteMs
/** How often a process reads what was found where nobody tells it of changes. */
const readMs = minuteMs
const mostAtOnce = 4

type Parts = {
  db: Database['db']
  clock: Clock
  log: { warn(details: object, message: string): void }
  /** The addresses platforms have now. */
  urls: () => readonly string[]
  look: (url: string) => Promise<SiteLook>
  /** Told when something else is known than before: pages that show it are out of date. */
  onChange: () => void
}

/** What is known of platforms' own addresses. One process asks them; every process knows what it heard, from memory. */
export function createSiteChecks({ db, clock, log, urls, look, onChange }: Parts) {
  const known = new Map<string, PlatformSite>()
  let endFollowing: (() => Promise<void>) | undefined
  let isSilent = false
  let underway: Promise<void> = Promise.resolve()

  async function read() {
    const before = JSON.stringify([...known])
    const rows = (await listSites(db)).toSorted((one, other) => (one.url < other.url ? -1 : 1))
    known.clear()
    // A row of a later version may say what this one does not know.
    for (const { url, site } of rows) if (site) known.set(url, platformSiteSchema.safeParse(site).data ?? unasked)
    if (JSON.stringify([...known]) !== before) onChange()
  }

  async function ask(signal?: AbortSignal) {
    const now = clock.now()
    const all = [...new Set(urls())]
    await deleteSitesBut(db, all)
    await insertSites(db, all, now)
    const due = await claimSites(db, now, new Date(now.getTime() + claimMs))
    const worker = async () => {
      for (let url = due.pop(); url && !signal?.aborted; url = due.pop()) {
        const { trouble, ...site } = await look(url)
        const rest = site.status === 'up' ? restMs : restInTroubleMs
        await noteSite(db, url, { site, trouble, dueAt: new Date(clock.now().getTime() + rest) })
      }
    }
    await Promise.all(Array.from({ length: mostAtOnce }, worker))
  }

  // One after the other, so that an older answer never comes last.
  const inTurn = (act: () => Promise<void>) => (underway = underway.catch(() => undefined).then(act))
  const now = (signal?: AbortSignal) => inTurn(async () => ask(signal).then(read))
  const readAgain = () =>
    inTurn(read).then(
      () => (isSilent = false),
      (error: unknown) => {
        if (!isSilent) log.warn({ err: error }, 'platform site status failed to refresh; retrying')
        isSilent = true
      },
    )

  return {
    /** @returns what pages show of an address. */
    find: (url: string): PlatformSite => known.get(url) ?? unasked,
    /** Asks what is due, and reads what is known then. */
    now,
    /** Reads what is known. */
    read: () => inTurn(read),
    /** Reads what is known now, and whenever any process has found out more. */
    start(changes: Changes) {
      endFollowing = changes.follow({ topics: ['platform_sites'], everyMs: readMs, look: readAgain })
      void readAgain()
    },
    async stop() {
      await endFollowing?.()
      await underway.catch(() => undefined)
    },
  }
}

const unasked: PlatformSite = { status: 'unknown', why: 'unasked' }
