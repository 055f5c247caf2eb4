import { defaultLocale, type Locale } from '#shared/locales.ts'

/** Formats prices, changes and amounts for a language. */
export type PriceFormats = {
  /**
   * Formats a price in US dollars: six decimals under 0.01, four under 1, otherwise two.
   *
   * @param price A number above 0; a price too small for six decimals is shown as less than the smallest one.
   */
  price(price: number): string
  /** Formats a change in percent with two decimals and a sign, without a sign when it rounds to 0. */
  change(change: number): string
  /** Formats whole US dollars, compact from one million. */
  dollars(dollars: number): string
}

/** Returns formats of a language: `$147.48`, `+1.29%`, `$621.7M`; Spanish `147,48 US$`, `+1,29 %`, `621,7 M US$`. */
export function priceFormats(locale: Locale): PriceFormats {
  const number = (value: number, options: Intl.NumberFormatOptions) => value.toLocaleString(locale, options)
  const usd = { style: 'currency', currency: 'USD' } as const
  const decimals = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits })
  return {
    price(price) {
      if (price < 0.000_000_5) return `<${number(0.000_001, { ...usd, ...decimals(6) })}`
      return number(price, { ...usd, ...decimals(price < 0.01 ? 6 : price < 1 ? 4 : 2) })
    },
    change(change) {
      const sign = { up: '+', down: '-', level: '' }[directionOf(change)]
      return sign + number(shownHundredths(change) / 100, { style: 'unit', unit: 'percent', ...decimals(2) })
    },
    dollars(dollars) {
      const isLong = dollars >= 1e6
      return number(dollars, {
        ...usd,
        notation: isLong ? 'compact' : 'standard',
        minimumFractionDigits: 0,
        maximumFractionDigits: isLong ? 1 : 0,
      })
    },
  }
}

/** Absolute value, because halves are rounded away from 0 on both sides. */
const shownHundredths = (change: number) => Math.round(Math.abs(change) * 100)

/** Returns the direction of a change after rounding. */
export function directionOf(change: number): 'up' | 'down' | 'level' {
  if (shownHundredths(change) === 0) return 'level'
  return change > 0 ? 'up' : 'down'
}

const english = priceFormats(defaultLocale)

/** Formats a price in English; see {@link PriceFormats}. */
export const formatPrice = (price: number): string => english.price(price)

/** Formats a change in English; see {@link PriceFormats}. */
export const formatChange = (change: number): string => english.change(change)

/** Formats an age in the largest unit that fits: `40 s`, `6 min`, `3 h`, `2 d`; the same in every language. */
export function formatAge(seconds: number): string {
  if (seconds < 100) return `${Math.max(0, Math.round(seconds))} s`
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`
  return seconds < 48 * 3_600 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
