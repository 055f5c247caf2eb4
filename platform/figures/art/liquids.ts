import { createNoise, sampleAt, smoothStep } from './field.ts'
import { blur, lightRelief, addPoint } from './layers.ts'
import type { Drawing } from './drawing.ts'

/** Ink on wet paper: pale washes with dark edges where they dried. */
export function ink({ field, layers, seed }: Drawing): void {
  const noise = createNoise(seed)
  const { width, coverage, scale } = layers
  for (let at = 0, y = 0; y < layers.height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [px, py] = [x / scale, y / scale]
      const rough = noise(px * 9, py * 9) + 0.5 * noise(px * 23 + 7, py * 23) + 0.25 * noise(px * 71, py * 71 + 5)
      const drift = 0.035 * scale
      const swing = sampleAt(
        field.swing,
        field,
        x + drift * noise(px * 4 + 31, py * 4),
        y + drift * noise(px * 4, py * 4 + 17),
      )
      const depth = 0.62 - Math.abs(swing) + 0.16 * rough
      const inside = smoothStep(0, 0.05, depth)
      const edge = inside * Math.exp(-((depth / 0.09) ** 2))
      const pool = smoothStep(0.15, 0.75, depth)
      const bleed = 0.1 * smoothStep(-0.5, 0, depth)
      coverage[at] = bleed + inside * (0.34 + 0.1 * rough) + 0.4 * edge + 0.5 * pool
    }
  }
  grain(layers, noise, 0.02)
}

/** A film of oil: broad, folded bands with a wet gloss. */
export function oil({ field, layers, seed, density }: Drawing): void {
  const noise = createNoise(seed)
  const { width, coverage, scale } = layers
  const bands = { sparse: 1.1, even: 1.6, full: 2.3 }[density]
  const heights = new Float32Array(coverage.length)
  for (let at = 0, y = 0; y < layers.height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [px, py] = [x / scale, y / scale]
      const [alongX, alongY] = [noise(px * 2.2, py * 2.2), noise(px * 2.2 + 9, py * 2.2 + 3)]
      const drift = 0.12 * scale * inwards(layers, x, y, 0.2)
      const swing = sampleAt(field.swing, field, x + drift * alongX, y + drift * alongY)
      const phase = swing * bands * Math.PI + 2.4 * alongX
      const wave = Math.sin(phase)
      coverage[at] = smoothStep(-0.75, 0.75, wave) ** 1.4
      heights[at] = wave + 0.35 * Math.sin(3 * phase)
    }
  }
  blur(layers, heights, scale * 0.004)
  lightRelief(layers, heights, scale * 0.0016)
  gloss(layers, heights, 0.5)
}

/** Pools of mercury: bright metal that reflects a dark room and casts a shadow on the plate. */
export function mercury({ field, layers, seed, density }: Drawing): void {
  const noise = createNoise(seed)
  const { width, height, coverage, shade, scale } = layers
  const level = { sparse: 0.3, even: 0.2, full: 0.1 }[density]
  const dome = new Float32Array(coverage.length)
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [px, py] = [(3.4 * x) / scale, (3.4 * y) / scale]
      const drift = 0.06 * scale * inwards(layers, x, y, 0.12)
      const swing = sampleAt(field.swing, field, x + drift * noise(px, py + 9), y + drift * noise(px + 5, py))
      const above = swing + 0.12 * noise(px * 0.7 + 3, py * 0.7) - level
      dome[at] = above > 0 ? Math.sqrt(above / (above + 0.55)) : 0
    }
  }
  const shadow = Float32Array.from(dome, (value) => (value > 0 ? 1 : 0))
  blur(layers, shadow, scale * 0.014)
  const shift = Math.round(scale * 0.014)
  const heights = Float32Array.from(dome)
  blur(layers, heights, scale * 0.006)
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const cover = smoothStep(0.02, 0.3, heights[at]!)
      const above = shadow[Math.max(0, y - shift) * width + Math.max(0, x - shift)]!
      shade[at]! -= 0.45 * above * (1 - cover)
      if (cover <= 0) continue
      const [tiltX, tiltY] = [slope(heights, at, 1) * scale * 0.05, slope(heights, at, width) * scale * 0.05]
      const upright = 1 / Math.sqrt(1 + tiltX * tiltX + tiltY * tiltY)
      const [nx, ny] = [tiltX * upright, tiltY * upright]
      // The reflected room: a bright ceiling, a dark horizon, and a lamp.
      const mirrored = 0.5 + 0.5 * Math.sin(4.2 * ny + 1.5 * nx + 0.4 * noise((x / scale) * 3, (y / scale) * 3) + 0.9)
      const lamp = Math.exp(-((nx + 0.45) ** 2 + (ny + 0.5) ** 2) * 26)
      coverage[at] = cover * Math.min(1, 0.12 + 1.05 * mirrored ** 1.6 + lamp)
      shade[at]! += cover * (0.55 * lamp - 0.32 * (1 - mirrored))
    }
  }
}

