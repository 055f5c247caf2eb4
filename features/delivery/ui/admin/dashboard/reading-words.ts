/** A fraction as percent with one decimal. */
export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)}%`
}

/** A rate as {@link percent}, or a dash where nothing was counted. */
export function rateWords(rate: number | null): string {
  return rate === null ? '–' : percent(rate)
}

export function counted(count: number): string {
  return count.toLocaleString('en-US')
}

/** @param at ISO. */
export function dayWords(at: string | null): string {
  return at ? at.slice(0, 10) : '–'
}
