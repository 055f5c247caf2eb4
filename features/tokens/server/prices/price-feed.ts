import type { Clock } from '#platform/clock.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { historyStepSeconds, historySteps, type PriceSymbol, priceRefreshMs } from '#features/tokens/prices.ts'
import { fetchQuotes } from './fetch-quotes.ts'
import {
  bumpRevision,
  acquireLease,
  deletePointsBefore,
  listPoints,
  listPrices,
  listSources,
  type PointRow,
  type PriceRow,
  readLease,
  savePoints,
  savePrices,
  saveSource,
  renewLease,
  type SourceRow,
} from './queries.ts'
import type { PriceSource } from './sources/source.ts'

/** Current mint of each symbol; a symbol without one has no price. */
export type Mints = Partial<Record<PriceSymbol, string>>

/** All prices, history points and source statuses as of the last poll. */
export type PriceSnapshot = { prices: readonly PriceRow[]; points: readonly PointRow[]; sources: readonly SourceRow[] }

/** Poll interval for changes of other processes that were not notified. */
const pollMs = 30_000

/** The history covers a day; one more week allows comparisons in a newsletter. */
const retentionDays = 8

type Deps = {
  db: Database['db']
  changes: Changes
  clock: Clock
  log: Record<'info' | 'warn', (details: object, message: string) => void>
  mints: () => Mints
  /** Empty when sources are off; then only prices of other processes are shown. */
  sources: readonly PriceSource[]
  intervalMs?: number
}

/**
 * Creates the price feed of all processes on one database: the process with the lease fetches and writes, the others
 * are notified. Known prices stay in memory and age while the database is unavailable.
 */
export function createPriceFeed({ db, changes, clock, log, mints, sources, intervalMs = priceRefreshMs }: Deps) {
  let snapshot: PriceSnapshot = { prices: [], points: [], sources: [] }
  let revision: number | undefined
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<number> | undefined
  let isUnavailable = false
  let isFetching = false
  let stopFollowing: (() => Promise<void>) | undefined
  const ending = new AbortController()

  async function load(): Promise<void> {
    const since = new Date(clock.now().getTime() - (historySteps + 1) * historyStepSeconds * 1000)
    const [prices, points, answers] = await Promise.all([
      listPrices(db),
      listPoints(db, Object.values(mints()), since),
      listSources(db),
    ])
    snapshot = { prices, points, sources: answers }
  }

  async function fetchAll(): Promise<void> {
    isFetching = true
    try {
      await fetchAndSave()
    } finally {
      isFetching = false
    }
  }

  async function fetchAndSave(): Promise<void> {
    const wanted = Object.entries(mints()) as [PriceSymbol, string][]
    const before = await listSources(db)
    const result = await fetchQuotes({
      sources,
      mints: [...new Set(wanted.map(([, mint]) => mint))],
      before,
      now: () => clock.now(),
      signal: ending.signal,
    })
    if (ending.signal.aborted) return
    const now = clock.now()
    const step = new Date(Math.floor(now.getTime() / (historyStepSeconds * 1000)) * historyStepSeconds * 1000)
    const prices = wanted.flatMap(([symbol, mint]) => {
      const quote = result.quotes.find((one) => one.mint === mint)
      // The clock of a source may be ahead, but a price must not be newer than now.
      return quote ? { ...quote, symbol, at: quote.at && quote.at < now ? quote.at : now } : []
    })
    await db.transaction(async (tx) => {
      await savePrices(tx, prices, now)
      await savePoints(
        tx,
        result.quotes.map(({ mint, priceUsd }) => ({ mint, at: step, priceUsd })),
      )
      await deletePointsBefore(tx, new Date(now.getTime() - retentionDays * 86_400_000))
      for (const source of result.sources) await saveSource(tx, source)
      await bumpRevision(tx)
    })
    logSourceChanges(before, result.sources)
  }

  function logSourceChanges(before: readonly SourceRow[], after: readonly SourceRow[]): void {
    for (const { name, error } of after) {
      const was = before.find((one) => one.name === name)?.error ?? ''
      if (error && !was) log.warn({ source: name }, `price source failed: ${error}`)
      if (!error && was) log.info({ source: name }, `price source recovered`)
    }
  }

  async function poll(): Promise<number> {
    let lease = await readLease(db)
    if (sources.length > 0 && (!lease || lease.dueInMs <= 0) && (await acquireLease(db, intervalMs))) {
      await fetchAll()
      lease = await readLease(db)
    }
    if (lease && lease.revision !== revision) {
      await load()
      revision = lease.revision
    }
    return sources.length > 0 ? (lease?.dueInMs ?? 0) : pollMs
  }

  /** Polls once and fetches if this process gets the lease. Returns the milliseconds until the next fetch is due. */
  const pollNow = () => (polling ??= poll().finally(() => (polling = undefined)))

  /** Polls after a change: a poll in progress may have read the state before it, unless the change is its own. */
  async function pollAfterChange(): Promise<void> {
    if (!isFetching) await polling?.catch(() => undefined)
    await pollNow()
  }

  async function pollAgain(): Promise<void> {
    let dueInMs = pollMs
    try {
      dueInMs = await pollNow()
      isUnavailable = false
    } catch (error) {
      if (!isUnavailable && !ending.signal.aborted)
        log.warn({ err: error }, 'price refresh failed; showing the last known prices')
      isUnavailable = true
    }
    // Slightly later than due, so that the lease is also due by the database’s clock.
    if (!ending.signal.aborted)
      timer = setTimeout(() => void pollAgain(), Math.min(Math.max(dueInMs + 20, 50), pollMs)).unref()
  }

  return {
    snapshot: () => snapshot,
    isAsking: sources.length > 0,
    pollNow,
    /** Fetches now, because a person is waiting. */
    async fetchNow() {
      await polling?.catch(() => undefined)
      // The lease is taken, so that no other process fetches at once; parallel calls share the same fetch.
      await (polling ??= renewLease(db, intervalMs)
        .then(fetchAll)
        .then(load)
        .then(() => 0)
        .finally(() => (polling = undefined)))
    },
    start() {
      stopFollowing = changes.subscribe({ topics: ['token_price_leases'], check: pollAfterChange })
      void pollAgain()
    },
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await stopFollowing?.()
      await polling?.catch(() => undefined)
    },
  }
}

/** The price feed. */
export type PriceFeed = ReturnType<typeof createPriceFeed>

/** Dependencies of readers of the current prices. */
export type PriceReaderDeps = { feed: Pick<PriceFeed, 'snapshot' | 'isAsking'>; mints: () => Mints; clock: Clock }
