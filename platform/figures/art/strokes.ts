import { createNoise, sampleAt, smoothStep } from './field.ts'
import { drawStroke } from './layers.ts'
import type { Drawing } from './drawing.ts'
import { distanceAt } from './particles.ts'

/** Iron filings: needles along the slope, dense on the nodal lines. */
export function filings({ field, layers, random, density }: Drawing): void {
  const { width, height, coverage, shade, scale } = layers
  const reach = { sparse: 0.034, even: 0.026, full: 0.02 }[density]
  const needles = Math.round(60_000 * ((width * height) / (scale * scale)))
  for (let needle = 0; needle < needles; needle += 1) {
    const [x, y] = [random() * width, random() * height]
    const at = Math.floor(y) * width + Math.floor(x)
    const closeness = Math.exp(-((distanceAt(field, at) / reach) ** 2))
    if (random() > closeness * 0.9 + 0.03) continue
    const angle = Math.atan2(field.slopeY[at]!, field.slopeX[at]!) + (random() - 0.5) * 0.5
    const half = scale * (0.004 + 0.009 * random()) * (0.5 + closeness)
    const [dx, dy] = [half * Math.cos(angle), half * Math.sin(angle)]
    const radius = scale * (0.0005 + 0.0006 * random())
    const lift = scale * 0.0022
    const stroke = { fromX: x - dx, fromY: y - dy, toX: x + dx, toY: y + dy, radius, opacity: 0.95 }
    drawStroke(layers, coverage, stroke)
    if (random() < 0.16) {
      const shine = { ...stroke, fromX: x, fromY: y, opacity: 0.3, endOpacity: 0, radius: radius * 0.6 }
      drawStroke(layers, shade, { ...shine, fromX: x - lift, toX: stroke.toX - lift })
    }
  }
}

/** Frost: ferns of ice that grow from the nodal lines until they meet. */
export function frost({ field, layers, random, seed, density }: Drawing): void {
  const noise = createNoise(seed)
  const { width, height, coverage, shade, scale } = layers
  const ferns = Math.round({ sparse: 1300, even: 2000, full: 3000 }[density] * ((width * height) / (scale * scale)))
  for (let fern = 0; fern < ferns; fern += 1) {
    let [x, y] = [random() * width, random() * height]
    let at = Math.floor(y) * width + Math.floor(x)
    // Descend to the nodal line.
    for (let walk = 0; walk < 3; walk += 1) {
      const [sx, sy, swing] = [field.slopeX[at]!, field.slopeY[at]!, field.swing[at]!]
      const squared = sx * sx + sy * sy + 0.1 * field.usualSlope ** 2
      x = Math.max(0, Math.min(width - 1, x - ((swing * sx) / squared) * scale))
      y = Math.max(0, Math.min(height - 1, y - ((swing * sy) / squared) * scale))
      at = Math.floor(y) * width + Math.floor(x)
    }
    if (Math.abs(field.swing[at]!) > 0.3) continue
    const side = random() < 0.5 ? 0 : Math.PI
    const angle = Math.atan2(field.slopeY[at]!, field.slopeX[at]!) + side + (random() - 0.5) * 0.7
    const length = scale * (0.03 + 0.13 * random() ** 1.6) * (0.8 + 0.5 * noise((x / scale) * 4, (y / scale) * 4))
    growFern(layers, { x, y, angle, length, random, scale })
  }
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const closeness = Math.exp(-((distanceAt(field, at) / 0.02) ** 2))
      const breath = 0.5 + 0.5 * noise((x / scale) * 7, (y / scale) * 7)
      coverage[at] = Math.min(1, coverage[at]! + closeness * (0.16 + 0.14 * breath) + 0.05 * breath)
      shade[at]! += 0.18 * smoothStep(0.85, 1, coverage[at]!) - 0.08 * (y / height)
    }
  }
}

type Fern = { x: number; y: number; angle: number; length: number; random: () => number; scale: number }

