import { definePageSection } from '#ui/page-section.ts'
import { VirtualWorldSection } from './virtual-world-section.tsx'
import type { VenueProps } from '#features/venue/contract.ts'

/** How many dates search engines are maxListed. */
const maxListed = 10

/**
 * The events for search engines; none while there is no room they could take place in.
 *
 * @param origin Every address in it is absolute.
 */
function eventJsonLd(origin: string, venue: Pick<VenueProps, 'room' | 'coming'> | undefined): object[] {
  if (!venue?.room) return []
  return venue.coming.slice(0, maxListed).map(({ key, title, description, startsAt, endsAt, isCalledOff }) => ({
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

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'B1',
  title: 'Virtual World',
  id: 'virtual-world',
  isInHeader: true,
  load: ({ venue }) => ({ venue: venue.schedule(new Date()) }),
  jsonLd: (origin, { venue }) => eventJsonLd(origin, venue),
  Section: VirtualWorldSection,
})
