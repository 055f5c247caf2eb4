import type { Services } from '#shared/services.ts'
import type { PageSection } from '#ui/page-section.ts'

/** What the header and the track list show of a section. */
export type SectionLink = Pick<PageSection, 'side' | 'title' | 'id' | 'isInHeader'>

// A feature is on the landing page as soon as it has this file; the sides say in which order.
const found = import.meta.glob<PageSection>('../features/*/ui/landing-section.ts', { eager: true, import: 'section' })

/** The sections of the landing page, in the order they are read. */
export const sections: readonly PageSection[] = Object.values(found).toSorted((one, other) =>
  one.side.localeCompare(other.side),
)

/** Loads what the sections show, by their ids; one that has nothing to show is left out. */
export function loadSections(services: Services): Record<string, object> {
  return Object.fromEntries(
    sections.flatMap(({ id, load }) => {
      const data = load(services)
      return data ? [[id, data]] : []
    }),
  )
}

/** Names of the sections that are shown. */
export function sectionLinksOf(loaded: Record<string, object>): SectionLink[] {
  return sections
    .filter(({ id }) => id in loaded)
    .map(({ side, title, id, isInHeader }) => ({ side, title, id, isInHeader }))
}
