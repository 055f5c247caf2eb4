import { definePageSection } from '#ui/page-section.ts'
import { VirtualWorldSection } from './virtual-world-section.tsx'
import type { VenueProps } from '#features/venue/contract.ts'

/** Maximum number of dates in the structured data. */
const maxListed = 10

/**
 * Returns the structured data of the events.
 *
 * @param origin Absolute origin of the site.
 */
function eventJsonLd(origin: string, venue: Pick<VenueProps, 'coming'>): object[] {
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
  title: 'venue.section.name',
  id: 'virtual-world',
  isInHeader: true,
  messages: [
    'venue.section',
    'venue.room',
    'venue.reasons',
    'venue.schedule',
    'venue.entry',
    'venue.hall',
    'venue.voiceChat',
  ],
  load: ({ venue }) => ({ venue: venue.schedule(new Date()) }),
  jsonLd: (origin, { venue }) => eventJsonLd(origin, venue),
  Section: VirtualWorldSection,
})
