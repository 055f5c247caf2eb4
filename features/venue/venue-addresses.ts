import { defaultLocale, type Locale } from '#shared/locales.ts'

/** Slug of the venue's artwork. */
export const venueFigure = 'virtual-world'

/** Path of the room's check, a `RoomCheck`. */
export const roomCheckPath = '/api/venue/room'

/** Path of the calendar of all events, which can be subscribed to. */
export const calendarPath = '/api/venue/events.ics'

/** Returns the path of the calendar file of one date. @param key Key of the occurrence. */
export function occurrenceCalendarPath(key: string): string {
  return `/api/venue/events/${key}.ics`
}

/** Returns the address of a calendar in a language; the English address contains no language. */
export function calendarIn(locale: Locale, path: string): string {
  return locale === defaultLocale ? path : `${path}?language=${locale}`
}
