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
 * Takes an answer for prices if a panel can show it; the schema itself stays on the server.
 *
 * @throws An Error, when something between here and the server answered instead.
 */
function parseReply(told: unknown): PricesReply {
  const { data } = (told ?? {}) as { data?: Record<string, unknown> }
  if (![data?.sol, data?.swdz, data?.swdx].every(isPrice)) throw new Error('The response has no prices.')
  return told as PricesReply
}

function isPrice(told: unknown): boolean {
  if (typeof told !== 'object' || told === null) return false
  const { price, change24h, ageSeconds, liquidityUsd, history } = told as Record<string, unknown>
  const { prices } = (history ?? {}) as { prices?: unknown }
  return (
    [price, change24h, ageSeconds, liquidityUsd].every(isNumberOrNone) &&
    Array.isArray(prices) &&
    prices.every(isNumberOrNone)
  )
}

const isNumberOrNone = (told: unknown) => told === null || typeof told === 'number'

/** A price as it is now, aged older since it was answered. */
export type ShownPrice = TokenPrice & { symbol: PriceSymbol }

/**
 * What a panel shows: nothing yet, prices, or that none could be asked for. `isBusy` while a visitor's own question is
 * under way.
 */
export type PricesView = {
  state: 'loading' | 'known' | 'failed'
  prices: readonly ShownPrice[]
  /** Whether the server asks anybody at all. */
  isAsking: boolean
  isBusy: boolean
}

/** An answer that takes longer is none. */
const answerLimitMs = 10_000
/** Ages are told in minutes; nobody sees them change more often. */
const ageStepMs = 10_000
/** How often it is looked whether a question is due: 30 s after the last one, whoever asked that. */
const pollMs = 1_000
/** Timers come a little early and late; by this much a look need not wait for the next. */
const earlyMs = 100

/**
 * Prices for all panels of a page: asked for at once, every 30 s while somebody looks, and when a visitor comes back.
 * What was told stays while nobody answers, and grows old as on the server.
 */
export function createPriceStore(
  ask: (signal: AbortSignal) => Promise<unknown> = fetchPrices,
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

  /** Asks, unless somebody has just begun to. */
  function fetchOnce(): Promise<void> {
    fetchedAtMs = performance.now()
    return (underway ??= ask(AbortSignal.timeout(answerLimitMs))
      .then(parseReply)
      .then(
        (reply) => {
          answer = { reply, atMs: performance.now() }
          hasFailed = false
        },
        (error: unknown) => {
          hasFailed = true
          // oxlint-disable-next-line no-console -- a failure to ask is told here and nowhere else; the panel says N/A
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
    /** Prices are asked for as long as somebody listens. */
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
    /** A visitor's own question; answers whether it was answered. */
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
  // In whole steps, so that a page is not drawn anew for a second nobody is shown.
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

/** What all panels of this page show. */
export function usePrices(): PricesView {
  return useStore(store)
}

/** The same at this moment. */
export const readPrices = (): PricesView => store.getState()

/** Asks for prices because a visitor wants to know now. */
export const refreshPrices = (): Promise<boolean> => store.refresh()
