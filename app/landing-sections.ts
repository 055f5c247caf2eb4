import { translateLabel, type Translator } from '#shared/messages.ts'
import type { Services } from '#shared/services.ts'
import type { PageSection } from '#ui/page-section.ts'

/** Link to a section in the header and in the hero's list. */
export type SectionLink = Pick<PageSection, 'side' | 'title' | 'id' | 'isInHeader'>

// A feature adds a section by having this file; `side` defines the order.
const found = import.meta.glob<PageSection>('../features/*/ui/landing-section.ts', { eager: true, import: 'section' })

/** Sections of the landing page in display order. */
export const sections: readonly PageSection[] = Object.values(found).toSorted((one, other) =>
  one.side.localeCompare(other.side),
)

/** Loads the data of the sections by id; sections without data are omitted. */
export function loadSections(services: Services): Record<string, object> {
  return Object.fromEntries(
    sections.flatMap(({ id, load }) => {
      const data = load(services)
      return data ? [[id, data]] : []
    }),
  )
}

/** Returns links to the sections that are shown, with their titles in the language of the page. */
export function sectionLinksOf(loaded: Record<string, object>, t: Translator): SectionLink[] {
  return sections
    .filter(({ id }) => id in loaded)
    .map(({ side, title, id, isInHeader }) => ({ side, title: translateLabel(t, title), id, isInHeader }))
}
