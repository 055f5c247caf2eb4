/**
 * How the plate is held and shaped, which decides the formula of its standing waves.
 * `plus` and `minus` are square plates (the two signs of the classic formula),
 * `round` is a disc shaken at its centre, `star` is a disc on which plane waves meet from evenly spread directions.
 */
export type Symmetry = 'plus' | 'minus' | 'round' | 'star'

/**
 * One standing wave. What `m` and `n` count depends on the symmetry:
 *
 * - `plus`, `minus`: half waves along the two sides, whole numbers ≥ 0 and not the same.
 * - `round`: `m` nodal circles (≥ 0) and `n` nodal diameters (≥ 0).
 * - `star`: `m` half waves across the plate (> 0) from `n` directions (≥ 2).
 *
 * `weight` is this wave's share of the motion, any finite number; only its size next to the other weights matters.
 */
export type Mode = { m: number; n: number; weight: number }

/** What moves the plate: enough to know how far any point of it swings. */
export type Motion = { symmetry: Symmetry; modes: readonly Mode[] }

/**
 * The motion as a function of the place, with everything that does not depend on the place worked out beforehand.
 * Take it where many places are asked for, one frame of a live figure for instance.
 *
 * @returns A function of x and y on the unit plate (0…1, the centre at 0.5) giving −1…1; 0 is where sand rests.
 *   Beyond the plate the wave goes on, so a frame larger than the plate can be filled.
 */
export function surfaceOf({ symmetry, modes }: Motion): (x: number, y: number) => number {
  const total = modes.reduce((sum, mode) => sum + Math.abs(mode.weight), 0)
  if (total === 0) return () => 0
  const waves = modes.map((mode) => {
    const share = mode.weight / total
    if (symmetry === 'round') return roundWave(mode, share)
    if (symmetry === 'star') return starWave(mode, share)
    return squareWave(mode, share, symmetry === 'plus' ? 1 : -1)
  })
  return (x, y) => {
    let sum = 0
    for (const wave of waves) sum += wave(x, y)
    return sum
  }
}

/**
 * How far one point of the plate swings.
 *
 * @param x Place on the unit plate, 0 (left) … 1 (right).
 * @param y Place on the unit plate, 0 (top) … 1 (bottom).
 * @returns −1…1; sand gathers where it is 0.
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

/** J_n(kr)·cos(nθ), with k where the free edge of the disc is at the top of a swing (McMahon's first term). */
function roundWave({ m, n }: Mode, share: number): Wave {
  const order = Math.round(Math.abs(n))
  const k = 2 * Math.PI * Math.max(0.75, m + order / 2 + 0.25)
  const radial = besselTable(order)
  return (x, y) => {
    const [dx, dy] = [x - 0.5, y - 0.5]
    const reach = radial(k * Math.hypot(dx, dy))
    return share * (order === 0 ? reach : reach * Math.cos(order * Math.atan2(dx, -dy)))
  }
}

/** Plane waves through the centre; their directions split the half turn evenly, one of them upright. */
function starWave({ m, n }: Mode, share: number): Wave {
  const count = Math.max(1, Math.round(n))
  const k = m * Math.PI
  const directions = Array.from({ length: count }, (_, index) => {
    const angle = Math.PI / 2 + (Math.PI * index) / count
    return { across: k * Math.cos(angle), down: k * Math.sin(angle) }
  })
  return (x, y) => {
    let sum = 0
    for (const { across, down } of directions) sum += Math.cos(across * (x - 0.5) + down * (y - 0.5))
    return (share * sum) / count
  }
}

const stepsPerUnit = 32
const tables = new Map<number, { values: number[]; peak: number }>()

/**
 * The Bessel function of the first kind, scaled so that its highest swing is 1, read from a table that grows as it is asked.
 * Its peak lies before order + 2 for every order, so the scale is known from the start.
 */
function besselTable(order: number): (z: number) => number {
  const table = tables.get(order) ?? { values: [], peak: 0 }
  tables.set(order, table)
  const fill = (upTo: number) => {
    while (table.values.length <= upTo) table.values.push(bessel(order, table.values.length / stepsPerUnit))
  }
  if (table.peak === 0) {
    fill((order + 3) * stepsPerUnit)
    table.peak = Math.max(...table.values)
  }
  return (z) => {
    const at = z * stepsPerUnit
    const below = Math.floor(at)
    fill(below + 1)
    const low = table.values[below] ?? 0
    const high = table.values[below + 1] ?? 0
    return (low + (high - low) * (at - below)) / table.peak
  }
}

/**
 * J_n(z) from Bessel's integral by the trapezoid rule, which is exact to rounding once it has more points than n + z.
 *
 * @see https://dlmf.nist.gov/10.9#E1
 */
function bessel(order: number, z: number): number {
  const points = Math.ceil(order + z) + 24
  let sum = 0
  for (let index = 0; index < points; index += 1) {
    const angle = (2 * Math.PI * index) / points
    sum += Math.cos(order * angle - z * Math.sin(angle))
  }
  return sum / points
}
