import { sharp } from '#platform/sharp.ts'
import { figureOf, grains, type Frame } from '#shared/chladni.ts'
import type { ShareText } from '#shared/page-handle.ts'
import { loadLettering, wrapBalanced, type Face, type Lettering } from './lettering.ts'
import { hexOf, palette, rgbOf, tintedSand } from './palette.ts'
import { rasterSand } from './sand-raster.ts'

/** Encoding of a share image. */
export type ShareFormat = 'jpeg' | 'png'

/** Share image size in pixels, as social networks expect. */
export const shareImageSize = { width: 1200, height: 630 } as const

/** Version of the share image design; increase it when images change. */
export const shareImageVersion = 's1'

const margin = 72
const textWidth = 520
/** The plate extends beyond the right edge and is larger than the image height. */
const plate = { left: 622, top: -75, side: 780 }

/**
 * Renders the share image of a page: the figure of the slug, cropped by the edge, and the title.
 *
 * @returns 1200 × 630, under 200 KB.
 */
export async function renderShareImage(slug: string, words: ShareText, format: ShareFormat): Promise<Buffer> {
  const { width, height } = shareImageSize
  const figure = figureOf(slug)
  const frame: Frame = {
    left: -plate.left / plate.side,
    top: -plate.top / plate.side,
    width: width / plate.side,
    height: height / plate.side,
  }
  const { pixels } = rasterSand(grains(figure, 40_000, { frame }), frame, shareImageSize, figure.seed, 1.5)
  const [red, green, blue] = rgbOf(tintedSand(figure.hue, 0.032))
  const sand = await sharp({ create: { width, height, channels: 3, background: { r: red, g: green, b: blue } } })
    .joinChannel(pixels, { raw: { width, height, channels: 1 } })
    .raw()
    .toBuffer()
  const text = Buffer.from(svgTextOf(words, await loadLettering()))
  const image = sharp({ create: { width, height, channels: 3, background: hexOf(palette.plate) } }).composite([
    { input: sand, raw: { width, height, channels: 4 } },
    { input: text },
  ])
  return format === 'jpeg'
    ? image.jpeg({ quality: 80, chromaSubsampling: '4:4:4', mozjpeg: true }).toBuffer()
    : image.png({ palette: true, colours: 24, dither: 0, effort: 4, compressionLevel: 9 }).toBuffer()
}

/** Draws the kicker at the top, the title above the hairline, and the site name below it. */
function svgTextOf({ title, kicker }: ShareText, lettering: Lettering): string {
  const { width, height } = shareImageSize
  const hairline = height - 128
  const { size, lines } = fitTitle(title, lettering)
  const leading = size * 0.98
  const measureLabel = wordMeasure(lettering, 'label', 0.06)
  const shapes = [
    ...wrapBalanced(kicker.toUpperCase(), textWidth, (text) => 18 * measureLabel(text))
      .slice(0, 2)
      .map((line, index) => shape(lettering('label', line, 18, 0.06).path, margin, margin + 18 + index * 28, 'dust')),
    ...lines.map((line, index) =>
      shape(
        lettering('display', line, size, -0.03).path,
        margin,
        hairline - 44 - (lines.length - 1 - index) * leading,
        'sand',
      ),
    ),
    `<rect x="${margin}" y="${hairline}" width="${textWidth}" height="1.5" fill="${hexOf(palette.sand)}"/>`,
    shape(lettering('display', 'Swade', 34, -0.05).path, margin, height - margin, 'sand'),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
}

/** Finds the largest font size at which the title fits. */
function fitTitle(title: string, lettering: Lettering): { size: number; lines: string[] } {
  const measure = wordMeasure(lettering, 'display', -0.03)
  for (let size = 108; ; size -= 6) {
    const widthOf = (text: string) => size * measure(text)
    const lines = wrapBalanced(title, textWidth, widthOf)
    const fits = lines.length * size <= 330 && lines.every((line) => widthOf(line) <= textWidth)
    if (fits || size <= 36) return { size, lines: lines.slice(0, 8) }
  }
}

/** Returns a function that measures text in multiples of its size and caches each word. */
function wordMeasure(lettering: Lettering, face: Face, tracking: number): (text: string) => number {
  const known = new Map<string, number>()
  const measured = (word: string) => {
    const width = known.get(word) ?? lettering(face, word, 1, tracking).width + tracking
    known.set(word, width)
    return width
  }
  return (text) =>
    text.split(' ').reduce((sum, word, index) => sum + measured(word) + (index > 0 ? measured(' ') : 0), 0)
}

function shape(path: string, x: number, y: number, colour: 'sand' | 'dust'): string {
  return `<path transform="translate(${x} ${y.toFixed(1)})" d="${path}" fill="${hexOf(palette[colour])}"/>`
}
