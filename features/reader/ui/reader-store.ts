/*
 * The state of one open book, outside React. How to hang something in without touching the reader's own files:
 *
 * - A part: add a line to `companions.ts` or `late-companions.tsx`. `panels` get a button in the toolbar and a place
 *   beside the pages, `PageOverlays` are rendered inside every page on the screen with `{ page, lines }` (over the
 *   image, under the words; 100 % of the page's box, so fractions of a text line are percentages), `ToolbarParts` stand
 *   at the toolbar's end, `BelowPages` under the reader.
 * - State: in a component `useReader((state) => state.page)`, and `useReaderStore()` for the acts below. A selector
 *   answers a value of the state or something primitive, never a new object.
 * - To go somewhere: `store.scrollTo(page, line?)`; it loads the book when nobody has yet. `reveal(page, line)` goes
 *   there only when the line cannot be seen.
 * - Clicks on words: `store.onLineClick(({ page, line }) => …)` answers a function that takes the listener away.
 *   Selecting is no click.
 * - Words of a page: `useLines(page)` in a component, `store.text(page)` elsewhere; both only for readable pages.
 */
import { createStore } from 'zustand'
import { pageImagePath } from '#features/reader/paths.ts'
import type { PageText, ReaderManifest, ReaderOpening } from '#features/reader/contract.ts'
import { fetchManifest } from './fetch-manifest.ts'
import { createPictureSource } from './page-images.ts'
import { createTextSource } from './page-text.ts'
import { keepPlace, readPlace } from './reading-position.ts'
import { unpackPicture } from './view/decode-image.ts'
import { firstSettings, keepSettings, readSettings, type ReaderSettings, type Zoom } from './reader-settings.ts'

export type ReaderStatus = 'idle' | 'loading' | 'ready' | 'error'

/** What the reader shows. A new object at every change, its members only when they change themselves. */
export type ReaderState = ReaderSettings & {
  status: ReaderStatus
  /** Before the server has answered for this visitor: what everybody may read. Undefined while nothing is known. */
  manifest: ReaderManifest | undefined
  /** The manifest is the server's answer for this visitor. */
  isConfirmed: boolean
  /** The page being read, 1 first. */
  page: number
  /** Pages at least partly in sight, in order; empty before loading. */
  visiblePages: readonly number[]
  /** How many pages have come so far. */
  loadedPages: number
  /** All that is in sight has come, and the status line says how many pages that are. */
  isCounted: boolean
  /** CSS pixels a point (1/72 inch) of the current page takes on the screen. */
  scale: number
  /** Id of the open panel. */
  panel: string | undefined
  isFullScreen: boolean
  /** Counts tries; what failed is asked for again when it changes. */
  attempt: number
}

/** Where the pages are asked to go. `isGentle` leaves them where they are when the line is in sight. */
export type ScrollRequest = { page: number; line: number | undefined; isGentle: boolean }
export type LineClick = { page: number; line: number; event: MouseEvent }

export type ReaderStore = ReturnType<typeof createReaderStore>

/**
 * For how long the number of pages stands in the status line at least: a few frames, so that it is painted and read
 * out.
 */
const countShownMs = 100

