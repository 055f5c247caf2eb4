import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Edition } from '../edition.ts'
import type { Editions } from '../editions.ts'
import type { PageStore } from '../page-store.ts'

/** A book of the catalogue: its edition where one is named, otherwise empty, and how many pages anybody may read. */
type BookAhead = { id: string; edition: string; openPages: number }

type Parts = {
  /** What is to be made. Asked again after every `lookAgain`. */
  books(): readonly BookAhead[]
  editions: Editions
  pages: PageStore
  /** Otherwise books are taken in, and that is all. */
  isMakingAhead: boolean
  log: Pick<FastifyBaseLogger, 'warn'>
  pace?: AheadPace
}

/** How hard pages are made that nobody waits for. */
export type AheadPace = {
  /** Before the first page: a start has better things to do. */
  firstPauseMs: number
  /**
   * Between two pages, three times as long as the last one took but at most this: a small machine has other things to
   * do.
   */
  longestPauseMs: number
  /** Asked before every page; while it says yes, nothing is made. */
  isBusy(): boolean
}

/** The widths phones and desks ask for; the others are made when somebody asks. */
const commonWidths = [1224, 816] as const

/** Made of every book before anything else: where readers begin. */
const firstPages = 5

/** Until a busy machine is looked at again. */
const busyPauseMs = 5_000

const gentle: AheadPace = {
  firstPauseMs: 15_000,
  longestPauseMs: 3_000,
  isBusy: () => loadavg()[0]! > availableParallelism(),
}

/** Work in the background. `stop` resolves when nothing is under way. */
export type RenderAhead = { lookAgain(): void; stop(): Promise<void> }

/**
 * Takes in the books of the catalogue and makes their pages before anybody asks: first what everybody may see, then the
 * rest.
 */
export function startRenderAhead({ books, editions, pages, isMakingAhead, log, pace = gentle }: Parts): RenderAhead {
  const stopping = new AbortController()
  /** What was taken in, by book: a library of a thousand is not asked for again because one of them was edited. */
  const known = new Map<string, { named: string; edition: Edition }>()
  /** How far the pages of an edition are made, in their order. */
  const made = new Map<string, number>()
  let isWanted = false
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false })

  const takeIn = async ({ id, edition: named }: BookAhead): Promise<Edition | undefined> => {
    const before = known.get(id)
    if (before?.named === named) return before.edition
    // What goes wrong is in the log; the other books go on.
    const edition = await editions.takeIn(id, 'idle').catch(() => undefined)
    if (edition) known.set(id, { named, edition })
    return edition
  }

  /** Ends early when `isOff` says so; the next time it goes on from there. */
  const makePages = async (edition: Edition, to: number, isOff = () => false) => {
    for (let page = (made.get(edition.name) ?? 0) + 1; page <= Math.min(to, edition.pageCount); page += 1) {
      while (pace.isBusy()) await pause(busyPauseMs)
      if (isOff()) return
      const start = performance.now()
      // One page that cannot be made is told by the page store; the others go on.
      for (const width of commonWidths) await pages.image(edition, page, width, 'idle').catch(() => undefined)
      await pages.text(edition, page, 'idle').catch(() => undefined)
      made.set(edition.name, page)
      await pause(Math.min((performance.now() - start) * 3, pace.longestPauseMs))
    }
  }

  const work = async () => {
    const taken: { edition: Edition; openPages: number }[] = []
    for (const book of books()) {
      stopping.signal.throwIfAborted()
      const edition = await takeIn(book)
      if (edition && (made.get(edition.name) ?? 0) < edition.pageCount)
        taken.push({ edition, openPages: book.openPages })
    }
    if (!isMakingAhead || taken.length === 0) return
    if (made.size === 0) await pause(pace.firstPauseMs)
    for (const { edition, openPages } of taken) await makePages(edition, Math.min(openPages, firstPages))
    // What was published meanwhile comes first with its own first pages.
    const isOff = () => isWanted
    for (const { edition, openPages } of taken) await makePages(edition, openPages, isOff)
    for (const { edition } of taken) {
      if (isOff()) return
      await pages.words(edition, 'idle').catch(() => undefined)
      await makePages(edition, Infinity, isOff)
    }
  }
  let working: Promise<void> | undefined
  const lookAgain = () => {
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
  lookAgain()
  return {
    lookAgain,
    async stop() {
      stopping.abort()
      await working
    },
  }
}
