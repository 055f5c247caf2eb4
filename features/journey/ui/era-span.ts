/** First and last year of an era, inclusive. */
export type EraSpan = { from: number; to: number }

/**
 * Parses the years of a period.
 *
 * @param period `1983-1993`, `2020-present` or a single `1998`; any kind of dash is accepted.
 * @param currentYear Value of `present`.
 * @returns undefined if the period contains no year.
 */
export function eraSpan(period: string, currentYear: number): EraSpan | undefined {
  const years = (period.match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number)
  const from = years[0]
  if (from === undefined) return undefined
  const to = /present|today|now/i.test(period) ? currentYear : (years[1] ?? from)
  return { from, to: Math.max(from, to) }
}

/**
 * Returns the position of an era on a ruler from the first to the last year of all eras.
 *
 * @returns Start and width in percent of the ruler; undefined if all eras are in one year.
 */
export function placeOnRuler(span: EraSpan, all: EraSpan[]): { start: number; width: number } | undefined {
  const first = Math.min(...all.map(({ from }) => from))
  const years = Math.max(...all.map(({ to }) => to)) - first
  if (years <= 0) return undefined
  return { start: ((span.from - first) / years) * 100, width: ((span.to - span.from) / years) * 100 }
}
