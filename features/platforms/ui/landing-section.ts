import { nearSection } from '#ui/near/near-section.tsx'
import { definePageSection } from '#ui/page-section.ts'

/** The feature's section of the landing page; its script comes when somebody comes near. */
export const section = definePageSection({
  side: 'A1',
  title: 'Ecosystem',
  id: 'ecosystem',
  isInHeader: true,
  load: ({ platforms }) => ({ platforms: platforms.cards() }),
  Section: nearSection(() => import('./ecosystem-section.tsx').then((feature) => feature.EcosystemSection)),
})
