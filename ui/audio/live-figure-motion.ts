import { randomFrom } from '#shared/chladni-random.ts'
import { swingGrid } from '#shared/chladni-surface.ts'
import { figureOf, type Mode, type Motion } from '#shared/chladni.ts'

/** Number of bands of a live figure, low to high. */
export const bandCount = 8

/** Grid points per side at which the displacement of the plate is computed; it is interpolated linearly in between. */
const steps = 72
/** Fraction of the distance to the nearest line that a grain moves in one frame. */
const pull = 0.16
const maxStep = 0.022

/** A plate with sand on it. Positions are pairs x, y in plate coordinates, 0…1. */
export type LivePlate = {
  hue: number
  positions: Float32Array
  /**
   * Computes one frame: the bands displace the plate, and every grain moves.
   *
   * @param levels A level 0–255 for each band, or undefined in silence.
   * @returns Whether anything is still moving.
   */
  shake(levels: Uint8Array | undefined): boolean
}

/**
 * Creates the plate of a slug with the sand of its still figure, to which the sand returns in silence. Each band adds a
 * wave of its own: low bands wide ones, high bands fine ones.
 *
 * @param count Number of grains, an integer ≥ 0.
 * @param random Returns a random number, 0 ≤ number < 1, for the movement of the grains.
 */
export function createPlate(slug: string, count: number, random: () => number = Math.random): LivePlate {
  const figure = figureOf(slug)
  const isRound = figure.symmetry === 'round' || figure.symmetry === 'star'
  const rest = evenly(fieldOf(figure))
  const waves = bandModes(figure).map((mode) => evenly(fieldOf({ symmetry: figure.symmetry, modes: [mode] })))
  const home = strew(rest, count, isRound, randomFrom(figure.seed))
  const positions = home.slice()
  const strengths = new Float32Array(bandCount)
  const field = new Float32Array(rest.length)

  function follow(levels: Uint8Array | undefined): number {
    let loudness = 0
    for (let band = 0; band < bandCount; band += 1) {
      const level = (levels?.[band] ?? 0) / 255
      const before = strengths[band]!
      // Levels rise at once and decay slowly, like those of a struck plate.
      strengths[band] = before + (level - before) * (level > before ? 0.4 : 0.07)
      loudness += strengths[band]!
    }
    return loudness / bandCount
  }

  function swing(): void {
    field.set(rest)
    for (let band = 0; band < bandCount; band += 1) {
      // Neighboring bands have opposite signs; otherwise all of them together would only tilt the plate to one side.
      const share = 1.5 * strengths[band]! ** 1.5 * (band % 2 === 0 ? 1 : -1)
      const wave = waves[band]!
      for (let at = 0; at < field.length; at += 1) field[at]! += share * wave[at]!
    }
  }

  return {
    hue: figure.hue,
    positions,
    shake(levels) {
      const loudness = follow(levels)
      if (loudness < 0.004) return walkHome(positions, home)
      swing()
      for (let at = 0; at < positions.length; at += 2) {
        const [x, y] = [positions[at]!, positions[at + 1]!]
        const { here, stepX, stepY } = slide(field, x, y)
        // Grains jump higher where the displacement of the plate is larger.
        const jump = 0.004 + 0.09 * loudness * Math.min(1, Math.abs(here))
        const nextX = x + stepX + (random() - 0.5) * jump
        const nextY = y + stepY + (random() - 0.5) * jump
        const fell = random() < 0.012 || !isOnPlate(nextX, nextY, isRound)
        // Grains that fall off, and a few others, are placed at their original position again, so that no line runs out
        // of sand.
        positions[at] = fell ? home[at]! : nextX
        positions[at + 1] = fell ? home[at + 1]! : nextY
      }
      return true
    },
  }
}

/**
 * Returns the waves of the bands, from wide to fine, in the symmetry family of the figure, so that the plate keeps its
 * symmetry.
 *
 * @returns {@link bandCount} modes of weight 1.
 */
