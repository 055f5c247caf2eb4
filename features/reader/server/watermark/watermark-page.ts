import { sharp } from '#platform/sharp.ts'
import { isLosslessWebp } from './lossless-webp.ts'
import { type Watermark, watermarkText } from './watermark-text.ts'
import { loadLettering } from '#platform/figures/lettering.ts'

/** A rendered line of text: the coverage of each pixel, 0–255, row by row. */
type TextTile = { ink: Buffer; width: number; height: number }

/** Number of cached tiles: a reader turns many pages in one or two widths. */
const maxTiles = 120

const tiles = new Map<string, Promise<TextTile>>()

/**
 * Renders a line of text for a page of the given width: letters of 1.35 % of it, but at least 7 pixels so that it is
 * legible; thumbnails use less.
 */
function textTile(text: string, pageWidth: number): Promise<TextTile> {
  const key = `${pageWidth} ${text}`
  const known = tiles.get(key)
  if (known) return known
  const made = setLine(text, pageWidth)
  tiles.set(key, made)
  made.catch(() => tiles.delete(key))
  const oldest = tiles.size > maxTiles ? tiles.keys().next().value : undefined
  if (oldest !== undefined) tiles.delete(oldest)
  return made
}

async function setLine(text: string, pageWidth: number): Promise<TextTile> {
  const letter = await loadLettering(text)
  const wanted = Math.max(pageWidth < 400 ? 4.5 : 7, pageWidth * 0.0135)
  const maxWidth = pageWidth * 0.92
  const size = Math.min(wanted, (wanted * maxWidth) / letter('label', text, wanted).width)
  const line = letter('label', text, size)
  const width = Math.min(pageWidth, Math.ceil(line.width) + 2)
  const height = Math.ceil(size * 1.4)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path transform="translate(1 ${Math.round(size * 1.05)})" d="${line.path}"/></svg>`
  const ink = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer()
  return { ink, width, height }
}

/** Distance between the watermark and the page's edge, as a share of the page's width. */
const marginShare = 0.012

/** Opacity of the watermark: legible, but not distracting. */
const strength = 0.56

/** In a lossless image every shade costs bytes; letters this small are smooth in five. */
const losslessShades = 5

/**
 * Adds the buyer's watermark to the foot of a page image: dark on light paper, light on dark images. All other pixels
 * of a lossless image stay unchanged; a lossy one is encoded again at the same quality.
 *
 * @param webp A page image from the renderer.
 * @returns The image with the watermark, in the same encoding.
 */
export async function watermarkPage(webp: Buffer, watermark: Watermark): Promise<Buffer> {
  const isLossless = isLosslessWebp(webp)
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
  blend(data, info, await textTile(watermarkText(watermark), info.width), isLossless)
  const { width, height, channels } = info
  const result = sharp(data, { raw: { width, height, channels: channels as 1 | 2 | 3 | 4 } })
  // Encoded per request: below 25, `quality` of a lossless image skips the slowest search.
  return result.webp(isLossless ? { lossless: true, effort: 1, quality: 20 } : { quality: 80, effort: 2 }).toBuffer()
}

type Size = { width: number; height: number; channels: number }

function blend(page: Buffer, size: Size, tile: TextTile, isLossless: boolean): void {
  const margin = Math.round(size.width * marginShare)
  const left = Math.round((size.width - tile.width) / 2)
  const top = Math.max(0, size.height - margin - tile.height)
  const rows = Math.min(tile.height, size.height - top)
  const at = (x: number, y: number) => ((top + y) * size.width + left + x) * size.channels
  let light = 0
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < tile.width; x += 1) light += page[at(x, y) + (size.channels > 2 ? 1 : 0)]!
  const colour = light / (rows * tile.width) > 110 ? 0 : 255
  const colours = size.channels > 2 ? 3 : 1
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < tile.width; x += 1) {
      const ink = tile.ink[y * tile.width + x]! / 255
      const share = (isLossless ? Math.round(ink * losslessShades) / losslessShades : ink) * strength
      if (share === 0) continue
      for (let channel = 0; channel < colours; channel += 1) {
        const index = at(x, y) + channel
        page[index] = Math.round(page[index]! * (1 - share) + colour * share)
      }
    }
  }
}
