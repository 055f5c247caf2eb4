/*
 * Journey: the founder's forty years, as four eras, eight milestones and the ten platforms they led to.
 * Owns: content/eras.yaml, content/milestones.yaml, content/journey.yaml.
 * Does not own: the full platform catalogue (platforms).
 */
import { z } from 'zod'
import { slugSchema, textSchema } from '#shared/contract.ts'
import { iconNames } from '#shared/icon-names.ts'

/** One of the four eras on the landing timeline (`content/eras.yaml`). */
export const eraSchema = z
  .object({
    /** As printed: `1983-1993` … `2020-present`. */
    period: textSchema,
    title: textSchema,
    description: textSchema.max(600),
    /** Award badges; may be empty. */
    awards: z.array(textSchema).default([]),
  })
  .strict()

/** One dated milestone of the career timeline (`content/milestones.yaml`). */
export const milestoneSchema = z
  .object({
    id: slugSchema,
    period: textSchema,
    title: textSchema,
    /** One of shared/icon-names.ts. */
    icon: z.enum(iconNames),
    description: textSchema.max(800),
    category: textSchema,
    /** Hue of the milestone's figure in degrees, 0–359. */
    colour: z.number().int().min(0).max(359),
    award: textSchema.optional(),
  })
  .strict()

/** Everything else the page says (`content/journey.yaml`). */
export const journeyPageSchema = z
  .object({
    /** Hero line under the title. */
    lead: textSchema.max(400),
    /** Early roots, told in paragraphs. */
    roots: z.array(textSchema).min(2),
    /** Ten platforms: a platform's id and, in one line, why it was built. */
    platforms: z.array(z.object({ id: slugSchema, name: textSchema, purpose: textSchema.max(200) }).strict()).length(10),
    /** Blockchain infrastructure, told in paragraphs. */
    infrastructure: z.array(textSchema).min(1),
    /** Recognition: short lines. */
    recognition: z.array(textSchema).min(3),
    /** Legacy, told in paragraphs. */
    legacy: z.array(textSchema).min(1),
  })
  .strict()

/** One era as the landing timeline shows it. */
export type Era = z.infer<typeof eraSchema>
/** One milestone as the journey page and its feed show it. */
export type Milestone = z.infer<typeof milestoneSchema>
/** The journey page's words around its milestones. */
export type JourneyPage = z.infer<typeof journeyPageSchema>

/** The story, in its order. */
export type JourneyService = { eras(): Era[]; milestones(): Milestone[]; page(): JourneyPage }

declare module '#shared/services.ts' {
  interface Services {
    journey: JourneyService
  }
}
