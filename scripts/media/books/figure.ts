import { createHash } from 'node:crypto'

export type Figure = { hue: number; at: (x: number, y: number) => number }

/** The standing wave of a slug on a square plate, x and y in −1…1; sand gathers where it is near 0. */
export function figureOf(slug: string): Figure {
  const byte = createHash('sha256').update(slug).digest()
  const m = 2 + (byte[0]! % 5)
  const n = m + 1 + (byte[1]! % 5)
  const sign = byte[2]! % 2 === 0 ? 1 : -1
  const mix = 0.15 + (byte[3]! / 255) * 0.35
  const [p, q] = [m + 1, n + 2]
  const mode = (a: number, b: number, x: number, y: number) =>
    Math.cos((a * Math.PI * x) / 2) * Math.cos((b * Math.PI * y) / 2) +
    sign * Math.cos((b * Math.PI * x) / 2) * Math.cos((a * Math.PI * y) / 2)
  return {
    hue: Math.round((byte[4]! / 255) * 360),
    at: (x, y) => mode(m, n, x, y) + mix * mode(p, q, x, y),
  }
}

/**
 * Grains of sand on the plate as SVG path data, one path per grain size: each grain is a zero-length stroke with a round cap.
 * The same slug always drops the same grains. Coordinates run 0…1000.
 */
export function grainPaths(slug: string, grains: number): [fine: string, middle: string, coarse: string] {
  const figure = figureOf(slug)
  const random = randomFrom(slug)
  const paths: [string[], string[], string[]] = [[], [], []]
  for (let placed = 0, tries = 0; placed < grains && tries < grains * 60; tries += 1) {
    const x = random()
    const y = random()
    const rest = figure.at(x * 2 - 1, y * 2 - 1) / 0.13
    const stays = Math.exp(-rest * rest) + 0.012
    if (random() > stays) continue
    const size = random() < 0.6 ? 0 : random() < 0.75 ? 1 : 2
    paths[size]!.push(`M${(x * 1000).toFixed(1)} ${(y * 1000).toFixed(1)}h0`)
    placed += 1
  }
  return [paths[0].join(''), paths[1].join(''), paths[2].join('')]
}

/** A small seeded generator (mulberry32): even enough for sand, the same on every machine. */
function randomFrom(seed: string): () => number {
  let state = createHash('sha256').update(`grains:${seed}`).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
