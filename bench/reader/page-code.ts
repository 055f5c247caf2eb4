/*
 * Every page of a bench book carries its number as a strip of black and white cells near its top edge, with text below.
 * From a picture of the whole window the strip tells which page is to be seen, where it lies and how large it is,
 * whatever drew it.
 */
import sharp from 'sharp'

/** Size of a page and places on it, in points from the top left corner. */
export const pageLayout = {
  width: 432,
  height: 648,
  codeLeft: 54,
  codeTop: 30,
  cell: 8,
  codeHeight: 12,
  textTop: 64,
  textRight: 378,
}

/**
 * A start no pair of cells can make, then ten bits, highest first, each as two cells that differ, and a closing cell.
 */
const start = [1, 1, 1, 0]
const bits = 10

/** Result of the probe: the page number, the left and top edge of the page in pixels, and pixels for each point. */
export type SeenPage = { page: number; left: number; top: number; scale: number; ink: number }

/** A window's picture: one byte of brightness for each pixel. */
export type Picture = { data: Uint8Array; width: number; height: number }

/** The strip of a page as cells, 1 for black. */
export function cellsOf(page: number): number[] {
  const pairs = Array.from({ length: bits }, (_, index) => ((page >> (bits - 1 - index)) & 1 ? [1, 0] : [0, 1]))
  return [...start, ...pairs.flat(), 1]
}

/** The brightness of a PNG or JPEG. */
export async function pictureOf(image: Buffer): Promise<Picture> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Finds all strips in a picture, from top to bottom, with the share of dark pixels in the text of each page. */
export function readPages(picture: Picture): SeenPage[] {
  const found = new Map<number, SeenPage>()
  let rowsAgreeing = 0
  let last = -1
  for (let y = 0; y < picture.height; y += 2) {
    const seen = readRow(picture, y)
    rowsAgreeing = seen && seen.page === last ? rowsAgreeing + 1 : 0
    last = seen?.page ?? -1
    // Three rows that say the same are a strip; one may be chance.
    if (!seen || rowsAgreeing < 2 || found.has(seen.page)) continue
    const scale = seen.unit / pageLayout.cell
    const page = {
      page: seen.page,
      left: seen.x - pageLayout.codeLeft * scale,
      top: y - 4 - pageLayout.codeTop * scale,
      scale,
    }
    found.set(seen.page, { ...page, ink: inkOf(picture, page) })
  }
  return [...found.values()]
}

function readRow({ data, width }: Picture, y: number): { page: number; x: number; unit: number } | undefined {
  const dark = (x: number) => (data[y * width + x] ?? 255) < 110
  for (let x = 1; x < width - 80; x++) {
    if (!dark(x) || dark(x - 1)) continue
    let end = x
    while (end < width && dark(end)) end++
    const unit = (end - x) / 3
    const cells = cellsOf(0).length
    if (unit >= 3 && x + cells * unit < width) {
      const cell = (index: number) => (dark(Math.round(x + (index + 0.5) * unit)) ? 1 : 0)
      const page = decode(Array.from({ length: cells }, (_, index) => cell(index)))
      if (page !== undefined) {
        // The whole strip measures its cells more exactly than the start alone.
        let far = Math.round(x + (cells - 0.5) * unit)
        while (far < width && dark(far)) far++
        return { page, x, unit: (far - x) / cells }
      }
    }
    x = end
  }
  return undefined
}

function decode(cells: number[]): number | undefined {
  if (start.some((cell, index) => cells[index] !== cell) || cells.at(-1) !== 1) return undefined
  let page = 0
  for (let bit = 0; bit < bits; bit++) {
    const [first, second] = cells.slice(start.length + bit * 2)
    if (first === second) return undefined
    page = page * 2 + first!
  }
  return page
}

/**
 * Share of dark pixels in the part of the page's text block that the window shows. Greyed or blurred letters are not
 * dark.
 */
function inkOf({ data, width, height }: Picture, { left, top, scale }: Omit<SeenPage, 'ink' | 'page'>): number {
  const fromX = Math.max(0, Math.round(left + pageLayout.codeLeft * scale))
  const toX = Math.min(width, Math.round(left + pageLayout.textRight * scale))
  const fromY = Math.max(0, Math.round(top + pageLayout.textTop * scale))
  const toY = Math.min(height, Math.round(top + (pageLayout.height - 60) * scale))
  // Where the page's margin is not white, something else begins: the end of the window onto it, or a bar over it.
  const margin = Math.max(0, Math.round(left + (pageLayout.codeLeft / 2) * scale))
  let dark = 0
  let seen = 0
  for (let y = fromY; y < toY && data[y * width + margin]! > 200; y++) {
    for (let x = fromX; x < toX; x++, seen++) if (data[y * width + x]! < 128) dark++
  }
  return seen > 0 ? dark / seen : 0
}
