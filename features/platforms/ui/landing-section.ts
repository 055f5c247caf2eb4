import { definePageSection } from '#ui/page-section.ts'
import { EcosystemSection } from './ecosystem-section.tsx'

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'A1',
  title: 'Ecosystem',
  id: 'ecosystem',
  isInHeader: true,
  load: ({ platforms }) => ({ platforms: platforms.cards() }),
  Section: EcosystemSection,
})
