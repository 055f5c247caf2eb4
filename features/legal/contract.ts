/*
 * Legal: what the shop must say of itself: terms, privacy, imprint. Owns: the texts in content/legal/ and their pages.
 * Sample parts are marked until the owner has completed them. Does not own: declaring a withdrawal (checkout), what
 * people agree to when they sign up or buy (newsletter, checkout).
 */
import { z } from 'zod'
import { textSchema } from '#shared/contract.ts'

/** The documents there are; each is the name of its file and of its page. */
export const legalNames = ['terms', 'privacy', 'imprint'] as const

/** One of the documents. */
export type LegalName = (typeof legalNames)[number]

/** Facts of this installation a text may name. */
export const legalFacts = ['supportEmail', 'postalAddress', 'origin'] as const

/** What to fill in; an empty fact has not been set by the owner. */
export type LegalFacts = Record<(typeof legalFacts)[number], string>

/**
 * A fact in a text: `{supportEmail}`, or with the words that go when it is not set: `Swade{, postalAddress}`,
 * `a book{ on origin}`.
 */
export const factPattern = /\{([^{}]*?)(\w*)\}/g

/**
 * A text with facts in braces and links as `[words](/path)`, `[words](https://…)` or `[words](mailto:…)`. Never HTML.
 */
const legalTextSchema = textSchema.max(4000).superRefine((text, context) => {
  for (const [whole, , name = ''] of text.matchAll(factPattern)) {
    if (!legalFacts.some((fact) => fact === name))
      context.addIssue({
        code: 'custom',
        message: `${whole} is not known; there are ${legalFacts.map((fact) => `{${fact}}`).join(', ')}`,
      })
  }
  for (const [, words = '', target = ''] of text.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)) {
    if (!/^(\/[\w/-]*(#[\w-]+)?|https:\/\/\S+|mailto:\S+)$/.test(target))
      context.addIssue({ code: 'custom', message: `the link '${words}' must lead to /a-page, https:// or mailto:` })
  }
})

const marks =
  'Facts: {supportEmail}, {postalAddress}, {origin}. Links: [words](/page), [words](https://…), [words](mailto:…).'

const sectionSchema = z
  .object({
    heading: textSchema.max(120).meta({ label: 'Heading' }),
    /** Last part of the section's address, `/terms#withdrawal`. */
    id: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'must be lower-case words joined by hyphens')
      .meta({
        label: 'Last part of its address',
        hint: 'Lower-case words joined by hyphens. People may have linked to it.',
      }),
    text: legalTextSchema.meta({
      label: 'Text',
      form: 'paragraphs',
      hint: `Paragraphs are separated by an empty line. ${marks}`,
    }),
    list: z
      .array(legalTextSchema.meta({ form: 'paragraphs' }))
      .max(30)
      .default([])
      .meta({ label: 'Lines below the text', itemLabel: 'Line' }),
    isSample: z
      .boolean()
      .default(false)
      .meta({ label: 'Holds sample words', hint: 'The page says so until the words are your own.' }),
  })
  .strict()

/** What `content/legal/<name>.yaml` holds; labels and hints are those of the form that edits it. */
export const legalFileSchema = z
  .object({
    title: textSchema.max(80).meta({ label: 'Title' }),
    description: textSchema
      .min(50)
      .max(160)
      .meta({ label: 'For search engines', form: 'paragraphs', hint: '50 to 160 characters.' }),
    /** ISO date of these words, `YYYY-MM-DD`. */
    updated: z.iso.date().meta({ label: 'Date of these words', hint: 'Printed under the title.' }),
    lead: legalTextSchema.meta({ label: 'Lead', form: 'paragraphs', hint: marks }),
    sections: z.array(sectionSchema).min(1).max(30).meta({ label: 'Sections', itemLabel: 'Section' }),
  })
  .strict()
  .refine(({ sections }) => new Set(sections.map(({ id }) => id)).size === sections.length, {
    path: ['sections'],
    message: 'two sections have the same id',
  })

/** A document as the owner edits it: what the file holds, with its name. */
export const legalEntrySchema = legalFileSchema.safeExtend({ name: z.enum(legalNames) })

/** A document as its page shows it: the facts are filled in, and a section that lacks one is marked as a sample. */
export type LegalDocument = z.infer<typeof legalEntrySchema>

/** The documents of the shop. */
export type LegalService = { get(name: LegalName): LegalDocument }

declare module '#shared/services.ts' {
  interface Services {
    legal: LegalService
  }
}
