import { createNoise, sampleAt } from './field.ts'
import { addPoint, blur, drawStroke, lightRelief } from './layers.ts'
import type { Drawing } from './drawing.ts'

/** Heaps of sand on the nodal lines, lit from the side, with loose grains between them. */
export function sand({ field, layers, random, seed, density }: Drawing): void {
  const noise = createNoise(seed)
  const { width, height, coverage, shade, scale } = layers
  const heap = new Float32Array(coverage.length)
  const reach = { sparse: 0.024, even: 0.017, full: 0.012 }[density]
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const away = distanceAt(field, at) / reach
      const drift = 0.75 + 0.45 * noise((x / scale) * 5, (y / scale) * 5)
      heap[at] = drift * (Math.exp(-away * away) + 0.1 * Math.exp(-away * 0.6))
    }
  }
  lightRelief(layers, heap, scale * 0.0011)
  const size = Math.max(0.7, 0.0011 * scale)
  // The number of grains per area does not depend on the size of the image.
  const chance = 1.05 / (size * size)
  for (let at = 0; at < coverage.length; at += 1) {
    if (random() > (heap[at]! + 0.004) * chance) continue
    const [x, y] = [(at % width) + random(), Math.floor(at / width) + random()]
    const radius = size * (0.4 + 0.55 * random())
    drawStroke(layers, coverage, { fromX: x, fromY: y, toX: x, toY: y, radius, opacity: 0.92 })
    if (random() < 0.25) shade[at]! += 0.3 * (random() - 0.4)
  }
}

/** Embers and flakes that drift off the plate to one side. */
export function ash({ field, layers, random, seed, density }: Drawing): void {
  const noise = createNoise(seed)
  const { width, height, coverage, shade, scale } = layers
  const reach = { sparse: 0.036, even: 0.026, full: 0.018 }[density]
  const glow = new Float32Array(coverage.length)
  const flakes = Math.round(60_000 * ((width * height) / (scale * scale)))
  for (let flake = 0; flake < flakes; flake += 1) {
    const [x, y] = [random() * width, random() * height]
    const at = Math.floor(y) * width + Math.floor(x)
    const closeness = Math.exp(-((distanceAt(field, at) / reach) ** 2))
    if (random() > 0.75 * closeness + 0.02) continue
    const blown = random() ** 3 * 0.1 * scale * (0.6 + noise((x / scale) * 4, (y / scale) * 4))
    const angle = 0.35 + 0.5 * noise((x / scale) * 3 + 40, (y / scale) * 3)
    const [toX, toY] = [x + blown * Math.cos(angle), y - blown * Math.sin(angle)]
    const heat = closeness * (0.4 + 0.6 * random())
    const radius = scale * (0.0008 + 0.0034 * random() ** 4)
    drawStroke(layers, coverage, {
      fromX: x,
      fromY: y,
      toX,
      toY,
      radius,
      opacity: 0.12 + 0.75 * heat * heat,
      endOpacity: 0.02,
    })
    if (heat > 0.72) addPoint(layers, glow, x, y, 1)
    if (heat < 0.3) shade[at]! -= 0.1
  }
  blur(layers, glow, scale * 0.011)
  for (let at = 0; at < glow.length; at += 1) {
    coverage[at] = Math.min(1, coverage[at]! + glow[at]! * scale * scale * 0.00002)
    shade[at]! += Math.min(0.3, coverage[at]! * coverage[at]! * 0.25)
  }
}

/** Smoke that circles where the plate rests: thousands of faint trails in a long exposure. */
export function smoke({ field, layers, random, seed, density }: Drawing): void {
  const noise = createNoise(seed)
  const { width, height, coverage, shade, scale } = layers
  const curl = { sparse: 0.9, even: 0.6, full: 0.4 }[density]
  const puffs = Math.round(5200 * ((width * height) / (scale * scale)))
  const step = 0.0022 * scale
  for (let puff = 0; puff < puffs; puff += 1) {
    let [x, y] = [random() * width * 1.2 - 0.1 * width, random() * height * 1.2 - 0.1 * height]
    const life = 60 + Math.floor(random() * 160)
    const light = (0.4 + random()) * 0.085
    for (let age = 0; age < life; age += 1) {
      const [px, py] = [x / scale, y / scale]
      const slopeX = sampleAt(field.slopeX, field, x, y) / field.usualSlope
      const slopeY = sampleAt(field.slopeY, field, x, y) / field.usualSlope
      const swing = sampleAt(field.swing, field, x, y)
      // Trails follow the lines of equal displacement and drift slowly to the nodal lines.
      const pull = -0.35 * swing
      let dx = -slopeY + pull * slopeX + curl * noise(px * 5, py * 5)
      let dy = slopeX + pull * slopeY + curl * noise(px * 5 + 30, py * 5 + 11) - 0.25
      const speed = Math.sqrt(dx * dx + dy * dy) || 1
      // Where trails meet, smoke would accumulate to a dot.
      if (speed < 0.3) break
      dx /= speed
      dy /= speed
      x += dx * step
      y += dy * step
      addPoint(layers, coverage, x, y, light * Math.sin((Math.PI * age) / life))
    }
  }
  const veil = Float32Array.from(coverage)
  blur(layers, veil, scale * 0.01)
  // The same light is spread over more pixels in a larger image.
  const exposure = 2.6 * (scale / 620) ** 2
  for (let at = 0; at < coverage.length; at += 1) {
    const light = 1 - Math.exp(-(coverage[at]! * 0.75 + veil[at]! * 0.6) * exposure)
    coverage[at] = light
    shade[at]! += 0.12 * light * light
  }
}

/**
 * Returns the approximate distance of a pixel to the nearest nodal line, in plate widths; accurate close to the line.
 */
export function distanceAt({ swing, slopeX, slopeY, usualSlope }: Drawing['field'], at: number): number {
  const steepness = Math.sqrt(slopeX[at]! ** 2 + slopeY[at]! ** 2 + 0.04 * usualSlope * usualSlope)
  return Math.abs(swing[at]!) / steepness
}
