/**
 * US dollars as people read them.
 *
 * @param cents An integer ≥ 0.
 * @returns `$9.99`, always two decimals.
 */
export function formatUsd(cents: number): string {
  return `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/**
 * The number schema.org and payment links want.
 *
 * @param cents An integer ≥ 0.
 * @returns `9.99`; `0` when there is nothing to pay.
 */
export function decimalUsd(cents: number): string {
  return cents === 0 ? '0' : formatUsd(cents).slice(1)
}
