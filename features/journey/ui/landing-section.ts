import { nearSection } from '#ui/near/near-section.tsx'
import { definePageSection } from '#ui/page-section.ts'

/** The feature's section of the landing page; its script comes when somebody comes near. */
export const section = definePageSection({
  side: 'A2',
  title: 'Timeline',
  id: 'timeline',
  isInHeader: true,
  load: ({ journey }) => ({ eras: journey.eras(), currentYear: new Date().getFullYear() }),
  Section: nearSection(() => import('./timeline-section.tsx').then((feature) => feature.TimelineSection)),
})
