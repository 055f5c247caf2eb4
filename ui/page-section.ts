import type { ComponentType } from 'react'
import type { MessagePart } from '#shared/messages.ts'
import type { Services } from '#shared/services.ts'

/** Section of a feature on a page that combines many features. */
export type PageSection<Data extends object = object> = {
  /** Position, shown beside the section: `A1` comes before `A2`. */
  side: string
  /** Key of its short name in the catalogues, such as `journey.section.name`. */
  title: string
  /** Anchor of the section. */
  id: string
  /** The header of the page links to it. */
  isInHeader?: true
  /** Texts its components need, as for `pageMessages`. */
  messages?: readonly MessagePart[]
  /** Runs on the server. @returns Props of the section; undefined to hide it. */
  load(services: Services): Data | undefined
  /** Returns the structured data of the section, with absolute addresses. */
  jsonLd?(origin: string, data: Data): object[]
  Section: ComponentType<Data & { side: string }>
}

/** Declares a section; the page finds it by its file name. */
export function definePageSection<Data extends object>(section: PageSection<Data>): PageSection {
  return section as unknown as PageSection
}
