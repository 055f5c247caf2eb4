import { randomFrom } from '#shared/chladni-random.ts'
import { type Motion, surfaceOf, swingGrid } from '#shared/chladni-surface.ts'
import type { Frame } from '#shared/chladni.ts'

/** Displacement of the plate under an image: one value per pixel, scaled to a mean square of 1, and its slope. */
export type Field = {
  width: number
  height: number
  swing: Float32Array
  /** Change per plate width to the right. */
  slopeX: Float32Array
  /** Change per plate width downwards. */
  slopeY: Float32Array
  /** Mean length of the slope. */
  usualSlope: number
}

/** Round plates have no separable formula, so they are computed on a coarser grid and interpolated. */
const coarseStep = 3

/** Computes the field of a motion on every pixel of a frame. */
export function computeField(motion: Motion, frame: Frame, width: number, height: number): Field {
  const swing = motion.symmetry === 'round' ? coarseSwing(motion, frame, width, height) : fullSwing()
  function fullSwing() {
    const xs = Array.from({ length: width }, (_, column) => frame.left + ((column + 0.5) / width) * frame.width)
    const ys = Array.from({ length: height }, (_, row) => frame.top + ((row + 0.5) / height) * frame.height)
    return swingGrid(motion, xs, ys)
  }
  let power = 0
  for (let at = 0; at < swing.length; at += 7) power += swing[at]! * swing[at]!
  const scale = 1 / Math.sqrt((7 * power) / swing.length || 1)
  for (let at = 0; at < swing.length; at += 1) swing[at]! *= scale
  const [slopeX, slopeY] = [new Float32Array(swing.length), new Float32Array(swing.length)]
  const [perX, perY] = [width / frame.width, height / frame.height]
  let steepness = 0
  for (let y = 0; y < height; y += 1) {
    const [above, below] = [Math.max(0, y - 1) * width, Math.min(height - 1, y + 1) * width]
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const [before, after] = [y * width + Math.max(0, x - 1), y * width + Math.min(width - 1, x + 1)]
      slopeX[at] = ((swing[after]! - swing[before]!) / (after - before || 1)) * perX
      slopeY[at] = ((swing[below + x]! - swing[above + x]!) / ((below - above) / width || 1)) * perY
      if (at % 7 === 0) steepness += Math.sqrt(slopeX[at]! ** 2 + slopeY[at]! ** 2)
    }
  }
  return { width, height, swing, slopeX, slopeY, usualSlope: (7 * steepness) / swing.length || 1 }
}

function coarseSwing(motion: Motion, frame: Frame, width: number, height: number): Float32Array {
  const surface = surfaceOf(motion)
  const [columns, rows] = [Math.ceil(width / coarseStep) + 3, Math.ceil(height / coarseStep) + 3]
  const coarse = new Float32Array(columns * rows)
  for (let row = 0, at = 0; row < rows; row += 1) {
    const y = frame.top + (((row - 1) * coarseStep + 0.5) / height) * frame.height
    for (let column = 0; column < columns; column += 1, at += 1) {
      coarse[at] = surface(frame.left + (((column - 1) * coarseStep + 0.5) / width) * frame.width, y)
    }
  }
  const grid = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y += 1) {
    const weightsY = spline((y % coarseStep) / coarseStep)
    const row = Math.floor(y / coarseStep)
    for (let x = 0; x < width; x += 1, at += 1) {
      const weightsX = splines[x % coarseStep]!
      const corner = row * columns + Math.floor(x / coarseStep)
      let sum = 0
      for (let j = 0; j < 4; j += 1) {
        const from = corner + j * columns
        sum +=
          weightsY[j]! *
          (weightsX[0] * coarse[from]! +
            weightsX[1] * coarse[from + 1]! +
            weightsX[2] * coarse[from + 2]! +
            weightsX[3] * (coarse[from + 3] ?? 0))
      }
      grid[at] = sum
    }
  }
  return grid
}

type Weights = readonly [number, number, number, number]

/** Weights of four neighbours in a uniform cubic B-spline, which keeps slopes smooth. */
function spline(share: number): Weights {
  const rest = 1 - share
  return [
    rest ** 3 / 6,
    (3 * share ** 3 - 6 * share ** 2 + 4) / 6,
    (3 * rest ** 3 - 6 * rest ** 2 + 4) / 6,
    share ** 3 / 6,
  ]
}

const splines = Array.from({ length: coarseStep }, (_, index) => spline(index / coarseStep))

/** Reads a grid between its pixels; beyond its edges it is mirrored. */
export function sampleAt(grid: Float32Array, { width, height }: Pick<Field, 'width' | 'height'>, x: number, y: number) {
  const [limitedX, limitedY] = [mirrored(x, width - 1.001), mirrored(y, height - 1.001)]
  const [column, row] = [Math.floor(limitedX), Math.floor(limitedY)]
  const [right, down] = [limitedX - column, limitedY - row]
  const at = row * width + column
  const upper = grid[at]! + (grid[at + 1]! - grid[at]!) * right
  const lower = grid[at + width]! + (grid[at + width + 1]! - grid[at + width]!) * right
  return upper + (lower - upper) * down
}

function mirrored(place: number, last: number): number {
  const inside = place < 0 ? -place : place > last ? 2 * last - place : place
  return Math.max(0, Math.min(last, inside))
}

/**
 * Creates smooth noise: a lattice of random heights with smooth steps between them.
 *
 * @returns A function of a position that returns −1…1; one unit is one cell of the lattice. It repeats after 64 units.
 */
export function createNoise(seed: number): (x: number, y: number) => number {
  const random = randomFrom(seed)
  const lattice = Float32Array.from({ length: 64 * 64 }, () => random() * 2 - 1)
  return (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const [right, down] = [smooth(x - column), smooth(y - row)]
    const [here, below] = [(row & 63) << 6, ((row + 1) & 63) << 6]
    const [west, east] = [column & 63, (column + 1) & 63]
    const upper = lattice[here + west]! + (lattice[here + east]! - lattice[here + west]!) * right
    const lower = lattice[below + west]! + (lattice[below + east]! - lattice[below + west]!) * right
    return upper + (lower - upper) * down
  }
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share)
}

/** Returns 0 below `from`, 1 above `to` and a smooth step between them. */
export function smoothStep(from: number, to: number, value: number): number {
  return smooth(Math.max(0, Math.min(1, (value - from) / (to - from))))
}
