/*
 * Legal: what the shop must say of itself: terms, privacy, imprint.
 * Owns: the texts in content/legal/ and their pages. Sample parts are marked until the owner has completed them.
 * Does not own: declaring a withdrawal (checkout), what people agree to when they sign up or buy (newsletter, checkout).
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

/** A fact in a text: `{supportEmail}`, or with the words that go when it is not set: `Swade{, postalAddress}`, `a book{ on origin}`. */
export const factPattern = /\{([^{}]*?)(\w*)\}/g

/** A text with facts in braces and links as `[words](/path)`, `[words](https://…)` or `[words](mailto:…)`. Never HTML. */
const legalTextSchema = textSchema.max(4000).superRefine((text, context) => {
  for (const [whole, , name = ''] of text.matchAll(factPattern)) {
    if (!legalFacts.some((fact) => fact === name))
      context.addIssue({ code: 'custom', message: `${whole} is not known; there are ${legalFacts.map((fact) => `{${fact}}`).join(', ')}` })
  }
  for (const [, words = '', target = ''] of text.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)) {
    if (!/^(\/[\w/-]*(#[\w-]+)?|https:\/\/\S+|mailto:\S+)$/.test(target))
      context.addIssue({ code: 'custom', message: `the link '${words}' must lead to /a-page, https:// or mailto:` })
  }
})

const sectionSchema = z
  .object({
    /** Last part of the section's address, `/terms#withdrawal`. */
    id: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case words joined by hyphens'),
    heading: textSchema.max(120),
    /** Paragraphs, separated by an empty line. */
    text: legalTextSchema,
    /** Lines below the paragraphs. */
    list: z.array(legalTextSchema).default([]),
    /** True while the section holds sample words that the owner has to complete; the page says so. */
    isSample: z.boolean().default(false),
  })
  .strict()

/** What `content/legal/<name>.yaml` holds. */
export const legalFileSchema = z
  .object({
    title: textSchema.max(80),
    /** For search engines, 50 to 160 characters. */
    description: textSchema.min(50).max(160),
    /** ISO date of these words, `YYYY-MM-DD`. */
    updated: z.iso.date(),
    lead: legalTextSchema,
    sections: z.array(sectionSchema).min(1),
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
