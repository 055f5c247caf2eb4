/** A fraction as percent with one decimal. */
export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)}%`
}

/** @returns the share of `count` in `total` as {@link percent}; 0.0% of nothing. */
export function share(count: number, total: number): string {
  return percent(total > 0 ? Math.min(1, count / total) : 0)
}

export function counted(count: number): string {
  return count.toLocaleString('en-US')
}

/** @param at ISO. */
export function dayWords(at: string | null): string {
  return at ? at.slice(0, 10) : '–'
}
