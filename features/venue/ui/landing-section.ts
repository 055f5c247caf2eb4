import { definePageSection } from '#ui/page-section.ts'
import { VirtualWorldSection } from './virtual-world-section.tsx'
import type { VenueProps } from '#features/venue/contract.ts'
import { venueFigure } from '#features/venue/venue-addresses.ts'

/** Maximum number of dates in the structured data. */
const maxListed = 10

/**
 * Returns the structured data of the events.
 *
 * @param origin Absolute origin of the site.
 * @param image Address of the owner's image of the venue.
 */
function eventJsonLd(origin: string, venue: Pick<VenueProps, 'coming'>, image: string | undefined): object[] {
  return venue.coming.slice(0, maxListed).map(({ key, title, description, startsAt, endsAt, isCalledOff }) => ({
    '@type': 'Event',
    '@id': `${origin}/#${key}`,
    'name': title,
    description,
    ...(image && { image: origin + image }),
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
  load: ({ venue, pageImages }) => ({
    venue: venue.schedule(new Date()),
    image: pageImages.shown()[venueFigure]?.image,
  }),
  jsonLd: (origin, { venue, image }) => eventJsonLd(origin, venue, image),
  Section: VirtualWorldSection,
})