/** Makes the state of one book; it asks nothing of the network before `load()` or `refresh()`. */
export function createReaderStore(bookId: string, opening: ReaderOpening | undefined) {
  const {
    getState,
    getInitialState,
    setState: update,
    subscribe,
  } = createStore<ReaderState>(() => initialState(bookId, opening))
  const scrollListeners = new Set<(request: ScrollRequest) => void>()
  const lineListeners = new Set<(click: LineClick) => void>()
  const loaded = new Set<number>()
  const failed = new Set<number>()
  let asking: Promise<ReaderManifest> | undefined
  let waiting: ScrollRequest | undefined
  let hasMoved = false

  const words = createTextSource(bookId, () => getState().manifest?.edition)
  const pictures = createPictureSource()
  const isReadable = (page: number) =>
    Number.isInteger(page) && page >= 1 && page <= (getState().manifest?.readablePages ?? 0)
  const clamp = (page: number) =>
    Math.min(Math.max(Math.round(page), 1), getState().manifest?.totalPages ?? Math.max(1, Math.round(page)))

  function ask(): Promise<ReaderManifest> {
    asking ??= fetchManifest(bookId).finally(() => (asking = undefined))
    return asking
  }

  /** Takes the server's answer; pages that open or close by it change at once. */
  async function refresh(): Promise<void> {
    const answer = await ask()
    // The same answer is the same object, so that nobody lays out a thousand pages anew.
    const { manifest: known } = getState()
    const manifest = known && JSON.stringify(known) === JSON.stringify(answer) ? known : answer
    if (known?.edition !== manifest.edition) {
      loaded.clear()
      words.clear()
      pictures.clear()
    }
    const page = Math.min(getState().page, manifest.totalPages)
    update({ manifest, isConfirmed: true, page, loadedPages: loaded.size })
    keepWhere()
    settle()
  }

  /**
   * All that is in sight has come, or cannot come: the reader is ready, once its status line has said how many pages
   * came.
   */
  function settle(): void {
    if (getState().isCounted || !isSettled()) return
    update({ isCounted: true })
    // Told in one go, only the last message would ever be on the screen.
    setTimeout(() => {
      if (isSettled()) update({ status: 'ready' })
      else update({ isCounted: false })
    }, countShownMs)
  }

  function isSettled(): boolean {
    const { status, isConfirmed, visiblePages } = getState()
    if (status !== 'loading' || !isConfirmed || visiblePages.length === 0) return false
    return visiblePages.every((page) => loaded.has(page) || failed.has(page) || !isReadable(page))
  }

  async function load(): Promise<void> {
    if (getState().status === 'loading' || getState().status === 'ready') return
    failed.clear()
    update({ status: 'loading', isCounted: false, attempt: getState().attempt + 1 })
    try {
      await refresh()
    } catch {
      // What is open anyway may be on the screen already; who owns the book would still stand before locked pages.
      update({ status: 'error' })
    }
  }

  /** What failed is asked for again. */
  function retry(): void {
    if (failed.size === 0) return
    failed.clear()
    update({ attempt: getState().attempt + 1 })
  }

  function go(request: ScrollRequest): void {
    const page = clamp(request.page)
    if (getState().status === 'idle') {
      waiting = { ...request, page }
      hasMoved = true
      update({ page })
      return void load()
    }
    if (!request.isGentle || getState().view === 'page') setPage(page)
    scrollListeners.forEach((listener) => listener({ ...request, page }))
  }

  function setPage(page: number): void {
    if (page === getState().page) return
    update({ page })
    hasMoved = true
    keepWhere()
  }

  /** A place is for coming back to: a page that may not be read, or not as far as is known yet, is none. */
  function keepWhere(): void {
    const { isConfirmed, manifest, page } = getState()
    if (hasMoved && isConfirmed && manifest && isReadable(page)) keepPlace(bookId, page, manifest.totalPages)
  }

  function setting(change: Partial<ReaderSettings>): void {
    update(change)
    keepSettings(getState())
  }

  return {
    bookId,
    getState,
    getInitialState,
    subscribe,
    /** Reads what this device remembers; not before the page has been taken over from the server. */
    restore() {
      update({ ...readSettings(), page: clamp(readPlace(bookId)?.page ?? 1) })
    },
    load,
    retry,
    refresh,
    isReadable,
    scrollTo: (page: number, line?: number) => go({ page, line, isGentle: false }),
    /**
     * Has a page ready that somebody is about to go to; before the first page is there, nothing takes the line from it.
     */
    prepare(page: number) {
      const edition = getState().manifest?.edition
      if (!edition || getState().loadedPages === 0 || page === getState().page || !isReadable(page)) return
      words.get(page).catch(() => undefined)
      pictures.prepare((width) => pageImagePath(bookId, edition, page, width), unpackPicture)
    },
    reveal: (page: number, line: number) => go({ page, line, isGentle: true }),
    /** Turns pages; stops at both ends. */
    turn: (by: number) => go({ page: clamp(getState().page + by), line: undefined, isGentle: false }),
    setView: (view: ReaderSettings['view']) => setting({ view, zoom: getState().zooms[view] }),
    setZoom(asked: Zoom) {
      const zoom = typeof asked === 'number' ? Math.min(Math.max(asked, 0.25), 5) : asked
      setting({ zoom, zooms: { ...getState().zooms, [getState().view]: zoom } })
    },
    setTheme: (theme: ReaderSettings['theme']) => setting({ theme }),
    togglePanel: (id: string) => update({ panel: getState().panel === id ? undefined : id }),
    closePanel: () => update({ panel: undefined }),
    setFullScreen: (isFullScreen: boolean) => update({ isFullScreen }),
    text: (page: number): Promise<PageText> => words.get(page),
    words,
    pictures,

    onScrollRequest(listener: (request: ScrollRequest) => void) {
      scrollListeners.add(listener)
      // Who asked before the pages stood has waited for this.
      if (waiting) listener(waiting)
      waiting = undefined
      return () => void scrollListeners.delete(listener)
    },
    onLineClick(listener: (click: LineClick) => void) {
      lineListeners.add(listener)
      return () => void lineListeners.delete(listener)
    },

    /** What follows is told by the pages themselves. */
    told: {
      lineClick: (click: LineClick) => lineListeners.forEach((listener) => listener(click)),
      page: setPage,
      scale: (scale: number) => void (scale !== getState().scale && update({ scale })),
      visible(pages: readonly number[]) {
        if (pages.join() !== getState().visiblePages.join()) update({ visiblePages: pages })
        settle()
      },
      loaded(page: number) {
        failed.delete(page)
        if (loaded.has(page)) return
        loaded.add(page)
        update({ loadedPages: loaded.size })
        settle()
      },
      /** An image did not come: access or edition may have changed meanwhile, otherwise the visitor is told. */
      async failed(page: number) {
        if (failed.has(page)) return
        failed.add(page)
        // Without a connection the page itself says that it was not kept; the others are here.
        if (!navigator.onLine && loaded.size > 0) return settle()
        const before = getState().manifest?.edition
        await refresh().catch(() => undefined)
        if (isReadable(page) && getState().manifest?.edition === before) update({ status: 'error' })
      },
    },
  }
}

function initialState(bookId: string, opening: ReaderOpening | undefined): ReaderState {
  const manifest: ReaderManifest | undefined = opening && {
    bookId,
    edition: opening.edition,
    access: opening.openPages === opening.totalPages ? 'free' : 'preview',
    totalPages: opening.totalPages,
    readablePages: opening.openPages,
    pageSizes: opening.pageSizes,
    outline: [],
  }
  return {
    status: 'idle',
    manifest,
    isConfirmed: false,
    page: 1,
    visiblePages: [],
    loadedPages: 0,
    isCounted: false,
    scale: 1,
    panel: undefined,
    isFullScreen: false,
    attempt: 0,
    ...firstSettings,
  }
}
