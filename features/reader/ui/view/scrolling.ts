import type { ReaderStore, ScrollRequest } from '../state/reader-store.ts'
import type { PageLayout } from './page-layout.ts'

/** A point of a page that stays at a point of the viewport while sizes change. */
export type Anchor = { page: number; down: number; across: number; x: number; y: number }

/** Pages `from` to `to` are rendered; `seenFrom` to `seenTo` are in sight. */
export type PageWindow = { from: number; to: number; seenFrom: number; seenTo: number }

/** Pages further than this from the visible area are not rendered. */
const reachPx = 700

/** Reading height as a fraction of the viewport; the page there is the current one. */
const readingHeight = 0.35

export function anchorAt(scroller: HTMLElement, layout: PageLayout, x: number, y: number): Anchor {
  const page = layout.pageAt(scroller.scrollTop + y)
  const box = layout.box(page)
  return {
    page,
    down: (scroller.scrollTop + y - box.top) / box.height,
    across: (scroller.scrollLeft + x - box.left) / box.width,
    x,
    y,
  }
}

/** Returns the top of the current page if visible, otherwise a point at a third of the height. */
export function restingAnchor(scroller: HTMLElement, layout: PageLayout, page: number): Anchor {
  const { scrollTop, clientWidth, clientHeight } = scroller
  const middle = anchorAt(scroller, layout, clientWidth / 2, clientHeight / 3)
  if (page < layout.first || page > layout.last) return middle
  const y = layout.box(page).top - scrollTop
  const isSeen = y >= 0 && y < clientHeight * readingHeight
  return isSeen ? { ...middle, page, down: 0, y } : middle
}

export function scrollToAnchor(scroller: HTMLElement, layout: PageLayout, anchor: Anchor): void {
  const box = layout.box(anchor.page)
  scroller.scrollTop = box.top + anchor.down * box.height - anchor.y
  scroller.scrollLeft = box.left + anchor.across * box.width - anchor.x
}

export function windowAt(scroller: HTMLElement, layout: PageLayout): PageWindow {
  const { scrollTop, clientHeight } = scroller
  return {
    from: layout.pageAt(scrollTop - reachPx),
    to: layout.pageAt(scrollTop + clientHeight + reachPx),
    seenFrom: pageBelow(layout, scrollTop),
    seenTo: layout.pageAt(scrollTop + clientHeight - 1),
  }
}

// A page of which only the gap below it is visible is not in sight.
function pageBelow(layout: PageLayout, y: number): number {
  const page = layout.pageAt(y)
  const { top, height } = layout.box(page)
  return top + height <= y && page < layout.last ? page + 1 : page
}

/** Returns the current page: at the end of the book the last one, however short it is. */
export function pageBeingRead(scroller: HTMLElement, layout: PageLayout): number {
  const { scrollTop, clientHeight, scrollHeight } = scroller
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2) return layout.last
  return layout.pageAt(scrollTop + clientHeight * readingHeight)
}

/** On small screens, scrolls the reader into view after a page change. */
export function bringIntoSight(scroller: HTMLElement): void {
  const frame = scroller.closest('[data-reader]')
  if (!frame || !matchMedia('(width < 48rem)').matches) return
  const bar = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0
  const { top, bottom } = frame.getBoundingClientRect()
  // The scroll padding is the bar's height plus 16 pixels.
  if (bottom > innerHeight - Math.max(0, bar - 16) + 1 || top > innerHeight / 2)
    frame.closest('section')?.scrollIntoView({ block: 'start' })
}

/** Scrolls to the top of a page, or brings a line to reading height; horizontally only as far as needed. */
export async function followRequest(
  scroller: HTMLElement,
  layout: PageLayout,
  store: ReaderStore,
  request: ScrollRequest,
): Promise<void> {
  const box = layout.box(request.page)
  if (request.line === undefined) {
    scroller.scrollTop = Math.max(0, box.top - 8)
    return
  }
  if (!request.isGentle) scroller.scrollTop = Math.max(0, box.top - 8)
  const text = store.isReadable(request.page) ? await store.text(request.page).catch(() => undefined) : undefined
  const line = text?.lines[request.line]
  if (!line || !scroller.isConnected) return
  const top = box.top + line.y * box.height
  const { scrollTop, clientHeight } = scroller
  const isInSight = top >= scrollTop + 24 && top + line.height * box.height <= scrollTop + clientHeight - 24
  if (!isInSight) scroller.scrollTop = Math.max(0, top - clientHeight * readingHeight)
  const left = box.left + line.x * box.width
  if (left < scroller.scrollLeft || left > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = Math.max(0, left - 24)
}
