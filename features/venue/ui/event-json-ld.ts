import type { VenueProps } from '#features/venue/contract.ts'

/** How many dates search engines are told. */
const told = 10

/**
 * The events for search engines; none while there is no room they could take place in.
 *
 * @param origin Every address in it is absolute.
 */
export function eventJsonLd(origin: string, venue: Pick<VenueProps, 'room' | 'coming'> | undefined): object[] {
  if (!venue?.room) return []
  return venue.coming.slice(0, told).map(({ key, title, description, startsAt, endsAt, isCalledOff }) => ({
    '@type': 'Event',
    '@id': `${origin}/#${key}`,
    'name': title,
    description,
    'startDate': startsAt,
    'endDate': endsAt,
    'eventStatus': `https://schema.org/${isCalledOff ? 'EventCancelled' : 'EventScheduled'}`,
    'eventAttendanceMode': 'https://schema.org/OnlineEventAttendanceMode',
    'location': { '@type': 'VirtualLocation', 'url': `${origin}/#virtual-world` },
    'organizer': { '@id': `${origin}/#organization` },
    'isAccessibleForFree': true,
  }))
}
