import { createStore } from 'zustand'
import { isUnspaced } from '#shared/fold-text.ts'
import type { SearchHit, SearchReply } from '#features/reader/contract.ts'

type SearchPhase =
  | { kind: 'idle' }
  /** The visitor is typing, or the query is too short. */
  | { kind: 'typing' }
  | { kind: 'searching' }
  | { kind: 'found'; reply: SearchReply }
  | { kind: 'error'; message: string }

/**
 * `chosen` is the index of the hit that the pages show. `persists` keeps its highlight after the panel has closed to
 * show it.
 */
export type SearchView = { query: string; phase: SearchPhase; chosen: number | undefined; persists: boolean }
export type SearchStore = ReturnType<typeof createSearchStore>

/** Searches a book. @throws Error with a message for the visitor. */
export type SearchBook = (query: string, signal: AbortSignal) => Promise<SearchReply>

/** A single letter is rarely a word; one ideograph or kana may be. */
export const isLongEnough = (query: string) => query.length >= 2 || (query !== '' && isUnspaced(query))
const restMs = 250

/** Creates the search state of one book: query, results and chosen hit. It outlives its panel. */
export function createSearchStore(searchBook: SearchBook) {
  const {
    getState,
    getInitialState,
    setState: show,
    subscribe,
  } = createStore<SearchView>(() => ({ query: '', phase: { kind: 'idle' }, chosen: undefined, persists: false }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  function stop(): void {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }

  async function search(): Promise<void> {
    stop()
    const query = getState().query.trim()
    if (!isLongEnough(query)) return
    const mine = (running = new AbortController())
    show({ phase: { kind: 'searching' } })
    try {
      const reply = await searchBook(query, mine.signal)
      if (running === mine) show({ phase: { kind: 'found', reply }, chosen: undefined })
    } catch (error) {
      if (running === mine) show({ phase: { kind: 'error', message: (error as Error).message } })
    }
  }

  return {
    getState,
    getInitialState,
    subscribe,
    /** Searches when typing pauses. */
    setQuery(query: string) {
      stop()
      const typed = query.trim()
      show({ query, phase: { kind: typed === '' ? 'idle' : 'typing' }, chosen: undefined })
      if (isLongEnough(typed)) timer = setTimeout(() => void search(), restMs)
    },
    /** Searches immediately, also to retry. */
    search,
    clear() {
      stop()
      show({ query: '', phase: { kind: 'idle' }, chosen: undefined })
    },
    choose: (index: number | undefined, persists = false) => show({ chosen: index, persists }),
    /** Returns the next open hit, or the previous one with -1, wrapping around. Undefined if there is none. */
    step(by: 1 | -1): { index: number; hit: SearchHit } | undefined {
      const { phase, chosen } = getState()
      if (phase.kind !== 'found') return undefined
      const open = [...phase.reply.hits.entries()].filter(([, { isLocked }]) => !isLocked)
      if (open.length === 0) return undefined
      const at = open.findIndex(([index]) => index === chosen)
      const next = at < 0 ? (by === 1 ? 0 : open.length - 1) : (at + by + open.length) % open.length
      const [index, hit] = open[next]!
      return { index, hit }
    },
  }
}
