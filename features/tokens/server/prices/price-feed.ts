import type { Clock } from '#platform/clock.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { historyStepSeconds, historySteps, type PriceSymbol, priceRefreshMs } from '#features/tokens/prices.ts'
import { askSources } from './ask-sources.ts'
import {
  bumpRevision,
  claimTurn,
  deletePointsBefore,
  listPoints,
  listPrices,
  listSources,
  type PointRow,
  type PriceRow,
  readTurn,
  savePoints,
  savePrices,
  saveSource,
  takeTurn,
  type SourceRow,
} from './queries.ts'
import type { PriceSource } from './sources/source.ts'

/** The mint each symbol has now; what has none has no price. */
export type Mints = Partial<Record<PriceSymbol, string>>

/** All that is known, as of the last look. */
export type PriceBoard = { prices: readonly PriceRow[]; points: readonly PointRow[]; sources: readonly SourceRow[] }

/** Until another process's findings are seen where nobody tells of them. */
const lookMs = 30_000

/** Our record is for a day; a week more lets a letter compare. */
const keptDays = 8

type Parts = {
  db: Database['db']
  changes: Changes
  clock: Clock
  log: Record<'info' | 'warn', (details: object, message: string) => void>
  mints: () => Mints
  /** Empty asks nobody: then it only shows what others found. */
  sources: readonly PriceSource[]
  intervalMs?: number
}

/**
 * Prices for all processes on one database: whoever takes the turn asks and writes, the others are told. What is known
 * stays in memory while the database is away, and grows old there.
 */
export function createPriceFeed({ db, changes, clock, log, mints, sources, intervalMs = priceRefreshMs }: Parts) {
  let board: PriceBoard = { prices: [], points: [], sources: [] }
  let revision: number | undefined
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<number> | undefined
  let isAway = false
  let endFollowing: (() => Promise<void>) | undefined
  const ending = new AbortController()

  async function load(): Promise<void> {
    const since = new Date(clock.now().getTime() - (historySteps + 1) * historyStepSeconds * 1000)
    const [prices, points, answers] = await Promise.all([
      listPrices(db),
      listPoints(db, Object.values(mints()), since),
      listSources(db),
    ])
    board = { prices, points, sources: answers }
  }

  async function ask(): Promise<void> {
    const wanted = Object.entries(mints()) as [PriceSymbol, string][]
    const before = await listSources(db)
    const turn = await askSources({
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
      const quote = turn.quotes.find((one) => one.mint === mint)
      // A service's own clock may run ahead; nothing was told later than now.
      return quote ? { ...quote, symbol, at: quote.at && quote.at < now ? quote.at : now } : []
    })
    await db.transaction(async (tx) => {
      await savePrices(tx, prices, now)
      await savePoints(
        tx,
        turn.quotes.map(({ mint, priceUsd }) => ({ mint, at: step, priceUsd })),
      )
      await deletePointsBefore(tx, new Date(now.getTime() - keptDays * 86_400_000))
      for (const source of turn.sources) await saveSource(tx, source)
      await bumpRevision(tx)
    })
    tellChanges(before, turn.sources)
  }

  function tellChanges(before: readonly SourceRow[], after: readonly SourceRow[]): void {
    for (const { name, trouble } of after) {
      const was = before.find((one) => one.name === name)?.trouble ?? ''
      if (trouble && !was) log.warn({ source: name }, `price source failed: ${trouble}`)
      if (!trouble && was) log.info({ source: name }, `price source recovered`)
    }
  }

  async function look(): Promise<number> {
    let turn = await readTurn(db)
    if (sources.length > 0 && (!turn || turn.dueInMs <= 0) && (await claimTurn(db, intervalMs))) {
      await ask()
      turn = await readTurn(db)
    }
    if (turn && turn.revision !== revision) {
      await load()
      revision = turn.revision
    }
    return sources.length > 0 ? (turn?.dueInMs ?? 0) : lookMs
  }

  /** Looks once, and asks when it is our turn; answers in how many ms the next turn is due. */
  const lookNow = () => (looking ??= look().finally(() => (looking = undefined)))

  async function goOn(): Promise<void> {
    let dueInMs = lookMs
    try {
      dueInMs = await lookNow()
      isAway = false
    } catch (error) {
      if (!isAway && !ending.signal.aborted)
        log.warn({ err: error }, 'price refresh failed; showing the last known prices')
      isAway = true
    }
    // A little later than due, so that the database's clock agrees.
    if (!ending.signal.aborted)
      timer = setTimeout(() => void goOn(), Math.min(Math.max(dueInMs + 20, 50), lookMs)).unref()
  }

  return {
    board: () => board,
    isAsking: sources.length > 0,
    lookNow,
    /** Asks out of turn, for a person who waits. */
    async askNow() {
      await looking?.catch(() => undefined)
      // The turn is taken, so that no process asks again at once; who asks by hand meanwhile waits for the same answer.
      await (looking ??= takeTurn(db, intervalMs)
        .then(ask)
        .then(load)
        .then(() => 0)
        .finally(() => (looking = undefined)))
    },
    start() {
      endFollowing = changes.follow({ topics: ['token_price_turns'], look: lookNow })
      void goOn()
    },
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await endFollowing?.()
      await looking?.catch(() => undefined)
    },
  }
}

/** The feed, as other files of this folder see it. */
export type PriceFeed = ReturnType<typeof createPriceFeed>
