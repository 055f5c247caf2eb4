import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Occurrence } from '#features/venue/contract.ts'

/** How often a calendar program should ask again, in seconds. */
const refreshSeconds = 6 * 60 * 60

/**
 * Writes a calendar of occurrences. Times stand in UTC, so every calendar program shows them in its owner's own zone.
 *
 * @param origin Absolute origin of the site: where the room is entered, and whose the events are.
 * @param revisedAt When the schedule was last written.
 * @see https://www.rfc-editor.org/rfc/rfc5545
 */
export function calendarOf(
  occurrences: readonly Occurrence[],
  { origin, revisedAt }: { origin: string; revisedAt: Date },
): string {
  const { hostname } = new URL(origin)
  const venueUrl = `${origin}/#virtual-world`
  const calendar = ical({
    name: 'Swade Virtual World',
    prodId: { company: 'Swade', product: 'Virtual World', language: 'EN' },
    scale: 'GREGORIAN',
    ttl: refreshSeconds,
  })
  for (const { key, title, description, startsAt, endsAt, isCalledOff } of occurrences) {
    calendar.createEvent({
      id: `${key}@${hostname}`,
      stamp: revisedAt,
      lastModified: revisedAt,
      // Rises with every edit, so that a calendar that has the event takes the change.
      sequence: Math.floor(revisedAt.getTime() / 1000) % 2 ** 31,
      start: new Date(startsAt),
      end: new Date(endsAt),
      summary: printable(isCalledOff ? `Cancelled: ${title}` : title),
      description: printable(description),
      location: `Virtual World, ${venueUrl}`,
      url: venueUrl,
      status: isCalledOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.OPAQUE,
    })
  }
  // The last line ends like all others; the library leaves that out.
  return `${calendar.toString()}\r\n`
}

// No text of a calendar may hold a control character but the line break.
function printable(text: string): string {
  return text.replace(/(?![\r\n])\p{Cc}/gu, ' ')
}
