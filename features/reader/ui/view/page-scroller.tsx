import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { pageImagePath } from '#features/reader/paths.ts'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import type { ImageHandle } from '../state/page-images.ts'
import { imageWidthFor } from './image-width.ts'
import { layOutPages, type PageLayout } from './page-layout.ts'
import { PageSlot } from './page-slot.tsx'
import {
  type Anchor,
  anchorAt,
  bringIntoSight,
  followRequest,
  pageBeingRead,
  type PageWindow,
  restingAnchor,
  scrollToAnchor,
  windowAt,
} from './scrolling.ts'
import { useAdjacentPages } from './use-adjacent-pages.ts'
import { useGestures } from './use-gestures.ts'
import { useViewport } from './use-viewport.ts'

/**
 * Scroll container of the pages: all of them one below the other, or a single one. Only pages near the visible area
 * are rendered.
 */
export function PageScroller() {
  const t = useTranslations('reader.page')
  const store = useReaderStore()
  const scroller = useRef<HTMLDivElement>(null)
  const viewport = useViewport(scroller)
  const manifest = useReader((state) => state.manifest)!
  const isConfirmed = useReader((state) => state.isConfirmed)
  const view = useReader((state) => state.view)
  const zoom = useReader((state) => state.zoom)
  const single = useReader((state) => (state.view === 'page' ? state.page : 0))

  const layout = useMemo(
    () =>
      viewport &&
      layOutPages({
        manifest,
        first: single || 1,
        last: single || manifest.totalPages,
        zoom,
        viewport,
        isLocked: (page) => isConfirmed && page > manifest.readablePages,
      }),
    [manifest, isConfirmed, single, zoom, viewport],
  )
  useAdjacentPages(single, single && layout ? layout.box(single).width : 0)
  const [shown, setShown] = useState<PageWindow>()
  const scene = useRef<{
    layout: PageLayout | undefined
    anchor: Anchor | undefined
    restedAt: number
    lookedAt: number
  }>({
    layout: undefined,
    anchor: undefined,
    restedAt: -1,
    lookedAt: 0,
  })

  const updateWindow = useCallback(() => {
    const element = scroller.current
    const current = scene.current.layout
    if (!element || !current) return
    const next = windowAt(element, current)
    setShown((before) => (before && sameWindow(before, next) ? before : next))
    store.report.visible(pagesFrom(next.seenFrom, next.seenTo))
    // After a jump, the requested page is current, even if the end of the book keeps it from reaching the top.
    if (Math.abs(element.scrollTop - scene.current.restedAt) > 2) {
      scene.current.restedAt = -1
      store.report.page(pageBeingRead(element, current))
    }
    scene.current.lookedAt = element.scrollTop
    scene.current.anchor = restingAnchor(element, current, store.getState().page)
  }, [store])

  // A new layout keeps the visible content in place.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !layout) return
    const { layout: before, lookedAt } = scene.current
    // Scrolled since the last update, and not only because the content became shorter.
    const hasMoved =
      element.scrollTop !== lookedAt && element.scrollTop < element.scrollHeight - element.clientHeight - 1
    const anchor = before && hasMoved ? restingAnchor(element, before, store.getState().page) : scene.current.anchor
    scene.current.layout = layout
    store.report.scale(layout.box(store.getState().page).scale)
    const { page } = store.getState()
    if (
      before &&
      anchor &&
      anchor.page >= layout.first &&
      anchor.page <= layout.last &&
      (before.first === before.last) === (layout.first === layout.last)
    )
      scrollToAnchor(element, layout, anchor)
    else {
      element.scrollTop = layout.first === layout.last ? 0 : Math.max(0, layout.box(page).top - 8)
      element.scrollLeft = (layout.width - element.clientWidth) / 2
    }
    scene.current.restedAt = element.scrollTop
    updateWindow()
  }, [layout, updateWindow, store])

  // The image is requested at once, while its page is laid out.
  const ahead = useRef<ImageHandle>(undefined)
  useEffect(() => () => ahead.current?.release(), [])
  const { edition } = manifest
  const prefetchImage = useCallback(
    (page: number) => {
      const { layout: current } = scene.current
      if (!current || page < current.first || page > current.last || !store.isReadable(page)) return
      const imageWidth = imageWidthFor(current.box(page).width, devicePixelRatio)
      const { current: before } = ahead
      ahead.current = store.images.acquire(pageImagePath(store.bookId, edition, page, imageWidth), 'high')
      // The page retries by itself.
      ahead.current.blob.catch(() => undefined)
      before?.release()
    },
    [edition, store],
  )

  useEffect(() => {
    if (!layout) return
    return store.onScrollRequest((request) => {
      prefetchImage(request.page)
      // In Page View another page is laid out first; scrolling to a line waits for that.
      queueMicrotask(async () => {
        const element = scroller.current
        const current = scene.current.layout
        if (!element || !current) return
        if (!request.isGentle) bringIntoSight(element)
        await followRequest(element, current, store, request)
        // While following the narration the visible page is tracked; after a jump the requested page is current.
        scene.current.restedAt = request.isGentle ? -1 : element.scrollTop
        updateWindow()
      })
    })
  }, [layout, updateWindow, store, prefetchImage])

  const anchorUnder = useCallback((x: number, y: number) => {
    const { layout: current } = scene.current
    if (scroller.current && current) scene.current.anchor = anchorAt(scroller.current, current, x, y)
  }, [])
  useGestures(scroller, anchorUnder)

  return (
    <div
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={t('pages')}
      data-pages={view}
      onScroll={updateWindow}
      className={classNames(
        'reader-pages relative h-full touch-pan-x touch-pan-y overflow-auto overscroll-contain [scrollbar-gutter:stable] focus-visible:-outline-offset-2',
      )}
    >
      {layout ? (
        <div className="relative" style={{ width: layout.width, height: layout.height }}>
          {shown
            ? pagesFrom(Math.max(shown.from, layout.first), Math.min(shown.to, layout.last)).map((page) => (
                <PageSlot
                  key={page}
                  page={page}
                  {...layout.box(page)}
                  isInSight={page >= shown.seenFrom && page <= shown.seenTo}
                />
              ))
            : null}
        </div>
      ) : null}
    </div>
  )
}

function sameWindow(a: PageWindow, b: PageWindow): boolean {
  return a.from === b.from && a.to === b.to && a.seenFrom === b.seenFrom && a.seenTo === b.seenTo
}

function pagesFrom(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