/** The bottom of a pool: a net of light refracted by the waves. */
export function water({ field, layers, seed, density }: Drawing): void {
  const { width, height, coverage, shade, scale } = layers
  const noise = createNoise(seed)
  const depth = ({ sparse: 0.2, even: 0.15, full: 0.1 }[density] * scale) / field.usualSlope / 4
  const ripple = 0.22 * field.usualSlope
  const [bendX, bendY] = [new Float32Array(coverage.length), new Float32Array(coverage.length)]
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [px, py] = [(13 * x) / scale, (13 * y) / scale]
      bendX[at] = depth * (field.slopeX[at]! + ripple * noise(px, py))
      bendY[at] = depth * (field.slopeY[at]! + ripple * noise(px + 20, py + 8))
    }
  }
  for (let y = -0.1 * height; y < height * 1.1; y += 0.5) {
    for (let x = -0.1 * width; x < width * 1.1; x += 0.5) {
      addPoint(layers, coverage, x - sampleAt(bendX, field, x, y), y - sampleAt(bendY, field, x, y), 0.25)
    }
  }
  const halo = Float32Array.from(coverage)
  blur(layers, halo, scale * 0.012)
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const bright = coverage[at]! * 0.7 + halo[at]! * 0.3
      coverage[at] = 1 - Math.exp(-0.5 * Math.max(0, bright - 0.55))
      shade[at]! += 0.05 * noise((x / scale) * 2, (y / scale) * 2) - 0.1 * (y / height)
    }
  }
}

/** Returns 1 inside of the image and less towards its edge, within a margin in image widths. */
function inwards({ width, height, scale }: Drawing['layers'], x: number, y: number, margin: number): number {
  return smoothStep(0, margin * scale, Math.min(x, y, width - x, height - y))
}

function slope(heights: Float32Array, at: number, step: number): number {
  return (heights[at + step] ?? 0) - (heights[at - step] ?? 0)
}

/** Adds highlights where the surface faces the lamp at the upper left. */
function gloss({ width, shade, scale }: Drawing['layers'], heights: Float32Array, strength: number): void {
  for (let at = width; at < shade.length - width; at += 1) {
    const [tiltX, tiltY] = [slope(heights, at, 1) * scale * 0.022, slope(heights, at, width) * scale * 0.022]
    const facing = Math.exp(-((tiltX - 0.55) ** 2 + (tiltY - 0.55) ** 2) * 9)
    shade[at]! += strength * facing
  }
}

/** Adds the texture of paper. */
function grain({ width, height, shade, scale }: Drawing['layers'], noise: Noise, strength: number): void {
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [px, py] = [x / scale, y / scale]
      shade[at]! += strength * (noise(px * 260, py * 260) + 0.7 * noise(px * 90, py * 90))
    }
  }
}

type Noise = (x: number, y: number) => number
