import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Edition } from './edition.ts'
import type { Editions } from './editions.ts'
import type { PageStore } from './page-store.ts'

/** A book to prerender: its edition, empty if none is named, and the number of public pages. */
type BookToPrerender = { id: string; edition: string; openPages: number }

type PrerenderDeps = {
  /** Returns the books to prerender. Called again after every `refresh`. */
  books(): readonly BookToPrerender[]
  editions: Omit<Editions, 'find'>
  pages: PageStore
  /** True if pages are rendered too; otherwise books are only imported. */
  isPrerendering: boolean
  log: Pick<FastifyBaseLogger, 'warn'>
  pace?: PrerenderPace
}

/** Pace of background rendering. */
export type PrerenderPace = {
  /** Delay before the first page, to leave resources for the start. */
  firstPauseMs: number
  /**
   * Maximum pause between two pages, which is three times the duration of the last one, to leave a small machine idle
   * time.
   */
  maxPauseMs: number
  /** Checked before every page; rendering pauses while it returns true. */
  isBusy(): boolean
}

/** The widths phones and desktops use; others are rendered on request. */
const commonWidths = [1224, 816] as const

/** Rendered first for every book: readers begin here. */
const firstPages = 5

/** Interval for checking a busy machine again. */
const busyPauseMs = 5_000

const defaultPace: PrerenderPace = {
  firstPauseMs: 15_000,
  maxPauseMs: 3_000,
  isBusy: () => loadavg()[0]! > availableParallelism(),
}

/** Background prerendering. `stop` resolves when no work is in progress. */
export type Prerenderer = { refresh(): void; stop(): Promise<void> }

/**
 * Imports the books of the catalogue and renders their pages ahead of requests: public pages first, then the rest.
 */
export function startPrerendering({
  books,
  editions,
  pages,
  isPrerendering,
  log,
  pace = defaultPace,
}: PrerenderDeps): Prerenderer {
  const stopping = new AbortController()
  /** Imported editions by book, so that editing one book does not look up a thousand others. */
  const known = new Map<string, { named: string; edition: Edition }>()
  /** Number of pages rendered per edition, counted from the first. */
  const made = new Map<string, number>()
  let isWanted = false
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false })

  const importBook = async ({ id, edition: named }: BookToPrerender): Promise<Edition | undefined> => {
    const before = known.get(id)
    if (before?.named === named) return before.edition
    // Errors are logged; other books continue.
    const edition = await editions.importEdition(id, 'idle').catch(() => undefined)
    if (edition) known.set(id, { named, edition })
    return edition
  }

  /** Stops early when `isOff` returns true, and resumes from there next time. */
  const makePages = async (edition: Edition, to: number, isOff = () => false) => {
    for (let page = (made.get(edition.name) ?? 0) + 1; page <= Math.min(to, edition.pageCount); page += 1) {
      while (pace.isBusy()) await pause(busyPauseMs)
      if (isOff()) return
      const start = performance.now()
      // The page store logs pages that fail; the others continue.
      for (const width of commonWidths) await pages.image(edition, page, width, 'idle').catch(() => undefined)
      await pages.text(edition, page, 'idle').catch(() => undefined)
      made.set(edition.name, page)
      await pause(Math.min((performance.now() - start) * 3, pace.maxPauseMs))
    }
  }

  const work = async () => {
    const imported: { edition: Edition; openPages: number }[] = []
    for (const book of books()) {
      stopping.signal.throwIfAborted()
      const edition = await importBook(book)
      if (edition && (made.get(edition.name) ?? 0) < edition.pageCount)
        imported.push({ edition, openPages: book.openPages })
    }
    if (!isPrerendering || imported.length === 0) return
    if (made.size === 0) await pause(pace.firstPauseMs)
    for (const { edition, openPages } of imported) await makePages(edition, Math.min(openPages, firstPages))
    // Stop when a book was published: its first pages come before the remaining pages of others.
    const isOff = () => isWanted
    for (const { edition, openPages } of imported) await makePages(edition, openPages, isOff)
    for (const { edition } of imported) {
      if (isOff()) return
      await pages.allLines(edition, 'idle').catch(() => undefined)
      await makePages(edition, Infinity, isOff)
    }
  }
  let working: Promise<void> | undefined
  const refresh = () => {
    isWanted = true
    working ??= (async () => {
      while (isWanted && !stopping.signal.aborted) {
        isWanted = false
        await work()
      }
    })()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.warn({ err: error }, 'page prerendering failed; pages are rendered on request')
      })
      .finally(() => (working = undefined))
  }
  refresh()
  return {
    refresh,
    async stop() {
      stopping.abort()
      await working
    },
  }
}
