import { createNoise, smoothStep } from './field.ts'
import { blur } from './layers.ts'
import type { Drawing } from './drawing.ts'

/** Threads along lines of equal displacement, twisted, with the shadow of each strand on the next. */
export function thread({ field, layers, seed, density }: Drawing): void {
  const noise = createNoise(seed)
  const { width, height, coverage, shade, scale } = layers
  const strands = { sparse: 3.2, even: 4.5, full: 6.5 }[density]
  const radius = 0.0052 * scale
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [px, py] = [x / scale, y / scale]
      const level = field.swing[at]! * strands + 0.04 * noise(px * 18, py * 18)
      const steepness = (Math.sqrt(field.slopeX[at]! ** 2 + field.slopeY[at]! ** 2) * strands) / scale
      const offset = level - Math.round(level)
      const away = offset / Math.max(steepness, 1e-4)
      // Where the plate is flat, a strand would become a blot.
      const own = Math.min(radius, 0.42 / Math.max(steepness, 1e-6))
      const across = away / own
      const cover = smoothStep(0, 1, (1 - Math.abs(across)) * own + 0.5)
      const flat = smoothStep(0.0012, 0.004, steepness * (600 / scale))
      coverage[at] = cover * flat
      const light =
        (field.slopeX[at]! + field.slopeY[at]!) / (Math.abs(field.slopeX[at]!) + Math.abs(field.slopeY[at]!) + 1e-6)
      const twist = Math.sin((px - py) * 520 + across * 2.2)
      shade[at] = cover > 0 ? flat * (-0.22 * across * light - 0.16 * across * across + 0.12 * twist) : 0
      if (Math.abs(across) > 1 && across * light > 0)
        shade[at]! -= 0.28 * flat * Math.exp(-((Math.abs(across) - 1) * 1.6))
    }
  }
}

/** Light trails along the nodal lines, as in a long exposure. */
export function light({ field, layers, seed, density }: Drawing): void {
  const noise = createNoise(seed)
  const { width, height, coverage, shade, scale } = layers
  const core = { sparse: 0.0062, even: 0.005, full: 0.0038 }[density] * scale
  const offsets = [0, 0.3, -0.3, 0.62, -0.62, 0.96, -0.96, 1.3]
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [px, py] = [x / scale, y / scale]
      const steepness = Math.max(Math.sqrt(field.slopeX[at]! ** 2 + field.slopeY[at]! ** 2), 0.12 * field.usualSlope)
      let sum = 0
      for (let index = 0; index < offsets.length; index += 1) {
        const away = (Math.abs(field.swing[at]! - offsets[index]!) / steepness) * scale
        if (away > core * 9) continue
        const pulse = 0.62 + 0.38 * noise(px * 3.4 + index * 7, py * 3.4)
        const strength = (index === 0 ? 1 : 0.62 - 0.055 * index) * pulse
        sum += strength * Math.exp(-((away / core) ** 2) * (index === 0 ? 1 : 3.2))
      }
      coverage[at] = sum
    }
  }
  const halo = Float32Array.from(coverage)
  blur(layers, halo, scale * 0.012)
  for (let at = 0; at < coverage.length; at += 1) {
    const bright = coverage[at]! + 1.5 * halo[at]!
    coverage[at] = 1 - Math.exp(-2.6 * bright)
    shade[at] = 0.75 * smoothStep(0.75, 1.6, bright)
  }
}

/**
 * Engraving of the books: parallel lines that are wider where the plate moves. The direction of the lines and the
 * figure below them differ from book to book; grid, technique and number of colors do not.
 */
export function engraving({ field, layers, random, density }: Drawing): void {
  const { width, height, coverage, scale } = layers
  const lines = { sparse: 46, even: 58, full: 72 }[density]
  const run = runs[Math.floor(random() * runs.length)]!
  const bend = 0.5 / lines
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [px, py] = [x / scale - width / scale / 2, y / scale - height / scale / 2]
      const swing = field.swing[at]!
      const tone = 0.12 + 0.76 * smoothStep(-1.1, 1.3, swing)
      const phase = (run(px, py) + bend * swing * 1.6) * lines
      const across = Math.abs(phase - Math.round(phase)) * 2
      const sharpness = scale / lines / 2
      coverage[at] = smoothStep(0, 1, (tone - across) * sharpness + 0.5)
    }
  }
}

const runs: readonly ((x: number, y: number) => number)[] = [
  (_x, y) => y,
  (x, y) => (x + y) * Math.SQRT1_2,
  (x, y) => Math.sqrt(x * x + y * y),
  (x) => x,
  (x, y) => Math.hypot(x, y - 0.62),
  (x, y) => y + 0.06 * Math.sin(x * 9),
  (x, y) => Math.max(Math.abs(x), Math.abs(y)),
]
