import { definePageSection } from '#ui/page-section.ts'
import { NewsletterSection } from './newsletter-section.tsx'

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'B5',
  title: 'Newsletter',
  id: 'newsletter',
  load: () => ({}),
  Section: NewsletterSection,
})
