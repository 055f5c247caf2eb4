import { nearSection } from '#ui/near/near-section.tsx'
import { definePageSection } from '#ui/page-section.ts'

/** The feature's section of the landing page; its script comes when somebody comes near. */
export const section = definePageSection({
  side: 'B4',
  title: 'Swade Fam',
  id: 'roster',
  load: ({ artists }) => ({ artists: artists.list() }),
  Section: nearSection(() => import('./roster-section.tsx').then((feature) => feature.RosterSection)),
})
