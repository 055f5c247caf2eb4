import type { ReaderManifest } from '#features/reader/contract.ts'
import type { ReaderSettings } from '../state/reader-settings.ts'

/** Position of a page in the scrolled area, in CSS pixels. `scale` is pixels per point. */
export type PageBox = { top: number; left: number; width: number; height: number; scale: number }

/** Positions of all pages. */
export type PageLayout = {
  first: number
  last: number
  width: number
  height: number
  box(page: number): PageBox
  /** Returns the page at a height; a gap belongs to the page above it. */
  pageAt(y: number): number
}

/** Height of a locked page, whatever its size. */
export const lockedHeight = 800

/** CSS pixels per point at printed size. */
export const printedScale = 96 / 72

/** Maximum width of `auto`: lines stay readable, and one image width is enough. */
const comfortableWidth = 816
const gap = 16

type Request = {
  manifest: Pick<ReaderManifest, 'pageSizes' | 'readablePages'>
  first: number
  last: number
  zoom: ReaderSettings['zoom']
  /** Inner size of the scroll container. */
  viewport: { width: number; height: number }
  isLocked: (page: number) => boolean
}

/** Lays out pages one below the other, centered; a thousand take a fraction of a millisecond. */
export function layOutPages({ manifest, first, last, zoom, viewport, isLocked }: Request): PageLayout {
  const margin = viewport.width < 640 ? 8 : 24
  const count = last - first + 1
  const tops = new Float64Array(count + 1)
  const scales = new Float64Array(count)
  const widths = new Float64Array(count)
  const heights = new Float64Array(count)
  let width = viewport.width
  let top = margin
  let run = runOf(manifest.pageSizes, first)
  for (let index = 0; index < count; index += 1) {
    while (run + 1 < manifest.pageSizes.length && manifest.pageSizes[run + 1]!.from <= first + index) run += 1
    const size = manifest.pageSizes[run]!
    const scale = scaleOf(size, zoom, viewport, margin)
    tops[index] = top
    scales[index] = scale
    // Whole pixels: fractions would blur the image.
    widths[index] = Math.round(size.width * scale)
    heights[index] = isLocked(first + index) ? lockedHeight : Math.round(size.height * scale)
    width = Math.max(width, widths[index]! + 2 * margin)
    top += heights[index]! + gap
  }
  tops[count] = top
  return {
    first,
    last,
    width,
    height: top - gap + margin,
    box(page) {
      const index = Math.min(Math.max(page, first), last) - first
      return {
        top: tops[index]!,
        left: Math.floor((width - widths[index]!) / 2),
        width: widths[index]!,
        height: heights[index]!,
        scale: scales[index]!,
      }
    },
    pageAt(y) {
      let low = 0
      let high = count - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (tops[middle]! <= y) low = middle
        else high = middle - 1
      }
      return first + low
    },
  }
}

function scaleOf(
  size: { width: number; height: number },
  zoom: ReaderSettings['zoom'],
  viewport: Request['viewport'],
  margin: number,
): number {
  if (typeof zoom === 'number') return zoom * printedScale
  const whole = Math.max(viewport.width - 2 * margin, 120) / size.width
  if (zoom === 'page') return Math.min(whole, Math.max(viewport.height - 2 * margin, 160) / size.height)
  return zoom === 'width' ? whole : Math.min(whole, comfortableWidth / size.width)
}

function runOf(runs: ReaderManifest['pageSizes'], page: number): number {
  let found = 0
  while (found + 1 < runs.length && runs[found + 1]!.from <= page) found += 1
  return found
}
