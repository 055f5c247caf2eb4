const stepsPerUnit = 32
const tables = new Map<number, { values: number[]; peak: number }>()

/**
 * Returns the Bessel function of the first kind J_n, scaled to a maximum of 1, from a table that grows on demand.
 *
 * @param order The n of J_n, a whole number ≥ 0.
 * @returns A function of z ≥ 0 giving −1…1.
 */
export function besselTable(order: number): (z: number) => number {
  const table = tables.get(order) ?? { values: [], peak: 0 }
  tables.set(order, table)
  const fill = (upTo: number) => {
    while (table.values.length <= upTo) table.values.push(bessel(order, table.values.length / stepsPerUnit))
  }
  if (table.peak === 0) {
    // The first peak is the maximum and lies within this range for every order up to 100.
    fill(Math.ceil((order + 4 + order / 8) * stepsPerUnit))
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
