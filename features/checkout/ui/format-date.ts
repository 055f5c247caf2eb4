import { defaultLocale, type Locale } from '#shared/locales.ts'

/**
 * Formats a timestamp the same way on every screen and in mails.
 *
 * @param iso ISO 8601 with a zone.
 * @returns `November 21, 2026, 08:25 UTC`, in Spanish `21 de noviembre de 2026, 08:25 UTC`.
 */
export function formatInstant(iso: string, locale: Locale = defaultLocale): string {
  return `${formatDay(iso, locale)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`
}

/**
 * Formats the day of a timestamp the same way for everyone.
 *
 * @param iso ISO 8601 with a zone.
 * @returns `November 21, 2026`, in Spanish `21 de noviembre de 2026`; in UTC.
 */
export function formatDay(iso: string, locale: Locale = defaultLocale): string {
  const tag = locale === defaultLocale ? 'en-US' : locale
  return new Date(iso).toLocaleDateString(tag, { dateStyle: 'long', timeZone: 'UTC' })
}
