import type { Locale } from '#shared/locales.ts'

/*
 * Formatting of event times. The text is built from parts, because the formatters of server and browser differ in
 * whitespace otherwise.
 */

/**
 * Formats a time in a time zone: `Fri, Dec 11, 2026, 9:00 PM EST`, in Spanish `vie 11 dic 2026, 21:00 GMT-5`.
 *
 * @param zone IANA name.
 */
export function formatEventTime(zone: string, iso: string, locale: Locale = 'en'): string {
  const parts = new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: locale === 'en' ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: locale === 'en' ? 'h12' : 'h23',
    timeZoneName: 'short',
  }).formatToParts(new Date(iso))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const time = `${part('hour')}:${part('minute')}`
  return locale === 'en'
    ? `${part('weekday')}, ${part('month')} ${part('day')}, ${part('year')}, ${time} ${part('dayPeriod')} ${part('timeZoneName')}`
    : `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${time} ${part('timeZoneName')}`
}

/** Formats the remaining time: `19 d 7 h 4 min`, on the last day `07:04:09`; never negative. */
export function timeUntil(iso: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(iso) - now) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  return days > 0 ? `${days} d ${hours} h ${minutes} min` : `${two(hours)}:${two(minutes)}:${two(seconds % 60)}`
}

/** Returns the city of a time zone: `New York`. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
