import { createStore, useStore } from 'zustand'
import type { PricesReply, TokenPrice } from '#features/tokens/contract.ts'
import {
  goneAfterSeconds,
  pricesPath,
  priceRefreshMs,
  type PriceSymbol,
  staleAfterSeconds,
} from '#features/tokens/prices.ts'

/**
 * Checks that a reply can be shown; the full schema stays on the server.
 *
 * @throws Error when a proxy responded instead of the server.
 */
function parseReply(value: unknown): PricesReply {
  const { data } = (value ?? {}) as { data?: Record<string, unknown> }
  if (![data?.sol, data?.swdz, data?.swdx].every(isPrice)) throw new Error('The response has no prices.')
  return value as PricesReply
}

function isPrice(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { price, change24h, ageSeconds, liquidityUsd, history } = value as Record<string, unknown>
  const { prices } = (history ?? {}) as { prices?: unknown }
  return (
    [price, change24h, ageSeconds, liquidityUsd].every(isNumberOrNone) &&
    Array.isArray(prices) &&
    prices.every(isNumberOrNone)
  )
}

const isNumberOrNone = (value: unknown) => value === null || typeof value === 'number'

/** A price with its current age. */
export type ShownPrice = TokenPrice & { symbol: PriceSymbol }

/** Prices view of a panel. `isBusy` while a visitor’s own refresh is running. */
export type PricesView = {
  state: 'loading' | 'known' | 'failed'
  prices: readonly ShownPrice[]
  /** True if price sources are turned on. */
  isAsking: boolean
  isBusy: boolean
}

/** Timeout of a request. */
const answerLimitMs = 10_000
/** Ages are shown in minutes, so they are updated rarely. */
const ageStepMs = 10_000
/** Interval of the check whether a refresh is due, 30 s after the last one. */
const pollMs = 1_000
/** Tolerance for timers that fire early. */
const earlyMs = 100

/**
 * Creates the store of all price panels of a page: it fetches at once, every 30 s while the page is visible, and when a
 * visitor returns. Known prices stay and age while the server is unavailable.
 */
export function createPriceStore(
  fetchReply: (signal: AbortSignal) => Promise<unknown> = fetchPrices,
  page:
    | Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
    | undefined = globalThis.document,
) {
  const store = createStore<PricesView>(() => ({ state: 'loading', prices: [], isAsking: true, isBusy: false }))
  let panels = 0
  let answer: { reply: PricesReply; atMs: number } | undefined
  let hasFailed = false
  let busy = 0
  let fetchedAtMs = Number.NEGATIVE_INFINITY
  let underway: Promise<void> | undefined
  let timers: ReturnType<typeof setInterval>[] = []

  function show(): void {
    const next: PricesView = {
      state: answer ? 'known' : hasFailed ? 'failed' : 'loading',
      prices: answer ? shownPrices(answer.reply, (performance.now() - answer.atMs) / 1000) : [],
      isAsking: answer?.reply.isAsking ?? true,
      isBusy: busy > 0,
    }
    if (JSON.stringify(next) !== JSON.stringify(store.getState())) store.setState(next, true)
  }

  /** Fetches, or joins a running request. */
  function fetchOnce(): Promise<void> {
    fetchedAtMs = performance.now()
    return (underway ??= fetchReply(AbortSignal.timeout(answerLimitMs))
      .then(parseReply)
      .then(
        (reply) => {
          answer = { reply, atMs: performance.now() }
          hasFailed = false
        },
        (error: unknown) => {
          hasFailed = true
          // oxlint-disable-next-line no-console -- a failed refresh is only logged; the panel shows N/A
          console.warn('price refresh failed', error)
        },
      )
      .finally(() => {
        underway = undefined
        show()
      }))
  }

  const fetchWhenDue = () => {
    if (page?.visibilityState !== 'hidden' && performance.now() - fetchedAtMs >= priceRefreshMs - earlyMs)
      void fetchOnce()
  }
  const showAndFetch = () => {
    show()
    fetchWhenDue()
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    /** Prices are refreshed while there are subscribers. */
    subscribe(listener: Parameters<typeof store.subscribe>[0]): () => void {
      const unsubscribe = store.subscribe(listener)
      panels += 1
      if (panels === 1) {
        fetchWhenDue()
        timers = [setInterval(fetchWhenDue, pollMs), setInterval(show, ageStepMs)]
        page?.addEventListener('visibilitychange', showAndFetch)
      }
      return () => {
        unsubscribe()
        panels -= 1
        if (panels > 0) return
        for (const timer of timers) clearInterval(timer)
        page?.removeEventListener('visibilitychange', showAndFetch)
      }
    },
    /** Refreshes for a visitor; returns whether it succeeded. */
    async refresh(): Promise<boolean> {
      busy += 1
      try {
        show()
        await fetchOnce()
      } finally {
        busy -= 1
        show()
      }
      return !hasFailed
    },
  }
}

function shownPrices({ data: { sol, swdz, swdx } }: PricesReply, passedSeconds: number): ShownPrice[] {
  return [
    { symbol: 'SOL', ...aged(sol, passedSeconds) },
    { symbol: 'SWDZ', ...aged(swdz, passedSeconds) },
    { symbol: 'SWDX', ...aged(swdx, passedSeconds) },
  ]
}

function aged(price: TokenPrice, passedSeconds: number): TokenPrice {
  if (price.ageSeconds === null) return price
  // In whole steps, so that the page does not rerender every second.
  const ageSeconds = price.ageSeconds + Math.floor(passedSeconds / (ageStepMs / 1000)) * (ageStepMs / 1000)
  const isStale = ageSeconds >= staleAfterSeconds
  if (ageSeconds < goneAfterSeconds) return { ...price, ageSeconds, isStale }
  return { ...price, ageSeconds, isStale, price: null, change24h: null, liquidityUsd: null, isThin: false, pool: null }
}

async function fetchPrices(signal: AbortSignal): Promise<unknown> {
  const reply = await fetch(pricesPath, { signal, cache: 'no-store' })
  if (!reply.ok) throw new Error(`The server responded with ${reply.status}.`)
  return reply.json()
}

const store = createPriceStore()

/** Returns the prices view of this page. */
export function usePrices(): PricesView {
  return useStore(store)
}

/** Returns the current prices view. */
export const readPrices = (): PricesView => store.getState()

/** Refreshes prices for a visitor. */
export const refreshPrices = (): Promise<boolean> => store.refresh()
