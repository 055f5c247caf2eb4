/*
 * Legal: the terms, the privacy policy and the legal notice. Owns: the texts in content/legal/ and their pages. Sample
 * parts are marked until the owner has completed them. Does not own: declaring a withdrawal (checkout), consent when
 * people sign up or buy (newsletter, checkout).
 */
import { z } from 'zod'
import { textSchema } from '#shared/contract.ts'

/** Names of the documents, their files and their pages. */
export const legalNames = ['terms', 'privacy', 'imprint'] as const

/** Name of a document. */
export type LegalName = (typeof legalNames)[number]

/** Placeholders of a text, filled in from the configuration. */
export const legalFacts = ['siteName', 'supportEmail', 'postalAddress', 'origin'] as const

/** Values of the placeholders; empty if the owner has not set them. */
export type LegalFacts = Record<(typeof legalFacts)[number], string>

/**
 * Pattern of a placeholder: `{supportEmail}`, or with text that is dropped if the value is not set: `{siteName}{,
 * postalAddress}`, `a book{ on origin}`.
 */
export const factPattern = /\{([^{}]*?)(\w*)\}/g

/**
 * Creates the schema of a text with placeholders in braces and links as `[text](/path)`, `[text](https://…)` or
 * `[text](mailto:…)`. Never HTML.
 */
const legalTextOf = (maxLength: number) =>
  textSchema.max(maxLength).superRefine((text, context) => {
    for (const [whole, , name = ''] of text.matchAll(factPattern)) {
      if (!legalFacts.some((fact) => fact === name))
        context.addIssue({
          code: 'custom',
          message: `${whole} is not a known placeholder; use ${legalFacts.map((fact) => `{${fact}}`).join(', ')}`,
        })
    }
    for (const [, words = '', target = ''] of text.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)) {
      if (!/^(\/[\w/-]*(#[\w-]+)?|https:\/\/\S+|mailto:\S+)$/.test(target))
        context.addIssue({ code: 'custom', message: `the link '${words}' must point to /a-page, https:// or mailto:` })
    }
  })

const legalTextSchema = legalTextOf(4000)

const syntaxHint =
  'Placeholders: {siteName}, {supportEmail}, {postalAddress}, {origin}; {, postalAddress} inserts a comma and the address, or nothing if no address is set. Links: [text](/page), [text](https://…), [text](mailto:…).'

const sectionSchema = z
  .object({
    heading: textSchema.max(120).meta({ label: 'Heading' }),
    /** Last part of the section's address, `/terms#withdrawal`. */
    id: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'must be lowercase words joined by hyphens')
      .meta({
        label: 'Anchor',
        hint: 'The last part of the section’s web address: lowercase words joined by hyphens. Changing it breaks existing links.',
      }),
    text: legalTextSchema.meta({
      label: 'Text',
      form: 'paragraphs',
      hint: `Paragraphs are separated by an empty line. ${syntaxHint}`,
    }),
    list: z
      .array(legalTextSchema.meta({ form: 'paragraphs' }))
      .max(30)
      .default([])
      .meta({ label: 'List below the text', itemLabel: 'List item' }),
    isSample: z.boolean().default(false).meta({
      label: 'Sample text',
      hint: 'Marks this section as sample text on the page. Turn this off once the text is your own.',
    }),
  })
  .strict()

/** Schema of `content/legal/<name>.yaml`; labels and hints are used in the form that edits it. */
export const legalFileSchema = z
  .object({
    title: textSchema.max(80).meta({ label: 'Title' }),
    description: legalTextOf(160)
      .min(50)
      .meta({ label: 'Search engine description', form: 'paragraphs', hint: '50 to 160 characters.' }),
    /** ISO date of the last change, `YYYY-MM-DD`. */
    updated: z.iso.date().meta({ label: 'Last updated', hint: 'Shown beside the title.' }),
    lead: legalTextSchema.meta({ label: 'Lead', form: 'paragraphs', hint: syntaxHint }),
    sections: z.array(sectionSchema).min(1).max(30).meta({ label: 'Sections', itemLabel: 'Section' }),
  })
  .strict()
  .refine(({ sections }) => new Set(sections.map(({ id }) => id)).size === sections.length, {
    path: ['sections'],
    message: 'two sections have the same id',
    params: { inForm: 'Two sections have the same anchor. Change one of them.' },
  })

/** Schema of a document that the owner edits: the file with its name. */
export const legalEntrySchema = legalFileSchema.safeExtend({ name: z.enum(legalNames) })

/**
 * A document as shown on its page: placeholders are filled in, and a section with a missing value is marked as a
 * sample.
 */
export type LegalDocument = z.infer<typeof legalEntrySchema>

/** A document on its page. `lacksOnlyAddress` is true for a sample that only needs the seller’s postal address. */
export type FilledLegalDocument = Omit<LegalDocument, 'sections'> & {
  sections: (LegalDocument['sections'][number] & { lacksOnlyAddress: boolean })[]
}

/** The documents of the shop. */
export type LegalService = {
  /** @param translate Translates the document before its placeholders are filled in. */
  get(name: LegalName, translate?: (document: LegalDocument) => LegalDocument): FilledLegalDocument
}

declare module '#shared/services.ts' {
  interface Services {
    legal: LegalService
  }
}
