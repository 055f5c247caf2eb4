import { definePageSection } from '#ui/page-section.ts'
import { RosterSection } from './roster-section.tsx'

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'B4',
  title: 'artists.section.name',
  id: 'roster',
  messages: ['artists.section'],
  load({ artists }) {
    const listed = artists.list()
    return listed.length > 0 ? { artists: listed } : undefined
  },
  Section: RosterSection,
})
