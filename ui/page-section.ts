import type { ComponentType } from 'react'
import type { MessagePart } from '#shared/messages.ts'
import type { Services } from '#shared/services.ts'

/** A section that a feature shows on a page of many features, with what its page lists of it. */
export type PageSection<Data extends object = object> = {
  /** Place among the sections, as it is printed beside them: `A1` comes before `A2`. */
  side: string
  title: string
  /** Anchor of the section. */
  id: string
  /** The header of the page links to it. */
  isInHeader?: true
  /** Texts its components need, as for `pageMessages`. */
  messages?: readonly MessagePart[]
  /** Runs on the server. @returns the section's props; undefined while there is nothing to show. */
  load(services: Services): Data | undefined
  /** What search engines are told of the section; every address in it absolute. */
  jsonLd?(origin: string, data: Data): object[]
  Section: ComponentType<Data & { side: string }>
}

/** Declares a section; the page finds it by the name of its file. */
export function definePageSection<Data extends object>(section: PageSection<Data>): PageSection {
  return section as unknown as PageSection
}
