import { sharp } from '#platform/sharp.ts'
import { spectrogramSize } from './spectrogram.ts'

/**
 * Colour stops from silence to loudest in the site's colours plate, groove, dust and sand; the accent colour is
 * reserved for controls.
 */
const stops: [at: number, colour: [number, number, number]][] = [
  [0, [17, 12, 8]],
  [0.35, [62, 54, 48]],
  [0.75, [178, 170, 157]],
  [1, [241, 234, 220]],
]

/**
 * Draws a spectrogram.
 *
 * @param levels Points 0–255, row by row; see `spectrogramSize`.
 * @returns A WebP image.
 */
export async function drawSpectrogram(levels: Uint8Array): Promise<Buffer> {
  const { width, height } = spectrogramSize
  const colours = Array.from({ length: 256 }, (_, level) => colourOf(level / 255))
  const pixels = Buffer.alloc(width * height * 3)
  levels.forEach((level, index) => pixels.set(colours[level]!, index * 3))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ quality: 80 })
    .toBuffer()
}

function colourOf(level: number): number[] {
  const above = Math.max(
    1,
    stops.findIndex(([at]) => at >= level),
  )
  const [from, low] = stops[above - 1]!
  const [to, high] = stops[above]!
  const share = (level - from) / (to - from)
  return low.map((value, index) => Math.round(value + (high[index]! - value) * share))
}