export function bandModes({ symmetry, modes }: Motion): Mode[] {
  const { m, n } = modes[0]!
  const bands = Array.from({ length: bandCount }, (_, band) => band)
  if (symmetry === 'round') return bands.map((band) => ({ m: 1 + (band >> 1), n: band % 2 === 0 ? 0 : n, weight: 1 }))
  if (symmetry === 'star') return bands.map((band) => ({ m: 3 + 1.25 * band, n, weight: 1 }))
  const pairs: Mode[] = []
  for (let high = 1; high <= 11; high += 1) {
    for (let low = 0; low < high; low += 1) {
      const alike = (low % 2 === m % 2 && high % 2 === n % 2) || (low % 2 === n % 2 && high % 2 === m % 2)
      if (alike) pairs.push({ m: low, n: high, weight: 1 })
    }
  }
  return pairs.toSorted((one, other) => one.m ** 2 + one.n ** 2 - other.m ** 2 - other.n ** 2).slice(0, bandCount)
}

/**
 * Spreads sand over the whole plate and moves it until it rests. This gives the lines of the still figure a hundred
 * times faster than computing that figure, because it happens between a click and the first sound.
 */
function strew(field: Float32Array, count: number, isRound: boolean, random: () => number): Float32Array {
  const places = new Float32Array(count * 2)
  for (let at = 0; at < places.length; at += 2) {
    let [x, y] = [random(), random()]
    while (!isOnPlate(x, y, isRound)) [x, y] = [random(), random()]
    // Some grains do not reach a line in time; the others settle within a small distance of it.
    const shakes = random() < 0.06 ? 0 : 45
    for (let shake = 0; shake < shakes; shake += 1) {
      const { stepX, stepY } = slide(field, x, y)
      const [nextX, nextY] = [x + stepX, y + stepY]
      if (!isOnPlate(nextX, nextY, isRound)) break
      ;[x, y] = [nextX, nextY]
    }
    const [angle, away] = [random() * 2 * Math.PI, -0.0035 * Math.log(1 - random())]
    const [restX, restY] = [x + away * Math.cos(angle), y + away * Math.sin(angle)]
    const stays = isOnPlate(restX, restY, isRound)
    places[at] = stays ? restX : x
    places[at + 1] = stays ? restY : y
  }
  return places
}

/** Returns the displacement of the plate at a place and a grain's step towards the nearest line. */
function slide(field: Float32Array, x: number, y: number): { here: number; stepX: number; stepY: number } {
  const column = Math.min(steps - 2, Math.floor(x * (steps - 1)))
  const row = Math.min(steps - 2, Math.floor(y * (steps - 1)))
  const cell = row * steps + column
  const corner = field[cell]!
  const across = (field[cell + 1]! - corner) * (steps - 1)
  const down = (field[cell + steps]! - corner) * (steps - 1)
  const here = corner + across * (x - column / (steps - 1)) + down * (y - row / (steps - 1))
  const way = (-pull * here) / (across * across + down * down + 4)
  return { here, stepX: clamp(way * across), stepY: clamp(way * down) }
}

const lattice = Array.from({ length: steps }, (_, step) => step / (steps - 1))

function fieldOf(motion: Motion): Float32Array {
  return swingGrid(motion, lattice, lattice)
}

/** Scales a wave to a mean square of 1, so that all bands have equal weight. */
function evenly(field: Float32Array): Float32Array {
  const square = field.reduce((sum, value) => sum + value * value, 0) / field.length
  return field.map((value) => value / Math.sqrt(square || 1))
}

/** In silence, the sand returns to the still figure. */
function walkHome(positions: Float32Array, home: Float32Array): boolean {
  let farthest = 0
  for (let at = 0; at < positions.length; at += 1) {
    const way = home[at]! - positions[at]!
    positions[at]! += way * 0.12
    farthest = Math.max(farthest, Math.abs(way))
  }
  return farthest > 0.002
}

function clamp(step: number): number {
  return Math.max(-maxStep, Math.min(maxStep, step))
}

function isOnPlate(x: number, y: number, isRound: boolean): boolean {
  return isRound ? (x - 0.5) ** 2 + (y - 0.5) ** 2 <= 0.25 : x >= 0 && x <= 1 && y >= 0 && y <= 1
}
