/** Formats a fraction as a percentage with one decimal. */
export function formatPercent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)}%`
}

/** Formats a rate as a percentage, or a dash without tracking. */
export function formatRate(rate: number | null): string {
  return rate === null ? '–' : formatPercent(rate)
}

/** @param at ISO. */
export function formatDay(at: string | null): string {
  return at ? at.slice(0, 10) : '–'
}
