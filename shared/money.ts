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

/**
 * Two currencies that the card provider still counts in hundredths, although they have no smaller coin.
 * @see
 * https://docs.stripe.com/currencies#special-cases
 */
const decimalsOfProvider: Record<string, number> = { ISK: 2, UGX: 2 }

/**
 * An amount of any currency as people read it.
 *
 * @param amount In the currency's smallest unit as the card provider counts it, such as cents or yen: an integer ≥ 0.
 * @param currency Its code after ISO 4217, in any case.
 * @returns `$9.99`, `¥999`, `€5.00`; what is no such code stands behind the bare number, named as what it is.
 */
export function formatAmount(amount: number, currency: string): string {
  const code = currency.toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) return `${amount} in the smallest unit of ${currency || 'an unknown currency'}`
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  const decimals = decimalsOfProvider[code] ?? format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** decimals)
}
