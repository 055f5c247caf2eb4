import { definePageSection } from '#ui/page-section.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { VirtualWorldSection } from './virtual-world-section.tsx'

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'B1',
  title: 'Virtual World',
  id: 'virtual-world',
  isInHeader: true,
  load: ({ venue }) => ({ venue: venue.programme(new Date()) }),
  jsonLd: (origin, { venue }) => eventJsonLd(origin, venue),
  Section: VirtualWorldSection,
})
