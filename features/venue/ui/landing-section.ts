import { nearSection } from '#ui/near/near-section.tsx'
import { definePageSection } from '#ui/page-section.ts'
import { eventJsonLd } from './event-json-ld.ts'

/** The feature's section of the landing page; its script comes when somebody comes near. */
export const section = definePageSection({
  side: 'B1',
  title: 'Virtual World',
  id: 'virtual-world',
  isInHeader: true,
  load: ({ venue }) => ({ venue: venue.programme(new Date()) }),
  jsonLd: (origin, { venue }) => eventJsonLd(origin, venue),
  Section: nearSection(() => import('./virtual-world-section.tsx').then((feature) => feature.VirtualWorldSection)),
})
