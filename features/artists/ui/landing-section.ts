import { definePageSection } from '#ui/page-section.ts'
import { RosterSection } from './roster-section.tsx'

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'B4',
  title: 'Swade Fam',
  id: 'roster',
  messages: ['artists.section'],
  load: ({ artists }) => ({ artists: artists.list() }),
  Section: RosterSection,
})
