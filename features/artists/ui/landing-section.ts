import { definePageSection } from '#ui/page-section.ts'
import { RosterSection } from './roster-section.tsx'

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'B4',
  title: 'artists.section.name',
  id: 'roster',
  messages: ['artists.section', 'artists.card'],
  load({ artists }) {
    const listed = artists.list()
    const persona = listed.find(({ slug }) => artists.find(slug)?.voicePersona)?.slug
    return listed.length > 0 ? { artists: listed, persona } : undefined
  },
  Section: RosterSection,
})
