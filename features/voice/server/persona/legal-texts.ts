import type { PersonaRecords } from './records.ts'
import { sentencesOf } from './text.ts'

type Legal = PersonaRecords['legal']

/** Returns the text of a section of a legal page, links reduced to their text; undefined without text. */
export function legalTextOf(legal: Legal, page: string, section: string): string | undefined {
  const text = legal.find(({ name }) => name === page)?.sections.find(({ id }) => id === section)?.text
  return text ? text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim() : undefined
}

/** Returns the sentences of the first paragraph of a section; empty without text. */
export function legalSentencesOf(legal: Legal, page: string, section: string): string[] {
  return sentencesOf(legalTextOf(legal, page, section) ?? '')[0] ?? []
}

/** Returns the email address in the legal notice; undefined without one. */
export function addressOf(legal: Legal): string | undefined {
  return /[^\s()[\]]+@[^\s()[\],;]*[^\s()[\],;.]/.exec(legalTextOf(legal, 'imprint', 'contact') ?? '')?.[0]
}
