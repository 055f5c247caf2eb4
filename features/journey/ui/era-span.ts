/** Years an era covers, both ends included. */
export type EraSpan = { from: number; to: number }

/**
 * Reads the years out of a period as printed.
 *
 * @param period `1983-1993`, `2020-present` or a single `1998`; any dash will do.
 * @param currentYear What `present` means.
 * @returns undefined when the period names no year.
 */
export function eraSpan(period: string, currentYear: number): EraSpan | undefined {
  const years = (period.match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number)
  const from = years[0]
  if (from === undefined) return undefined
  const to = /present|today|now/i.test(period) ? currentYear : (years[1] ?? from)
  return { from, to: Math.max(from, to) }
}

/**
 * Where an era lies on a ruler that reaches from the first year of all eras to their last.
 *
 * @returns Start and width in percent of the ruler, or undefined when there is nothing to measure.
 */
export function placeOnRuler(span: EraSpan, all: EraSpan[]): { start: number; width: number } | undefined {
  const first = Math.min(...all.map(({ from }) => from))
  const years = Math.max(...all.map(({ to }) => to)) - first
  if (years <= 0) return undefined
  return { start: ((span.from - first) / years) * 100, width: ((span.to - span.from) / years) * 100 }
}
