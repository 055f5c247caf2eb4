import { randomFrom } from '#shared/chladni-random.ts'
import type { Frame } from '#shared/chladni.ts'

/** Opacity of the sand: one value 0–255 per pixel, row by row. */
export type Opacity = { pixels: Buffer; width: number; height: number }

/**
 * Draws grains as small squares with random size and brightness, anti-aliased by coverage. Grains shrink more slowly
 * than the image, so that lines stay visible in thumbnails.
 *
 * @param positions Pairs x, y in plate coordinates.
 * @param frame Part of the plane that the image shows.
 * @param size.width Width in pixels, a whole number ≥ 1.
 * @param size.height Height in pixels, a whole number ≥ 1.
 * @param seed Seed for the size and brightness of grains.
 * @param grain Edge of an average grain in an image 1600 pixels wide, in pixels.
 */
export function rasterSand(
  positions: Float32Array,
  frame: Frame,
  size: { width: number; height: number },
  seed: number,
  grain = 1.75,
): Opacity {
  const { width, height } = size
  const covered = new Float32Array(width * height)
  const random = randomFrom(seed ^ 0x5eed)
  const [scaleX, scaleY] = [width / frame.width, height / frame.height]
  const edge = grain * (width / 1600) ** 0.62
  for (let at = 0; at < positions.length; at += 2) {
    const nature = random()
    const half = edge * (0.3 + 0.4 * nature)
    const brightness = 0.5 + 0.5 * random()
    const x = (positions[at]! - frame.left) * scaleX
    const y = (positions[at + 1]! - frame.top) * scaleY
    cover(covered, width, height, x, y, half, brightness)
  }
  const pixels = Buffer.alloc(covered.length)
  for (let at = 0; at < covered.length; at += 1) {
    const here = covered[at]!
    // Overlapping grains hide each other, so each further grain adds less.
    if (here > 0.02) pixels[at] = Math.round(255 * (1 - Math.exp(-2.1 * here)))
  }
  return { pixels, width, height }
}

function cover(
  covered: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  half: number,
  brightness: number,
): void {
  const [left, right, top, bottom] = [x - half, x + half, y - half, y + half]
  const lastRow = Math.min(height - 1, Math.ceil(bottom) - 1)
  const lastColumn = Math.min(width - 1, Math.ceil(right) - 1)
  for (let row = Math.max(0, Math.floor(top)); row <= lastRow; row += 1) {
    const tall = (Math.min(row + 1, bottom) - Math.max(row, top)) * brightness
    for (let column = Math.max(0, Math.floor(left)); column <= lastColumn; column += 1) {
      covered[row * width + column]! += tall * (Math.min(column + 1, right) - Math.max(column, left))
    }
  }
}
