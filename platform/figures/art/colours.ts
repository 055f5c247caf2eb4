import type { ArtDirection } from '#shared/art-direction.ts'
import { labOf } from '#shared/colours.ts'
import { rgbOfLab } from './palette.ts'
import type { Layers } from './layers.ts'

const steps = 256
/** An odd number, so that a shade of zero is one of the steps. */
const shades = 257

type Lab = ReturnType<typeof labOf>

/** Converts layers to pixels: a blend from ground to ink, lighter or darker by the shade. */
export function colourLayers({ coverage, shade }: Layers, { ground, ink }: ArtDirection): Uint8Array<ArrayBuffer> {
  const table = colourTable(labOf(ground), labOf(ink))
  const pixels = new Uint8Array(coverage.length * 3)
  for (let at = 0, to = 0; at < coverage.length; at += 1, to += 3) {
    const step = Math.max(0, Math.min(steps - 1, Math.round(coverage[at]! * (steps - 1))))
    const light = Math.max(0, Math.min(shades - 1, Math.round((shade[at]! + 1) * 0.5 * (shades - 1))))
    const from = (light * steps + step) * 3
    pixels[to] = table[from]!
    pixels[to + 1] = table[from + 1]!
    pixels[to + 2] = table[from + 2]!
  }
  return pixels
}

function colourTable(ground: Lab, ink: Lab): Uint8Array {
  const table = new Uint8Array(shades * steps * 3)
  for (let light = 0, at = 0; light < shades; light += 1) {
    const shade = (2 * light) / (shades - 1) - 1
    for (let step = 0; step < steps; step += 1, at += 3) {
      const share = step / (steps - 1)
      const [lightness, a, b] = ground.map((value, index) => value + (ink[index]! - value) * share) as unknown as Lab
      const lit = shade > 0 ? lightness + (1 - lightness) * shade : lightness * (1 + shade)
      // Highlights lose saturation, shadows keep it.
      const colour = shade > 0 ? 1 - 0.75 * shade : 1 + 0.35 * shade
      table.set(rgbOfLab([lit, a * colour, b * colour]), at)
    }
  }
  return table
}
