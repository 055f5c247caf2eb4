/*
 * State of one open book, outside React. How to extend it without changing the reader's own files:
 *
 * - Components: add a line to `reader-extensions.ts` or `lazy-extensions.tsx`. `panels` get a button in the toolbar
 *   and a place beside the pages, `PageOverlays` are rendered inside every visible page with `{ page, lines }` (over
 *   the image, below the text; fractions of a text line are percentages of the page's box), `ToolbarExtras` are at
 *   the end of the toolbar, `BelowPages` below the reader.
 * - State: `useReader((state) => state.page)` in a component, and `useReaderStore()` for the actions below. A
 *   selector returns a value of the state or a primitive, never a new object.
 * - Navigation: `store.scrollTo(page, line?)` loads the book if necessary. `reveal(page, line)` scrolls only if the
 *   line is out of sight.
 * - Clicks on text: `store.onLineClick(({ page, line }) => …)` returns a function that removes the listener.
 *   Selecting is no click.
 * - Text of a page: `useLines(page)` in a component, `store.text(page)` elsewhere; both only for readable pages.
 */
import { createStore } from 'zustand'
import { pageImagePath } from '#features/reader/paths.ts'
import type { PageText, ReaderManifest, PublicManifest } from '#features/reader/contract.ts'
import { fetchManifest } from './fetch-manifest.ts'
import { createImageCache } from './page-images.ts'
import { createTextCache } from './page-text.ts'
import { savePosition, loadPosition } from './reading-position.ts'
import { decodeImage } from './decode-image.ts'
import { defaultSettings, saveSettings, loadSettings, type ReaderSettings, type Zoom } from './reader-settings.ts'

type ReaderStatus = 'idle' | 'loading' | 'ready' | 'error'

/** State of the reader. A new object at every change; its members change only when their value does. */
export type ReaderState = ReaderSettings & {
  status: ReaderStatus
  /** Manifest of the book; the public one until the server has answered for this visitor. Undefined if unknown. */
  manifest: ReaderManifest | undefined
  /** True if the manifest is the server's answer for this visitor. */
  isConfirmed: boolean
  /** The current page, from 1. */
  page: number
  /** Pages at least partly in sight, in order; empty before loading. */
  visiblePages: readonly number[]
  /** Number of pages loaded so far. */
  loadedPages: number
  /** All visible pages are loaded, and the status line shows their number. */
  isCounted: boolean
  /** CSS pixels per point (1/72 inch) of the current page. */
  scale: number
  /** Id of the open panel. */
  panel: string | undefined
  isFullScreen: boolean
  /** Number of load attempts; a change retries failed requests. */
  attempt: number
}

/** A requested scroll position. `isGentle` does not scroll if the line is in sight. */
export type ScrollRequest = { page: number; line: number | undefined; isGentle: boolean }
type LineClick = { page: number; line: number; event: MouseEvent }

export type ReaderStore = ReturnType<typeof createReaderStore>

/** Minimum time the page count stays in the status line: a few frames, so that it is painted and announced. */
const countShownMs = 100

