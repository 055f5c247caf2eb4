import { formatUsd } from '#shared/money.ts'
import { minPriceCents, maxPriceCents } from '#features/books/constants.ts'

/**
 * Parses a price in dollars and cents without floating-point fractions.
 *
 * @returns the cents, or a problem.
 */
export function readPrice(typed: string): { cents: number } | { problem: string } {
  const entered = typed.trim().replace(/^\$\s*/, '')
  const text = isGrouped.test(entered) ? entered.replaceAll(',', '') : entered
  if (text === '') return { problem: 'Enter a price or select Free.' }
  if (/^\d+,\d{1,2}$/.test(text)) return { problem: `Use a decimal point: ${text.replace(',', '.')}.` }
  const [, dollars, cents = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (dollars === undefined) {
    if (/^\d+\.\d{3,}$/.test(text)) return { problem: 'Use at most two decimal places.' }
    if (/^\d{8,}/.test(text)) return tooHigh
    return { problem: 'Enter dollars and cents, such as 9.99.' }
  }
  const all = Number(dollars + cents.padEnd(2, '0'))
  if (all > maxPriceCents) return tooHigh
  if (all < minPriceCents) {
    return { problem: `The minimum price is ${formatUsd(minPriceCents)}. Select Free to give the book away.` }
  }
  return { cents: all }
}

/** A price with thousands separators, as prices are shown. */
const isGrouped = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/

const tooHigh = { problem: `The maximum price is ${formatUsd(maxPriceCents)}.` }
