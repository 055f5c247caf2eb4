/*
 * Journey: the founder's forty years, as four eras, eight milestones and the ten platforms that they led to. Owns:
 * content/eras.yaml, content/milestones.yaml, content/journey.yaml. Does not own: the full platform catalogue
 * (platforms).
 */
import { z } from 'zod'
import { slugSchema, textSchema, uploadedImageFields } from '#shared/contract.ts'
import { iconNames } from '#shared/icon-names.ts'

/**
 * Schema of an era on the landing page's timeline (`content/eras.yaml`). Labels and hints, here and below, are used in
 * the form that edits it.
 */
export const eraSchema = z
  .object({
    /** As shown on the page: `1983-1993` … `2020-present`. */
    period: textSchema,
    title: textSchema.meta({ label: 'Title' }),
    description: textSchema.max(600).meta({ label: 'Description', form: 'paragraphs' }),
    /** Award badges; may be empty. */
    awards: z.array(textSchema).max(12).default([]).meta({ label: 'Awards', itemLabel: 'Award' }),
    ...uploadedImageFields,
  })
  .strict()

/** Schema of a milestone of the career timeline (`content/milestones.yaml`). */
export const milestoneSchema = z
  .object({
    id: slugSchema,
    period: textSchema.meta({ label: 'Period', hint: 'As shown on the page: 1983 or 1991-1994.' }),
    title: textSchema.meta({ label: 'Title' }),
    category: textSchema.meta({ label: 'Category' }),
    description: textSchema.max(800).meta({ label: 'Description', form: 'paragraphs' }),
    award: textSchema.optional().meta({ label: 'Award', hint: 'Optional.' }),
    /** Name from shared/icon-names.ts. */
    icon: z.enum(iconNames).meta({ label: 'Icon', form: 'icon' }),
    /** Hue of the milestone's artwork in degrees, 0–359. */
    colour: z.number().int().min(0).max(359).meta({
      label: 'Hue',
      form: 'hue',
      hint: 'The color of the milestone’s generated artwork, in degrees. An uploaded image keeps its own colors.',
    }),
    ...uploadedImageFields,
  })
  .strict()

const paragraphSchema = textSchema.meta({ form: 'paragraphs' })

/** Schema of a platform on the journey page with the reason it was built. */
const purposeSchema = z
  .object({
    id: slugSchema.meta({ label: 'Platform', choices: 'platforms' }),
    name: textSchema.meta({ label: 'Name as shown on the page' }),
    purpose: textSchema.max(200).meta({ label: 'Why it was built', form: 'paragraphs' }),
  })
  .strict()

/** Schema of the page's other texts (`content/journey.yaml`). */
export const journeyPageSchema = z
  .object({
    lead: textSchema.max(400).meta({ label: 'Lead', form: 'paragraphs', hint: 'The paragraph under the title.' }),
    roots: z.array(paragraphSchema).min(2).max(12).meta({ label: 'Early roots', itemLabel: 'Paragraph' }),
    platforms: z
      .array(purposeSchema)
      .length(10)
      .meta({ label: 'Ecosystem', itemLabel: 'Platform', hint: 'Ten platforms, each with the reason it was built.' }),
    infrastructure: z
      .array(paragraphSchema)
      .min(1)
      .max(12)
      .meta({ label: 'Blockchain infrastructure', itemLabel: 'Paragraph' }),
    recognition: z.array(textSchema).min(3).max(20).meta({ label: 'Recognition', itemLabel: 'Award' }),
    legacy: z.array(paragraphSchema).min(1).max(12).meta({ label: 'Legacy', itemLabel: 'Paragraph' }),
  })
  .strict()

/** One era as shown on the landing timeline. */
export type Era = z.infer<typeof eraSchema>
/** One milestone as shown on the journey page and in its feed. */
export type Milestone = z.infer<typeof milestoneSchema>
/** Texts of the journey page besides its milestones. */
export type JourneyPage = z.infer<typeof journeyPageSchema>

/** The founder's journey, sorted. */
export type JourneyService = { eras(): Era[]; milestones(): Milestone[]; page(): JourneyPage }

declare module '#shared/services.ts' {
  interface Services {
    journey: JourneyService
  }
}
