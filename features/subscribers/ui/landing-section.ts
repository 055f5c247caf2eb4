import { definePageSection } from '#ui/page-section.ts'
import { NewsletterSection } from './newsletter-section.tsx'

/** Section of the landing page. */
export const section = definePageSection({
  side: 'B5',
  title: 'subscribers.section.name',
  id: 'newsletter',
  messages: ['subscribers.section', 'subscribers.form', 'subscribers.terms'],
  load: ({ newsletterTerms }) => ({ isTracked: newsletterTerms.current().isTracked }),
  Section: NewsletterSection,
})
