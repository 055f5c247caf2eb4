import { openLettering } from '#platform/figures/lettering.ts'
import { sharp } from '#platform/sharp.ts'

/** A line of text as the share of ink in each of its pixels, 0–255, row by row. */
export type LineTile = { ink: Buffer; width: number; height: number }

/** Tiles of this many lines and widths are remembered: a reader turns many pages in one or two widths. */
const mostTiles = 120

const tiles = new Map<string, Promise<LineTile>>()

/**
 * Sets a line for the foot of a page of the given width: letters of 1.35 % of it, though never under the 7 pixels a person can read
 * where pages are read; thumbnails make do with less.
 */
export function lineTile(text: string, pageWidth: number): Promise<LineTile> {
  const key = `${pageWidth} ${text}`
  const known = tiles.get(key)
  if (known) return known
  const made = setLine(text, pageWidth)
  tiles.set(key, made)
  made.catch(() => tiles.delete(key))
  const oldest = tiles.size > mostTiles ? tiles.keys().next().value : undefined
  if (oldest !== undefined) tiles.delete(oldest)
  return made
}

async function setLine(text: string, pageWidth: number): Promise<LineTile> {
  const letter = await openLettering()
  const wanted = Math.max(pageWidth < 400 ? 4.5 : 7, pageWidth * 0.0135)
  const room = pageWidth * 0.92
  const size = Math.min(wanted, (wanted * room) / letter('label', text, wanted).width)
  const line = letter('label', text, size)
  const width = Math.min(pageWidth, Math.ceil(line.width) + 2)
  const height = Math.ceil(size * 1.4)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path transform="translate(1 ${Math.round(size * 1.05)})" d="${line.path}"/></svg>`
  const ink = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer()
  return { ink, width, height }
}
