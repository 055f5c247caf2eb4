import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useReader, useReaderStore } from '../../state/reader-context.tsx'
import { goTo } from '../go-to.ts'
import { Thumbnail } from './thumbnail.tsx'
import { rowsInSight, scrollToRow } from './thumbnail-window.ts'

const gap = 12
const captionHeight = 28
const widestThumbnail = 150

/** Thumbnails of all pages; only those near the visible area are rendered. */
export function ThumbnailsPanel() {
  const t = useTranslations('reader.tools')
  const store = useReaderStore()
  const manifest = useReader((state) => state.manifest)
  const current = useReader((state) => state.page)
  const list = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ width: 0, height: 0, top: 0 })
  // The thumbnail in the tab order; arrow keys move it. Always rendered, so that scrolling does not lose the focus.
  const [focused, setFocused] = useState(current)
  const wantsFocus = useRef(false)
  const readBefore = useRef(current)

  useLayoutEffect(() => {
    const element = list.current
    const scroller = element && scrollerOf(element)
    if (!element || !scroller) return
    const measure = () =>
      setView({
        width: element.clientWidth,
        height: scroller.clientHeight,
        top: scroller.scrollTop - offsetIn(element, scroller),
      })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(scroller)
    scroller.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [])

  const total = manifest?.totalPages ?? 0
  const size = manifest?.pageSizes[0]
  const columns = Math.max(2, Math.floor((view.width + gap) / (widestThumbnail + gap)))
  const width = Math.max(60, (view.width - gap * (columns - 1)) / columns)
  const rowHeight = (size ? (width * size.height) / size.width : width) + captionHeight + gap
  const rows = Math.ceil(total / columns)
  const { firstRow, lastRow, above, below } = rowsInSight(view.width === 0 ? 0 : rows, rowHeight, view.top, view.height)

  function show(page: number) {
    const element = list.current
    const scroller = element && scrollerOf(element)
    if (!element || !scroller || view.width === 0) return
    const offset = offsetIn(element, scroller)
    const top = scrollToRow(
      Math.floor((page - 1) / columns),
      rowHeight,
      scroller.scrollTop - offset,
      scroller.clientHeight,
    )
    if (top !== undefined) scroller.scrollTo({ top: top + offset, behavior: 'instant' })
  }

  const from = firstRow * columns + 1
  const to = Math.min(total, (lastRow + 1) * columns)
  // A new edition may have fewer pages.
  const reached = Math.min(focused, total)

  const isMeasured = view.width > 0
  useEffect(() => {
    const hasFocus = list.current?.contains(document.activeElement) ?? false
    // Keyboard navigation is not interrupted while the book is still scrolling to its page. If the focus is on the
    // current page's thumbnail, it follows the page.
    const hasWalked = reached !== readBefore.current
    readBefore.current = current
    if (hasFocus && hasWalked) return
    wantsFocus.current = hasFocus && current !== reached
    setFocused(current)
    show(current)
    // oxlint-disable-next-line react/exhaustive-deps -- follows the page only, not the scrolling
  }, [current, isMeasured])
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    list.current?.querySelector<HTMLElement>(`[data-thumbnail="${focused}"]`)?.focus({ preventScroll: true })
  }, [focused])

  /** Returns the position of a thumbnail rendered outside the visible rows. */
  function positionOf(page: number) {
    const column = (page - 1) % columns
    return { top: Math.floor((page - 1) / columns) * rowHeight, left: column * (width + gap), width }
  }

  function onKey(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: reached - 1,
      ArrowRight: reached + 1,
      ArrowUp: reached - columns,
      ArrowDown: reached + columns,
      Home: 1,
      End: total,
    }
    const wanted = steps[event.key]
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (wanted < 1 || wanted > total) return
    show(wanted)
    if (wanted === focused) return
    wantsFocus.current = true
    setFocused(wanted)
  }

  const drawn = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  // In page order: moving an element among its siblings would lose the focus.
  const pages =
    drawn.length === 0 ? [] : reached < from ? [reached, ...drawn] : reached > to ? [...drawn, reached] : drawn
  return (
    <div className="p-4">
      <div ref={list}>
        {manifest ? (
          <div
            role="listbox"
            aria-label={t('panels.thumbnails')}
            aria-orientation="horizontal"
            tabIndex={-1}
            onKeyDown={onKey}
            className="relative"
            style={{ paddingTop: above, paddingBottom: below }}
          >
            <div
              className="grid"
              style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: gap, rowGap: gap }}
            >
              {pages.map((page) => (
                <Thumbnail
                  key={page}
                  page={page}
                  edition={manifest.edition}
                  height={rowHeight - captionHeight - gap}
                  isLocked={page > manifest.readablePages}
                  isCurrent={page === current}
                  total={total}
                  isReached={page === reached}
                  position={page < from || page > to ? positionOf(page) : undefined}
                  onChoose={() => {
                    setFocused(page)
                    goTo(store, page)
                  }}
                />
              ))}
            </div>
          </div>
        ) : null}
      </div>
    </div>
  )
}

/** Returns the nearest scrolling ancestor. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let box = element.parentElement; box; box = box.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) return box
  return document.documentElement
}

function offsetIn(element: HTMLElement, scroller: HTMLElement): number {
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
}
