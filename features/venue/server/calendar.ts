import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { createTranslator } from 'use-intl/core'
import type { Occurrence } from '#features/venue/contract.ts'
import { defaultLocale, type Locale, localePath } from '#shared/locales.ts'
import { defaultSiteName, withSiteName } from '#shared/site-identity.ts'
import { en } from '../messages/en.ts'
import { es } from '../messages/es.ts'

/** Refresh interval for subscribed calendars, in seconds. */
const refreshSeconds = 6 * 60 * 60

/**
 * Returns an iCalendar file of occurrences. Times are in UTC; calendar programs convert them.
 *
 * @param origin Absolute origin of the site, for the link to the venue and the event ids.
 * @param revisedAt Time of the last change of the schedule.
 * @param locale Language of the fixed texts; the occurrences must be in the same language.
 * @see https://www.rfc-editor.org/rfc/rfc5545
 */
export function calendarOf(
  occurrences: readonly Occurrence[],
  {
    origin,
    siteName,
    revisedAt,
    locale = defaultLocale,
  }: { origin: string; siteName: string; revisedAt: Date; locale?: Locale },
): string {
  const messages = { en, es }[locale].calendar
  const t = createTranslator({ locale, messages })
  const { hostname } = new URL(origin)
  const venueUrl = `${origin}${localePath(locale, '/')}#virtual-world`
  const calendar = ical({
    name: withSiteName(messages.name, siteName),
    prodId: { company: publisherName(siteName), product: 'Virtual World', language: locale.toUpperCase() },
    scale: 'GREGORIAN',
    ttl: refreshSeconds,
  })
  for (const { key, title, description, startsAt, endsAt, isCalledOff } of occurrences) {
    calendar.createEvent({
      id: `${key}@${hostname}`,
      stamp: revisedAt,
      lastModified: revisedAt,
      // Increases with every edit, so that subscribed calendars apply the change.
      sequence: Math.floor(revisedAt.getTime() / 1000) % 2 ** 31,
      start: new Date(startsAt),
      end: new Date(endsAt),
      summary: printable(isCalledOff ? t('cancelled', { title }) : title),
      description: printable(description),
      location: t('location', { url: venueUrl }),
      url: venueUrl,
      status: isCalledOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.OPAQUE,
    })
  }
  // The library omits the final line break.
  return `${calendar.toString()}\r\n`
}

/**
 * Returns the name as a part of a formal public identifier, whose parts are separated by two slashes. The library
 * escapes names of calendars and events, but not this one.
 */
function publisherName(siteName: string): string {
  const name = printable(siteName)
    .replace(/\s+/g, ' ')
    .replace(/\/(?:\s*\/)+/g, '/')
    .replace(/^[\s/]+|[\s/]+$/g, '')
  return (name || defaultSiteName).replace(/[\\;,]/g, (sign) => `\\${sign}`)
}

// RFC 5545 allows no control characters except line breaks.
function printable(text: string): string {
  return text.replace(/(?![\r\n])\p{Cc}/gu, ' ')
}
