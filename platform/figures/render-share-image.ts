import { sharp } from '#platform/sharp.ts'
import { figureOf, grains, type Frame } from '#shared/chladni.ts'
import type { ShareText } from '#shared/page-handle.ts'
import { loadLettering, readsFromRight, wrapBalanced, type Face, type Lettering, type Line } from './lettering.ts'
import { hexOf, palette, rgbOf, tintedSand } from './art/palette.ts'
import { rasterSand } from './sand-raster.ts'

/** Encoding of a share image. */
export type ShareFormat = 'jpeg' | 'png'

/** Share image size in pixels, as social networks expect. */
export const shareImageSize = { width: 1200, height: 630 } as const

/** Version of the share image design; increase it when images change. */
export const shareImageVersion = 's5'

const margin = 72
const textWidth = 520
/** The plate extends beyond the right edge and is larger than the image height. */
const plate = { left: 622, top: -75, side: 780 }

/** Artwork beside the text of a share image, with the two colours of its direction as `#rrggbb`. */
export type ShareArtwork = { image: Buffer; ground: string; ink: string }

/**
 * Renders the share image of a page: the title beside the artwork on its ground, or without one beside the figure of
 * the slug in sand, cropped by the edge.
 *
 * @returns 1200 × 630, under 200 KB.
 */
export async function renderShareImage(
  slug: string,
  words: ShareText & { siteName: string },
  format: ShareFormat,
  artwork?: ShareArtwork,
): Promise<Buffer> {
  const { width, height } = shareImageSize
  const lettering = await loadLettering(words.title, words.kicker, words.siteName)
  if (artwork) {
    const { ground, ink } = artwork
    const half = await sharp(artwork.image)
      .resize(width / 2, height, { fit: 'cover' })
      .toBuffer()
    const text = Buffer.from(svgTextOf(words, lettering, { sand: ink, dust: ink }))
    const image = sharp({ create: { width, height, channels: 3, background: ground } }).composite([
      { input: half, left: width / 2, top: 0 },
      { input: text },
    ])
    const encoded = await encode(image.clone(), format, 32)
    // Fine grains cost most; fewer colors are enough for them.
    return encoded.length > 180_000 ? encode(image, format, 12) : encoded
  }
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
  const text = Buffer.from(svgTextOf(words, lettering, siteColours))
  const image = sharp({ create: { width, height, channels: 3, background: hexOf(palette.plate) } }).composite([
    { input: sand, raw: { width, height, channels: 4 } },
    { input: text },
  ])
  return encode(image, format, 24)
}

function encode(image: ReturnType<typeof sharp>, format: ShareFormat, colours: number): Promise<Buffer> {
  return format === 'jpeg'
    ? image.jpeg({ quality: 80, chromaSubsampling: '4:4:4', mozjpeg: true }).toBuffer()
    : image.png({ palette: true, colours, dither: 0, effort: 4, compressionLevel: 9 }).toBuffer()
}

type Colours = { sand: string; dust: string }

const siteColours: Colours = { sand: hexOf(palette.sand), dust: hexOf(palette.dust) }

/**
 * Draws the kicker at the top, the title above the hairline, and the site name below it. All end at the right of their
 * half if the title is read from right to left.
 */
function svgTextOf(
  { title, kicker, siteName }: ShareText & { siteName: string },
  lettering: Lettering,
  { sand, dust }: Colours,
): string {
  const { width, height } = shareImageSize
  const hairline = height - 128
  const { size, lines } = fitTitle(title, lettering)
  const leading = size * leadingOf(title)
  const nameSize = Math.min(34, (34 * textWidth) / Math.max(1, lettering('display', siteName, 34, -0.05).width))
  const measureLabel = wordMeasure(lettering, 'label', 0.06)
  const isFromRight = readsFromRight(title)
  const set = (line: Line, y: number, colour: string) =>
    shape(line.path, isFromRight ? Math.max(margin, margin + textWidth - line.width) : margin, y, colour)
  const shapes = [
    ...wrapBalanced(kicker.toUpperCase(), textWidth, (text) => 18 * measureLabel(text))
      .slice(0, 2)
      .map((line, index) => set(lettering('label', line, 18, 0.06), margin + 18 + index * 28, dust)),
    ...lines.map((line, index) =>
      set(
        lettering('display', line, size, -0.03, isFromRight),
        hairline - 44 - (lines.length - 1 - index) * leading,
        sand,
      ),
    ),
    `<rect x="${margin}" y="${hairline}" width="${textWidth}" height="1.5" fill="${sand}"/>`,
    set(lettering('display', siteName, nameSize, -0.05), height - margin, sand),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
}

/** Letters of the site's own fonts, with punctuation. */
const latin = /^[\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]*$/u

/** Returns the distance of lines in multiples of the size: other scripts reach higher and deeper than Latin. */
const leadingOf = (title: string) => (latin.test(title) ? 0.98 : 1.16)

/** Finds the largest font size at which the title fits. Only a word too long for a line goes below the minimum. */
function fitTitle(title: string, lettering: Lettering): { size: number; lines: string[] } {
  const measure = wordMeasure(lettering, 'display', -0.03)
  for (let size = 108; ; size -= 6) {
    const widthOf = (text: string) => size * measure(text)
    const lines = wrapBalanced(title, textWidth, widthOf)
    const fits = lines.length * size * leadingOf(title) <= 330 && lines.every((line) => widthOf(line) <= textWidth)
    if (fits) return { size, lines }
    if (size <= 36) {
      const shown = lines.slice(0, 8)
      return { size: Math.min(size, (size * textWidth) / Math.max(...shown.map(widthOf))), lines: shown }
    }
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
    // Joined letters and mixed directions make a line another length than its words.
    !latin.test(text)
      ? measured(text)
      : text.split(' ').reduce((sum, word, index) => sum + measured(word) + (index > 0 ? measured(' ') : 0), 0)
}

function shape(path: string, x: number, y: number, colour: string): string {
  return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" d="${path}" fill="${colour}"/>`
}
