import { definePageSection } from '#ui/page-section.ts'
import { TimelineSection } from './timeline-section.tsx'

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'A2',
  title: 'journey.section.name',
  id: 'timeline',
  isInHeader: true,
  messages: ['journey.section'],
  load: ({ journey }) => ({ eras: journey.eras(), currentYear: new Date().getFullYear() }),
  Section: TimelineSection,
})