function growFern(layers: Drawing['layers'], { x, y, angle, length, random, scale }: Fern): void {
  const joints = 9
  const third = Math.PI / 3
  let heading = angle
  for (let joint = 0; joint < joints; joint += 1) {
    const share = joint / joints
    const part = length / joints
    heading += (random() - 0.5) * 0.12
    const [toX, toY] = [x + part * Math.cos(heading), y + part * Math.sin(heading)]
    const stem = { fromX: x, fromY: y, toX, toY, radius: scale * 0.0011 * (1.15 - share), opacity: 0.9 - 0.3 * share }
    drawStroke(layers, layers.coverage, stem)
    const barb = length * 0.34 * (1 - share) * (0.6 + 0.6 * random())
    for (const way of [third, -third]) {
      const [endX, endY] = [toX + barb * Math.cos(heading + way), toY + barb * Math.sin(heading + way)]
      const stroke = {
        fromX: toX,
        fromY: toY,
        toX: endX,
        toY: endY,
        radius: scale * 0.0007,
        opacity: 0.7,
        endOpacity: 0.1,
      }
      drawStroke(layers, layers.coverage, stroke)
      for (const place of [0.35, 0.65]) {
        const [midX, midY] = [toX + (endX - toX) * place, toY + (endY - toY) * place]
        const twig = barb * 0.4 * (1 - place)
        const [tipX, tipY] = [midX + twig * Math.cos(heading), midY + twig * Math.sin(heading)]
        const fine = {
          fromX: midX,
          fromY: midY,
          toX: tipX,
          toY: tipY,
          radius: scale * 0.0005,
          opacity: 0.55,
          endOpacity: 0,
        }
        drawStroke(layers, layers.coverage, fine)
      }
    }
    x = toX
    y = toY
  }
}

/** Chalk: strokes along the nodal lines, broken by the roughness of the board. */
export function chalk({ field, layers, random, seed, density }: Drawing): void {
  const noise = createNoise(seed)
  const { width, height, coverage, shade, scale } = layers
  const passes = Math.round({ sparse: 700, even: 1000, full: 1500 }[density] * ((width * height) / (scale * scale)))
  for (let pass = 0; pass < passes; pass += 1) {
    let [x, y] = [random() * width, random() * height]
    const way = random() < 0.5 ? 1 : -1
    const target = random() < 0.72 ? 0 : (random() - 0.5) * 1.6
    const pressure = (target === 0 ? 0.34 : 0.15) * (0.5 + random())
    const radius = scale * (0.0022 + 0.005 * random())
    const step = scale * 0.006
    const shift = (random() - 0.5) * 0.012
    for (let length = 0; length < 26; length += 1) {
      const [sx, sy] = [sampleAt(field.slopeX, field, x, y), sampleAt(field.slopeY, field, x, y)]
      const squared = sx * sx + sy * sy + 0.05 * field.usualSlope ** 2
      const steep = Math.sqrt(squared)
      const off = (sampleAt(field.swing, field, x, y) - target - shift * steep) / squared
      const [fromX, fromY] = [x, y]
      x += (-sy / steep) * way * step - off * sx * scale * 0.7
      y += (sx / steep) * way * step - off * sy * scale * 0.7
      const jump = Math.hypot(x - fromX, y - fromY)
      if (length > 2 && jump < step * 2.5)
        drawStroke(layers, coverage, { fromX, fromY, toX: x, toY: y, radius, opacity: pressure })
    }
  }
  for (let at = 0, y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [px, py] = [x / scale, y / scale]
      const tooth = 0.6 * noise(px * 210, py * 210) + 0.5 * noise(px * 95 + 5, py * 95) + 0.2 * noise(px * 30, py * 30)
      const wiped = 0.07 + 0.06 * noise(px * 2.5 + 3, py * 5)
      const dust = Math.exp(-distanceAt(field, at) / 0.03) * 0.13
      coverage[at] =
        smoothStep(0.28, 0.75, coverage[at]! + 0.42 * tooth * Math.min(1, coverage[at]! * 2.5)) * 0.95 + wiped + dust
      shade[at]! += 0.03 * noise(px * 400, py * 400) - 0.05 * smoothStep(0.3, 0.5, Math.abs(px - 0.5))
    }
  }
}
