import { randomFrom } from './chladni-random.ts'
import { swingGrid, type Motion } from './chladni-surface.ts'

/** The part of the plane to strew, in plate coordinates; the unit plate is 0, 0, 1, 1. */
export type Frame = { left: number; top: number; width: number; height: number }

/** Frame of the plate itself. */
export const plateFrame: Frame = { left: 0, top: 0, width: 1, height: 1 }

/** Cells along the longer side of the frame: fine enough that jitter inside a cell hides the lattice. */
const latticeSteps = 336
/** Half width of a line of sand, in plate widths. */
const lineWidth = 0.0058
/** Density of stray grains relative to a line. */
const strayShare = 0.007

/** Sand density by distance from a line, in steps of 1/24 line width. */
const heap = Float64Array.from({ length: 24 * 14 }, (_, step) => {
  const away = step / 24
  return Math.exp(-away * away) + 0.17 * Math.exp(-away * 0.55)
})

type Strewing = { frame?: Frame; edge?: 'free' | 'none' }

/**
 * Computes grains that have settled on the vibrating plate: dense on the nodal lines, thinner beside them, with a few
 * strays.
 *
 * @param count Number of grains, an integer ≥ 0.
 * @param options.frame Area to cover; the plate by default. In a larger frame the figure continues beyond the plate.
 * @param options.edge `free` (default) ends at the edge of the plate, `none` fills the frame.
 * @returns `count` pairs x, y in plate coordinates; deterministic per figure.
 */
export function grains(
  figure: Motion & { seed: number },
  count: number,
  { frame = plateFrame, edge = 'free' }: Strewing = {},
): Float32Array {
  const random = randomFrom(figure.seed)
  const step = Math.max(frame.width, frame.height) / latticeSteps
  const columns = Math.max(1, Math.round(frame.width / step))
  const rows = Math.max(1, Math.round(frame.height / step))
  const heights = settle(figure, { frame, edge }, columns, rows, random)
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

/** Returns cumulative sums of the sand per cell, row by row, for weighted random selection of a cell. */
function settle(
  motion: Motion,
  { frame, edge }: Required<Strewing>,
  columns: number,
  rows: number,
  random: () => number,
): Float64Array {
  // One more column and row than cells, for the slope of the last ones.
  const xs = Array.from({ length: columns + 1 }, (_, column) => frame.left + ((column + 0.5) / columns) * frame.width)
  const ys = Array.from({ length: rows + 1 }, (_, row) => frame.top + ((row + 0.5) / rows) * frame.height)
  const { away, calm } = nearness(swingGrid(motion, xs, ys), columns, rows, (lineWidth * columns) / frame.width)
  const drift = driftGrid(random, xs, ys)
  const isRound = motion.symmetry === 'round' || motion.symmetry === 'star'
  const narrowing = narrowingFor(away)
  const totals = new Float64Array(columns * rows)
  for (let row = 0, cell = 0, sum = 0; row < rows; row += 1) {
    const y = ys[row]!
    for (let column = 0; column < columns; column += 1, cell += 1) {
      if (edge === 'none' || isOnPlate(xs[column]!, y, isRound)) {
        sum += heapAt(away[cell]! * narrowing) * calm[cell]! * drift[row * (columns + 1) + column]! + strayShare
      }
      totals[cell] = sum
    }
  }
  return totals
}

/**
 * Returns for each cell the distance to the nearest line in line widths (amplitude over slope), and a factor for the
 * sand: where many lines meet, the plate hardly moves and sand stays spread out.
 */
function nearness(
  swing: Float32Array,
  columns: number,
  rows: number,
  cellsPerLine: number,
): { away: Float32Array; calm: Float32Array } {
  const stride = columns + 1
  const usual = meanSquareStep(swing)
  const away = new Float32Array(columns * rows)
  const calm = new Float32Array(columns * rows)
  for (let row = 0, cell = 0; row < rows; row += 1) {
    for (let column = 0, at = row * stride; column < columns; column += 1, at += 1, cell += 1) {
      const here = swing[at]!
      const across = swing[at + 1]! - here
      const down = swing[at + stride]! - here
      // The minimum keeps near-zero extrema from counting as lines.
      const slope = Math.sqrt(across * across + down * down + 0.02 * usual)
      away[cell] = Math.abs(here) / (slope * cellsPerLine)
      calm[cell] = Math.max(0.3, Math.min(1, (1.5 * slope) / Math.sqrt(usual)))
    }
  }
  return { away, calm }
}

/**
 * Returns the factor that narrows lines when there are more of them, so that every plate has the same amount of sand.
 */
function narrowingFor(away: Float32Array): number {
  let sum = 0
  for (let cell = 0; cell < away.length; cell += 13) sum += heapAt(away[cell]!)
  const covered = (13 * sum) / away.length
  return Math.max(0.8, Math.min(1.7, covered / 0.11))
}

function heapAt(away: number): number {
  const step = Math.floor(24 * away)
  return step < heap.length ? heap[step]! : 0
}

/** Returns the mean square of the slope over the plate. */
function meanSquareStep(swing: Float32Array): number {
  let sum = 0
  for (let at = 1; at < swing.length; at += 1) {
    const rise = swing[at]! - swing[at - 1]!
    sum += rise * rise
  }
  return (2 * sum) / swing.length || 1
}

/** Returns a smooth variation of the sand density, 0.5…1.5. */
function driftGrid(random: () => number, xs: readonly number[], ys: readonly number[]): Float32Array {
  const grid = new Float32Array(xs.length * ys.length).fill(1)
  for (let hill = 0; hill < 4; hill += 1) {
    const [across, down, phase] = [(random() - 0.5) * 26, (random() - 0.5) * 26, random() * 2 * Math.PI]
    const columns = Float32Array.from(xs, (x) => 0.125 * Math.sin(across * x + phase))
    for (let row = 0, at = 0; row < ys.length; row += 1) {
      const height = Math.sin(down * ys[row]! + phase)
      for (let column = 0; column < columns.length; column += 1, at += 1) grid[at]! += columns[column]! * height
    }
  }
  return grid
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