/** Creates the state of one book; it makes no requests before `load()` or `refresh()`. */
export function createReaderStore(bookId: string, publicManifest: PublicManifest | undefined) {
  const {
    getState,
    getInitialState,
    setState: update,
    subscribe,
  } = createStore<ReaderState>(() => initialState(bookId, publicManifest))
  const scrollListeners = new Set<(request: ScrollRequest) => void>()
  const lineListeners = new Set<(click: LineClick) => void>()
  const loaded = new Set<number>()
  const failed = new Set<number>()
  let pendingManifest: Promise<ReaderManifest> | undefined
  let pendingRequest: ScrollRequest | undefined
  let hasMoved = false

  const texts = createTextCache(bookId, () => getState().manifest?.edition)
  const images = createImageCache()
  const isReadable = (page: number) =>
    Number.isInteger(page) && page >= 1 && page <= (getState().manifest?.readablePages ?? 0)
  const clamp = (page: number) =>
    Math.min(Math.max(Math.round(page), 1), getState().manifest?.totalPages ?? Math.max(1, Math.round(page)))

  function requestManifest(): Promise<ReaderManifest> {
    pendingManifest ??= fetchManifest(bookId).finally(() => (pendingManifest = undefined))
    return pendingManifest
  }

  /** Applies the server's answer; pages lock and unlock at once. */
  async function refresh(): Promise<void> {
    const answer = await requestManifest()
    // An equal answer keeps the same object, so that a thousand pages are not laid out again.
    const { manifest: known } = getState()
    const manifest = known && JSON.stringify(known) === JSON.stringify(answer) ? known : answer
    if (known?.edition !== manifest.edition) {
      loaded.clear()
      texts.clear()
      images.clear()
    }
    const page = Math.min(getState().page, manifest.totalPages)
    update({ manifest, isConfirmed: true, page, loadedPages: loaded.size })
    savePage()
    settle()
  }

  /** Reports ready once all visible pages are loaded or failed, after the status line has shown their number. */
  function settle(): void {
    if (getState().isCounted || !isSettled()) return
    update({ isCounted: true })
    // Without a delay only the last message would be painted.
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
      // Public pages may be visible already, but a buyer would still see locked pages.
      update({ status: 'error' })
    }
  }

  /** Retries failed pages. */
  function retry(): void {
    if (failed.size === 0) return
    failed.clear()
    update({ attempt: getState().attempt + 1 })
  }

  function go(request: ScrollRequest): void {
    const page = clamp(request.page)
    if (getState().status === 'idle') {
      pendingRequest = { ...request, page }
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
    savePage()
  }

  /** Saves only readable pages, because a locked page is not a position to return to. */
  function savePage(): void {
    const { isConfirmed, manifest, page } = getState()
    if (hasMoved && isConfirmed && manifest && isReadable(page)) savePosition(bookId, page, manifest.totalPages)
  }

  function changeSettings(change: Partial<ReaderSettings>): void {
    update(change)
    saveSettings(getState())
  }

  return {
    bookId,
    getState,
    getInitialState,
    subscribe,
    /** Restores saved settings and position; only after hydration. */
    restore() {
      update({ ...loadSettings(), page: clamp(loadPosition(bookId)?.page ?? 1) })
    },
    load,
    retry,
    refresh,
    isReadable,
    scrollTo: (page: number, line?: number) => go({ page, line, isGentle: false }),
    /** Prefetches the page that is probably needed next, but not before the first page is loaded. */
    prefetchPage(page: number) {
      const edition = getState().manifest?.edition
      if (!edition || getState().loadedPages === 0 || page === getState().page || !isReadable(page)) return
      texts.get(page).catch(() => undefined)
      images.prefetch((width) => pageImagePath(bookId, edition, page, width), decodeImage)
    },
    reveal: (page: number, line: number) => go({ page, line, isGentle: true }),
    /** Turns pages; stops at both ends. */
    turn: (by: number) => go({ page: clamp(getState().page + by), line: undefined, isGentle: false }),
    setView: (view: ReaderSettings['view']) => changeSettings({ view, zoom: getState().zooms[view] }),
    setZoom(requested: Zoom) {
      const zoom = typeof requested === 'number' ? Math.min(Math.max(requested, 0.25), 5) : requested
      changeSettings({ zoom, zooms: { ...getState().zooms, [getState().view]: zoom } })
    },
    setTheme: (theme: ReaderSettings['theme']) => changeSettings({ theme }),
    togglePanel: (id: string) => update({ panel: getState().panel === id ? undefined : id }),
    closePanel: () => update({ panel: undefined }),
    setFullScreen: (isFullScreen: boolean) => update({ isFullScreen }),
    text: (page: number): Promise<PageText> => texts.get(page),
    texts,
    images,

    onScrollRequest(listener: (request: ScrollRequest) => void) {
      scrollListeners.add(listener)
      // A request from before the pages were mounted is handled now.
      if (pendingRequest) listener(pendingRequest)
      pendingRequest = undefined
      return () => void scrollListeners.delete(listener)
    },
    onLineClick(listener: (click: LineClick) => void) {
      lineListeners.add(listener)
      return () => void lineListeners.delete(listener)
    },

    /** Reports from the pages. */
    report: {
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
      /** When an image fails, access or edition may have changed; otherwise the visitor sees an error. */
      async failed(page: number) {
        if (failed.has(page)) return
        failed.add(page)
        // Offline, the page itself shows that it is not saved.
        if (!navigator.onLine && loaded.size > 0) return settle()
        const before = getState().manifest?.edition
        await refresh().catch(() => undefined)
        if (isReadable(page) && getState().manifest?.edition === before) update({ status: 'error' })
      },
    },
  }
}

function initialState(bookId: string, publicManifest: PublicManifest | undefined): ReaderState {
  const manifest: ReaderManifest | undefined = publicManifest && {
    bookId,
    edition: publicManifest.edition,
    access: publicManifest.openPages === publicManifest.totalPages ? 'free' : 'preview',
    totalPages: publicManifest.totalPages,
    readablePages: publicManifest.openPages,
    pageSizes: publicManifest.pageSizes,
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
    ...defaultSettings,
  }
}
