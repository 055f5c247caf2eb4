import type { ArtFrame } from '#shared/art-direction.ts'
import { smoothStep } from './field.ts'
import type { Layers } from './layers.ts'

/** Clips the image to its plate: bare ground outside of a disc or inside the margin of a print. */
export function applyFrame({ width, height, scale, coverage, shade }: Layers, frame: ArtFrame): void {
  if (frame === 'bleed') return
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2]
      const inside =
        frame === 'circle'
          ? 0.43 * Math.min(width, height) - Math.sqrt(dx * dx + dy * dy)
          : Math.min(width / 2 - Math.abs(dx), height / 2 - Math.abs(dy)) - 0.085 * scale
      const cover = smoothStep(0, 1, inside + 0.5)
      coverage[at]! *= cover
      shade[at]! *= cover
      // The edge of the plate reflects light, and the pressed margin is slightly lower.
      if (frame === 'plate') shade[at]! += inside < 0 ? 0.035 : 0
      const rim = Math.exp(-((inside / (0.0022 * scale)) ** 2))
      shade[at]! += rim * (dx + dy < 0 ? -0.14 : 0.16)
    }
  }
}
