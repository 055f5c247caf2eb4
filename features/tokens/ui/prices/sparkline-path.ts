type Size = { width: number; height: number }

/** Margin for half a stroke. */
const margin = 3
/** Short gaps are bridged, longer ones are shown. */
const maxBridgedSteps = 3

/**
 * Returns the lines of a chart, one path per part without a gap.
 *
 * @param prices One per step, null where there is none.
 * @returns Paths and the position of the newest price; none for fewer than two prices.
 */
export function linesOf(
  prices: readonly (number | null)[],
  { width, height }: Size,
): { lines: string[]; end?: { x: number; y: number } } {
  const known = prices.flatMap((price, step) => (price === null ? [] : { price, step }))
  const last = known.at(-1)
  if (known.length < 2 || !last) return { lines: [] }
  const low = Math.min(...known.map(({ price }) => price))
  const high = Math.max(...known.map(({ price }) => price))
  const at = ({ price, step }: { price: number; step: number }) => ({
    x: round(margin + (step / Math.max(prices.length - 1, 1)) * (width - 2 * margin)),
    y: round(high === low ? height / 2 : margin + ((high - price) / (high - low)) * (height - 2 * margin)),
  })
  const lines: string[] = []
  let before: { step: number } | undefined
  for (const point of known) {
    const { x, y } = at(point)
    const goesOn = before && point.step - before.step <= maxBridgedSteps
    if (goesOn) lines[lines.length - 1] += `L${x} ${y}`
    // A single price is a dot without length.
    else lines.push(`M${x} ${y}h0`)
    before = point
  }
  return { lines, end: at(last) }
}

/** Returns low, high and hours of a history; undefined for fewer than two prices. */
export function rangeOf(
  prices: readonly (number | null)[],
  stepSeconds: number,
): { low: number; high: number; hours: number } | undefined {
  const known = prices.filter((price) => price !== null)
  if (known.length < 2) return undefined
  const first = prices.findIndex((price) => price !== null)
  return { low: Math.min(...known), high: Math.max(...known), hours: ((prices.length - first) * stepSeconds) / 3600 }
}

const round = (value: number) => Math.round(value * 10) / 10
