import { definePageSection } from '#ui/page-section.ts'
import { carouselMessages } from './carousel-messages.ts'
import { EcosystemSection } from './ecosystem-section.tsx'

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'A1',
  title: 'platforms.section.name',
  id: 'ecosystem',
  isInHeader: true,
  messages: ['platforms.section', ...carouselMessages],
  load: ({ platforms }) => ({ platforms: platforms.cards() }),
  Section: EcosystemSection,
})
