import { besselTable } from './chladni-bessel.ts'

/**
 * Shape and mounting of the plate, which determine the formula of its standing waves. `plus` and `minus` are square
 * plates (the two signs of the classic formula), `round` is a disc driven at its centre, `star` is a disc with plane
 * waves from evenly spaced directions. `bar` is a plate with independent waves along both sides, without mirror
 * symmetry; only the logo uses it.
 */
export type Symmetry = 'plus' | 'minus' | 'round' | 'star' | 'bar'

/**
 * A standing wave. The meaning of `m` and `n` depends on the symmetry: for `plus` and `minus`, half waves along the two
 * sides, different integers ≥ 0; for `bar`, `m` half waves from left to right and `n` from top to bottom, integers ≥ 0;
 * for `round`, `m` nodal circles and `n` nodal diameters (≥ 0); for `star`, `m` half waves across the plate (> 0) from
 * `n` directions (≥ 2). `weight` is the share of the wave, any finite number relative to the other weights.
 */
export type Mode = { m: number; n: number; weight: number }

/** Motion of the plate, which determines the amplitude at every point. */
export type Motion = { symmetry: Symmetry; modes: readonly Mode[] }

/**
 * Returns the amplitude as a function of position, with everything else precomputed. Use it for many positions, such as
 * a frame of a live figure.
 *
 * @returns A function of x and y on the unit plate (0…1, the centre at 0.5) giving −1…1; sand rests at 0. The wave
 *   continues beyond the plate.
 */
export function surfaceOf({ symmetry, modes }: Motion): (x: number, y: number) => number {
  const total = modes.reduce((sum, mode) => sum + Math.abs(mode.weight), 0)
  if (total === 0) return () => 0
  const waves = modes.map((mode) => {
    const share = mode.weight / total
    if (symmetry === 'round') return roundWave(mode, share)
    if (symmetry === 'star') return starWave(mode, share)
    return symmetry === 'bar' ? barWave(mode, share) : squareWave(mode, share, symmetry === 'plus' ? 1 : -1)
  })
  return (x, y) => {
    let sum = 0
    for (const wave of waves) sum += wave(x, y)
    return sum
  }
}

/**
 * Computes the amplitudes on a grid: the same values as {@link surfaceOf}, several times faster, because the waves of
 * squares and stars are separable.
 *
 * @param xs Column positions in plate coordinates.
 * @param ys Row positions in plate coordinates.
 * @returns One value −1…1 per position, row by row.
 */
export function swingGrid(motion: Motion, xs: readonly number[], ys: readonly number[]): Float32Array {
  const grid = new Float32Array(xs.length * ys.length)
  const products = productsOf(motion)
  if (products) {
    for (const { across, down } of products) addProduct(grid, xs.map(across), ys.map(down))
    return grid
  }
  const surface = surfaceOf(motion)
  for (let row = 0, at = 0; row < ys.length; row += 1) {
    for (let column = 0; column < xs.length; column += 1, at += 1) grid[at] = surface(xs[column]!, ys[row]!)
  }
  return grid
}

/**
 * Returns the amplitude at one point of the plate.
 *
 * @param x Place on the unit plate, 0 (left) … 1 (right).
 * @param y Place on the unit plate, 0 (top) … 1 (bottom).
 * @returns −1…1; sand gathers at 0.
 */
export function amplitudeAt(motion: Motion, x: number, y: number): number {
  return surfaceOf(motion)(x, y)
}

type Wave = (x: number, y: number) => number

/** @see https://en.wikipedia.org/wiki/Ernst_Chladni — a square plate, free at its edges: cos·cos ± cos·cos. */
function squareWave({ m, n }: Mode, share: number, sign: 1 | -1): Wave {
  const [a, b, half] = [m * Math.PI, n * Math.PI, share / 2]
  return (x, y) => half * (Math.cos(a * x) * Math.cos(b * y) + sign * Math.cos(b * x) * Math.cos(a * y))
}

/** One wave of the square plate without its twin: cos·cos. */
function barWave({ m, n }: Mode, share: number): Wave {
  return (x, y) => share * Math.cos(m * Math.PI * x) * Math.cos(n * Math.PI * y)
}

/** J_n(kr)·cos(nθ), with k where the free edge of the disc is at the top of a swing (McMahon's first term). */
function roundWave({ m, n }: Mode, share: number): Wave {
  const order = Math.round(Math.abs(n))
  const k = 2 * Math.PI * Math.max(0.75, m + order / 2 + 0.25)
  const radial = besselTable(order)
  return (x, y) => {
    const [dx, dy] = [x - 0.5, y - 0.5]
    const reach = share * radial(k * Math.sqrt(dx * dx + dy * dy))
    return order === 0 ? reach : reach * Math.cos(order * Math.atan2(dx, -dy))
  }
}

/** Plane waves through the centre; their directions split the half turn evenly, one of them upright. */
function starWave({ m, n }: Mode, share: number): Wave {
  const directions = starDirections(m, n)
  const each = share / directions.length
  return (x, y) => {
    let sum = 0
    for (const { across, down } of directions) sum += Math.cos(across * (x - 0.5) + down * (y - 0.5))
    return each * sum
  }
}

function starDirections(m: number, n: number): { across: number; down: number }[] {
  const count = Math.max(1, Math.round(n))
  return Array.from({ length: count }, (_, index) => {
    const angle = Math.PI / 2 + (Math.PI * index) / count
    return { across: m * Math.PI * Math.cos(angle), down: m * Math.PI * Math.sin(angle) }
  })
}

type Product = { across: (x: number) => number; down: (y: number) => number }

/** The motion as a sum of products of a function of x and one of y; a disc's waves have no such form. */
function productsOf({ symmetry, modes }: Motion): Product[] | undefined {
  if (symmetry === 'round') return undefined
  const total = modes.reduce((sum, mode) => sum + Math.abs(mode.weight), 0) || 1
  return modes.flatMap(({ m, n, weight }): Product[] => {
    const share = weight / total
    if (symmetry === 'star') {
      const directions = starDirections(m, n)
      const each = share / directions.length
      return directions.flatMap(({ across, down }) => [
        { across: (x) => each * Math.cos(across * (x - 0.5)), down: (y) => Math.cos(down * (y - 0.5)) },
        { across: (x) => -each * Math.sin(across * (x - 0.5)), down: (y) => Math.sin(down * (y - 0.5)) },
      ])
    }
    if (symmetry === 'bar') {
      return [{ across: (x) => share * Math.cos(m * Math.PI * x), down: (y) => Math.cos(n * Math.PI * y) }]
    }
    const [a, b, half, sign] = [m * Math.PI, n * Math.PI, share / 2, symmetry === 'plus' ? 1 : -1]
    return [
      { across: (x) => half * Math.cos(a * x), down: (y) => Math.cos(b * y) },
      { across: (x) => sign * half * Math.cos(b * x), down: (y) => Math.cos(a * y) },
    ]
  })
}

function addProduct(grid: Float32Array, across: readonly number[], down: readonly number[]): void {
  const columns = Float64Array.from(across)
  for (let row = 0, at = 0; row < down.length; row += 1) {
    const factor = down[row]!
    for (let column = 0; column < columns.length; column += 1, at += 1) grid[at]! += factor * columns[column]!
  }
}
