import { randomFrom } from './chladni-random.ts'
import { surfaceOf, type Motion } from './chladni-surface.ts'

/** The part of the plane to strew, in plate coordinates; the unit plate is 0, 0, 1, 1. */
export type Frame = { left: number; top: number; width: number; height: number }

/** The plate itself. */
export const plateFrame: Frame = { left: 0, top: 0, width: 1, height: 1 }

/** Cells along the longer side of the frame: fine enough that jitter inside a cell hides the lattice. */
const latticeSteps = 448
/** Half width of a heap of sand, in plate widths. */
const lineWidth = 0.0062
/** Share of the grains that were thrown and have not walked home yet. */
const strayShare = 0.035

/**
 * Sand that has settled on the moving plate: thick on the nodal lines, thinner beside them, a few strays where it still jumps.
 *
 * @param count How many grains, a whole number ≥ 0.
 * @param options.frame What to strew; the plate by default. In a larger frame the figure goes on beyond the plate's edge.
 * @param options.edge `free` (default) ends at the plate's rim, `none` fills the frame.
 * @returns `count` pairs x, y in plate coordinates; the same figure always drops the same grains.
 */
export function grains(
  figure: Motion & { seed: number },
  count: number,
  { frame = plateFrame, edge = 'free' }: { frame?: Frame; edge?: 'free' | 'none' } = {},
): Float32Array {
  const random = randomFrom(figure.seed)
  const step = Math.max(frame.width, frame.height) / latticeSteps
  const columns = Math.max(1, Math.round(frame.width / step))
  const rows = Math.max(1, Math.round(frame.height / step))
  const heights = settle(figure, frame, columns, rows, edge, random)
  const positions = new Float32Array(count * 2)
  const total = heights[heights.length - 1] ?? 0
  for (let index = 0; index < count; index += 1) {
    const cell = firstAbove(heights, random() * total)
    const column = cell % columns
    const row = (cell - column) / columns
    positions[index * 2] = frame.left + ((column + random()) / columns) * frame.width
    positions[index * 2 + 1] = frame.top + ((row + random()) / rows) * frame.height
  }
  return positions
}

/** Running totals of the sand in every cell, row by row, so that a random height picks a cell by its share. */
function settle(
  motion: Motion,
  frame: Frame,
  columns: number,
  rows: number,
  edge: 'free' | 'none',
  random: () => number,
): Float64Array {
  const swing = swingGrid(motion, frame, columns, rows)
  const cellSize = frame.width / columns
  const drift = driftAcross(random)
  const isRound = motion.symmetry === 'round' || motion.symmetry === 'star'
  const stride = columns + 1
  const steepness = typicalSlope(swing, stride, cellSize)
  const totals = new Float64Array(columns * rows)
  let sum = 0
  for (let row = 0; row < rows; row += 1) {
    const y = frame.top + ((row + 0.5) / rows) * frame.height
    for (let column = 0; column < columns; column += 1) {
      const x = frame.left + ((column + 0.5) / columns) * frame.width
      if (edge === 'none' || isOnPlate(x, y, isRound)) {
        const at = row * stride + column
        const here = swing[at]!
        const across = (swing[at + 1]! - here) / cellSize
        const down = (swing[at + stride]! - here) / cellSize
        const slope = Math.sqrt(across * across + down * down + steepness * steepness * 0.2)
        const away = Math.abs(here) / slope / lineWidth
        const heap = Math.exp(-away * away) + 0.22 * Math.exp(-away * 0.55)
        sum += heap * drift(x, y) + strayShare * 0.35
      }
      totals[row * columns + column] = sum
    }
  }
  return totals
}

function swingGrid(motion: Motion, frame: Frame, columns: number, rows: number): Float32Array {
  const surface = surfaceOf(motion)
  const stride = columns + 1
  const grid = new Float32Array(stride * (rows + 1))
  for (let row = 0; row <= rows; row += 1) {
    const y = frame.top + ((row + 0.5) / rows) * frame.height
    for (let column = 0; column <= columns; column += 1) {
      grid[row * stride + column] = surface(frame.left + ((column + 0.5) / columns) * frame.width, y)
    }
  }
  return grid
}

/** Root mean square of the slope: what counts as steep on this plate. */
function typicalSlope(swing: Float32Array, stride: number, cellSize: number): number {
  let sum = 0
  for (let at = 1; at < swing.length; at += 1) {
    if (at % stride !== 0) sum += (swing[at]! - swing[at - 1]!) ** 2
  }
  return Math.sqrt((2 * sum) / Math.max(1, swing.length)) / cellSize || 1
}

/** No hand strews evenly: slow hills and hollows over the plate, 0.55…1.45. */
function driftAcross(random: () => number): (x: number, y: number) => number {
  const hills = Array.from({ length: 5 }, () => ({
    across: (random() - 0.5) * 22,
    down: (random() - 0.5) * 22,
    phase: random() * 2 * Math.PI,
  }))
  return (x, y) => {
    let sum = 0
    for (const { across, down, phase } of hills) sum += Math.sin(across * x + down * y + phase)
    return 1 + sum * 0.09
  }
}

function isOnPlate(x: number, y: number, isRound: boolean): boolean {
  if (isRound) return (x - 0.5) ** 2 + (y - 0.5) ** 2 <= 0.25
  return x >= 0 && x <= 1 && y >= 0 && y <= 1
}

/** Index of the first running total above `height` (binary search). */
function firstAbove(totals: Float64Array, height: number): number {
  let [low, high] = [0, totals.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (totals[middle]! > height) high = middle
    else low = middle + 1
  }
  return low
}
