import sharp from 'sharp'
import { plateFrame, surfaceOf, type Motion } from '../../../shared/chladni.ts'
import { randomFrom } from '../../../shared/chladni-random.ts'
import { hexOf, palette } from '../../../platform/figures/art/palette.ts'
import { rasterSand } from '../../../platform/figures/sand-raster.ts'

/**
 * The mark: a plate that swings one half wave across and three down, with a little of both, is at rest along an S that
 * runs off the plate at the top right and the bottom left. At 16 pixels it is one stroke; larger, the stroke is sand.
 */
export const markMotion: Motion = {
  symmetry: 'bar',
  modes: [
    { m: 1, n: 0, weight: 1 },
    { m: 0, n: 3, weight: 0.8 },
    { m: 1, n: 2, weight: -0.34 },
  ],
}

/**
 * Points on the line of rest from the right edge to the left one, in plate coordinates, found by halving along each
 * row.
 */
export function restLine(rows = 96): { x: number; y: number }[] {
  const swing = surfaceOf(markMotion)
  const points: { x: number; y: number }[] = []
  for (let row = 0; row <= rows; row += 1) {
    const y = row / rows
    if (Math.sign(swing(0, y)) === Math.sign(swing(1, y))) continue
    let [left, right] = [0, 1]
    for (let halving = 0; halving < 30; halving += 1) {
      const middle = (left + right) / 2
      if (swing(middle, y) > 0) left = middle
      else right = middle
    }
    points.push({ x: (left + right) / 2, y })
  }
  return points
}

/** Where the plate of the mark lies in a picture of side 1. */
type Placing = { left: number; top: number; width: number; height: number }

const usualPlacing: Placing = { left: 0.19, top: 0.13, width: 0.62, height: 0.74 }

/** The mark as SVG of side 64: one bold stroke on a plate with round corners. */
export function strokeMark(placing = usualPlacing): string {
  const points = restLine(160).map(({ x, y }) =>
    [placing.left + x * placing.width, placing.top + y * placing.height]
      .map((part) => (part * 64).toFixed(2))
      .join(' '),
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">` +
    `<rect width="64" height="64" rx="12" fill="${hexOf(palette.plate)}"/>` +
    `<path d="M${points.join('L')}" fill="none" stroke="${hexOf(palette.sand)}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>` +
    `</svg>\n`
  )
}

/**
 * The mark in sand as PNG.
 *
 * @param side Edge in pixels.
 * @param options.rounding Radius of the plate's corners as a share of the side; 0 where the system cuts the shape
 *   itself.
 * @param options.scale Size of the S next to the usual one; a maskable icon keeps it within the middle.
 */
export async function sandMark(side: number, { rounding = 0, scale = 1 } = {}): Promise<Buffer> {
  const sand = strewAlong(restLine(400), scale)
  const { pixels } = rasterSand(sand, plateFrame, { width: side, height: side }, 3, 4.6 * (side / 512) ** 0.38)
  const cover = await sharp({ create: { width: side, height: side, channels: 3, background: hexOf(palette.sand) } })
    .joinChannel(pixels, { raw: { width: side, height: side, channels: 1 } })
    .raw()
    .toBuffer()
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" rx="${side * rounding}" fill="${hexOf(palette.plate)}"/></svg>`
  return sharp(Buffer.from(plate))
    .composite([{ input: cover, raw: { width: side, height: side, channels: 4 }, blend: 'atop' }])
    .png({ compressionLevel: 9, palette: true, colours: 64, dither: 0 })
    .toBuffer()
}

/**
 * Grains heaped along the line as thick as the stroke is bold, a few fallen beside it; places in a picture of side 1.
 */
function strewAlong(line: { x: number; y: number }[], scale: number): Float32Array {
  const random = randomFrom(3)
  const points = line.map(({ x, y }) => ({
    x: 0.5 + (usualPlacing.left + x * usualPlacing.width - 0.5) * scale,
    y: 0.5 + (usualPlacing.top + y * usualPlacing.height - 0.5) * scale,
  }))
  const reached = [0]
  points.forEach((point, index) => {
    const before = points[index - 1]
    if (before) reached.push(reached[index - 1]! + Math.hypot(point.x - before.x, point.y - before.y))
  })
  const count = 19_000
  const sand = new Float32Array(count * 2)
  for (let grain = 0; grain < count; grain += 1) {
    const along = random() * reached[reached.length - 1]!
    const point = points[reached.findIndex((length) => length >= along)]!
    const spread = (random() < 0.84 ? 0.032 : 0.06) * scale
    const [far, turn] = [spread * Math.sqrt(-2 * Math.log(1 - random())), 2 * Math.PI * random()]
    sand[grain * 2] = point.x + far * Math.cos(turn)
    sand[grain * 2 + 1] = point.y + far * Math.sin(turn)
  }
  return sand
}
