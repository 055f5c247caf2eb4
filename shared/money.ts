import { defaultLocale, type Locale } from './locales.ts'

/**
 * Formats an amount in US dollars.
 *
 * @param cents An integer ≥ 0.
 * @returns `$9.99` or `$1,234.50`, in Spanish `9,99 US$`; always two decimals.
 */
export function formatUsd(cents: number, locale: Locale = defaultLocale): string {
  // As text, because a number of cents is exact and its hundredth is not.
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(
    decimalCents(cents) as `${number}`,
  )
}

/**
 * Formats cents as a decimal number without a currency or thousands separators, for form fields and files.
 *
 * @param cents An integer ≥ 0.
 * @returns `1234.50`; always two decimals.
 */
export function decimalCents(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/**
 * Formats an amount as a decimal number, for schema.org and payment links.
 *
 * @param cents An integer ≥ 0.
 * @returns `9.99`; `0` when there is nothing to pay.
 */
export function decimalUsd(cents: number): string {
  return cents === 0 ? '0' : decimalCents(cents)
}

/**
 * Currencies without minor units that Stripe counts in hundredths.
 *
 * @see https://docs.stripe.com/currencies#special-cases
 */
const decimalsOfProvider: Record<string, number> = { ISK: 2, UGX: 2 }

/**
 * Formats an amount in any currency.
 *
 * @param amount Amount in the smallest unit as Stripe counts it, such as cents or yen: an integer ≥ 0.
 * @param currency ISO 4217 code, in any case.
 * @returns `$9.99`, `¥999`, `€5.00`; for an invalid code, the number with the code.
 */
export function formatAmount(amount: number, currency: string): string {
  const code = currency.toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) return `${amount} in the smallest unit of ${currency || 'an unknown currency'}`
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  const decimals = decimalsOfProvider[code] ?? format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** decimals)
}
