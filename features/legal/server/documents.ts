import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import { readContent } from '#platform/content-files.ts'
import {
  type FilledLegalDocument,
  factPattern,
  type LegalDocument,
  legalEntrySchema,
  legalFileSchema,
  type LegalFacts,
  legalNames,
  type LegalService,
} from '#features/legal/contract.ts'

/**
 * Loads the documents from `content/legal/` with the owner's edits and fills in the placeholders.
 *
 * @param facts Values, read at every access.
 * @throws ContentError naming file and field.
 */
export function loadLegal(contentDir: string, facts: LegalFacts, edits: ContentEdits) {
  const files = legalNames.map((name) => ({ name, ...readContent(contentDir, `legal/${name}.yaml`, legalFileSchema) }))
  const documents = edits.follow({ kind: 'legal', files, keyOf: ({ name }) => name, schema: legalEntrySchema })
  const serviceOver = (source: EntrySource<LegalDocument>): LegalService => ({
    get(wanted, translate = (document) => document) {
      const document = [...source.list(), ...files].find(({ name }) => name === wanted)!
      return fillIn(translate(document), facts)
    },
  })
  const editable: EditableKind = {
    kind: 'legal',
    singular: 'Legal text',
    plural: 'Legal texts',
    fields: entryFields(legalEntrySchema, { keyProperty: 'name' }),
    schema: legalEntrySchema,
    keyProperty: 'name',
    list: () => documents.list().map((entry) => ({ key: entry.name, name: entry.title, entry })),
    original: (key) => documents.original(key),
    problems: () => [],
    pages: (key) => [{ path: `/${key}`, label: 'Page' }],
    over: (entry) => ({ legal: serviceOver(withEntry(documents, ({ name }) => name, entry as LegalDocument)) }),
  }
  return { service: serviceOver(documents), editable: [editable] }
}

function fillIn(document: LegalDocument, facts: LegalFacts): FilledLegalDocument {
  const fill = (text: string) => fillText(text, facts)
  return {
    ...document,
    description: fill(document.description).text,
    lead: fill(document.lead).text,
    sections: document.sections.map((section) => {
      const text = fill(section.text)
      const list = section.list.map(fill)
      const missing = [text, ...list].flatMap((part) => part.missing)
      return {
        ...section,
        text: text.text,
        list: list.map((line) => line.text),
        isSample: section.isSample || missing.length > 0,
        lacksOnlyAddress: !section.isSample && missing.length > 0 && missing.every((fact) => fact === 'postalAddress'),
      }
    }),
  }
}

/**
 * Fills in the placeholders. A missing value also removes the text in its braces, and a paragraph that consists of it,
 * so that the sentence stays complete.
 */
function fillText(text: string, facts: LegalFacts): { text: string; missing: (keyof LegalFacts)[] } {
  const missing: (keyof LegalFacts)[] = []
  const filled = text.replace(factPattern, (_whole, before: string, fact: keyof LegalFacts) => {
    const value = knownFact(facts, fact)
    if (value === '') missing.push(fact)
    return value && before + value
  })
  return { text: filled.replace(/\n{3,}/g, '\n\n').trim(), missing }
}

/** Returns the value of a placeholder. A local origin counts as not set. */
function knownFact(facts: LegalFacts, fact: keyof LegalFacts): string {
  const value = facts[fact].trim()
  return fact === 'origin' && /^https?:\/\/(localhost|127\.|\[::1\])/.test(value) ? '' : value
}
