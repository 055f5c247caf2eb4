/** Text of an unavailable price, and its description for screen readers. */
export const unknownPrice = { text: 'N/A', label: 'not available' } as const

/**
 * Formats a price in US dollars: six decimals under 0.01, four under 1, otherwise two.
 *
 * @param price A number above 0; a price too small for six decimals is shown as less than the smallest one.
 */
export function formatPrice(price: number): string {
  if (price < 0.000_000_5) return '<$0.000001'
  const decimals = price < 0.01 ? 6 : price < 1 ? 4 : 2
  return `$${price.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}`
}

/** Absolute value, because halves are rounded away from 0 on both sides. */
const shownHundredths = (change: number) => Math.round(Math.abs(change) * 100)

/** Returns the direction of a change after rounding. */
export function directionOf(change: number): 'up' | 'down' | 'level' {
  if (shownHundredths(change) === 0) return 'level'
  return change > 0 ? 'up' : 'down'
}

/** Formats a change in percent with two decimals and a sign, without a sign when it rounds to 0. */
export function formatChange(change: number): string {
  const sign = { up: '+', down: '-', level: '' }[directionOf(change)]
  const percent = shownHundredths(change) / 100
  return `${sign}${percent.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}%`
}

/** Formats whole dollars, compact from one million. */
export function formatDollars(dollars: number): string {
  const long = dollars >= 1e6
  return `$${dollars.toLocaleString('en-US', { notation: long ? 'compact' : 'standard', maximumFractionDigits: long ? 1 : 0 })}`
}

/** Formats an age in the largest unit that fits: `40 s`, `6 min`, `3 h`, `2 d`. */
export function formatAge(seconds: number): string {
  if (seconds < 100) return `${Math.max(0, Math.round(seconds))} s`
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`
  return seconds < 48 * 3_600 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
