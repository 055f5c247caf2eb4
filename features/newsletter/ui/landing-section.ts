import { nearSection } from '#ui/near/near-section.tsx'
import { definePageSection } from '#ui/page-section.ts'

/** The feature's section of the landing page; its script comes when somebody comes near. */
export const section = definePageSection({
  side: 'B5',
  title: 'Newsletter',
  id: 'newsletter',
  load: () => ({}),
  Section: nearSection<{ side: string }>(() => import('./newsletter-section.tsx').then((feature) => feature.NewsletterSection)),
})
