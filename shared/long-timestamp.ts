import { defaultLocale, type Locale } from './locales.ts'

/**
 * Formats an instant with a spelled-out date the same way on every screen and in every email, in UTC. The result
 * contains only plain spaces, so that server and browser agree.
 *
 * @param precision `second` also writes the seconds.
 * @returns `November 21, 2026, 8:25 AM UTC`, in Spanish `21 de noviembre de 2026, 08:25 UTC`.
 */
export function formatLongTimestamp(
  at: Date,
  locale: Locale = defaultLocale,
  precision: 'minute' | 'second' = 'minute',
): string {
  const time = at.toISOString().slice(11, precision === 'minute' ? 16 : 19)
  return `${formatLongDay(at, locale)}, ${locale === defaultLocale ? toTwelveHours(time) : time} UTC`
}

/** Formats the day of an instant in UTC: `November 21, 2026`, in Spanish `21 de noviembre de 2026`. */
export function formatLongDay(at: Date, locale: Locale = defaultLocale): string {
  const tag = locale === defaultLocale ? 'en-US' : locale
  return at.toLocaleDateString(tag, { dateStyle: 'long', timeZone: 'UTC' })
}

/** Converts a 24-hour time: `08:25` to `8:25 AM`, `00:05:59` to `12:05:59 AM`. */
function toTwelveHours(time: string): string {
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 || 12}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`
}
