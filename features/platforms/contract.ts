/*
 * Platforms: the 18 services of the ecosystem, their carousel, preview and own pages. Owns: what each platform does,
 * how it helps, where it lives (content/platforms.yaml), whether anybody answers there and may be framed. Does not own:
 * the station itself (radio), prices (tokens).
 */
import { z } from 'zod'
import { optionalHttpsUrlSchema, slugSchema, textSchema } from '#shared/contract.ts'
import { iconNames } from '#shared/icon-names.ts'

/** The 18 categories, one platform each, in the order they are told. */
export const platformCategories = [
  'Central Hub',
  'Token Builder',
  'RWA',
  'NFT Platform',
  'B2B Solutions',
  'Trading',
  'Security',
  'Music NFTs',
  'AI Creation',
  'AI Avatars',
  'AI Artist',
  'XRPL Tools',
  'AI Music',
  'DeFi',
  'Radio',
  'Media Network',
  'Biography',
  'Consulting',
] as const

/** One entry of `content/platforms.yaml`; labels and hints are those of the form that edits it. */
export const platformSchema = z
  .object({
    id: slugSchema,
    name: textSchema.meta({ label: 'Name' }),
    url: optionalHttpsUrlSchema.default('').meta({
      label: 'Address',
      hint: 'An https:// address. While it is empty, links lead to the platform’s page on this site.',
    }),
    description: textSchema.max(400).meta({ label: 'What it does', form: 'paragraphs', hint: 'One or two sentences.' }),
    helpText: textSchema.max(400).meta({
      label: 'How it helps',
      form: 'paragraphs',
      hint: 'One or two sentences, from the visitor’s point of view.',
    }),
    story: textSchema.max(2400).meta({
      label: 'Story',
      form: 'paragraphs',
      hint: 'For the platform’s own page. Paragraphs are separated by an empty line.',
    }),
    features: z.array(textSchema).min(3).max(5).meta({ label: 'Features', itemLabel: 'Feature' }),
    here: textSchema.max(200).optional().meta({
      label: 'Available on this site',
      hint: 'One sentence, for a platform without an address. Optional.',
    }),
    category: z.enum(platformCategories).meta({ label: 'Category', hint: 'Each category belongs to one platform.' }),
    /** One of shared/icon-names.ts. */
    icon: z.enum(iconNames).meta({ label: 'Icon', form: 'icon' }),
    related: z.array(slugSchema).min(2).max(3).meta({
      label: 'Related platforms',
      itemLabel: 'Platform',
      choices: 'platforms',
      hint: 'Two or three other platforms.',
    }),
  })
  .strict()

/** A platform as pages see it. */
export type Platform = z.infer<typeof platformSchema>

/** Why the preview shows a card and no frame; `site-words.ts` puts it for a visitor. */
export const cardReasons = ['unasked', 'down', 'shy', 'refused', 'no-page', 'unsafe', 'ours'] as const

/**
 * What is known of a platform's own address since it was last asked: whether anybody answers, and how the preview shows
 * it.
 */
export const platformSiteSchema = z.object({
  status: z.enum(['up', 'down', 'unknown']),
  /** Where a frame leads, and every origin on the way there; absent where a card stands. */
  frame: z.object({ src: z.url({ protocol: /^https?$/ }), origins: z.array(z.string()).min(1) }).optional(),
  why: z.enum(cardReasons).optional(),
})

/** What is known of a platform's own address; absent fields as in `platformSiteSchema`. */
export type PlatformSite = z.infer<typeof platformSiteSchema>

/** What a look at an address told: what pages show of it, and for the owner what was the matter. */
export type SiteCheck = PlatformSite & { error: string }

/**
 * What a card and its preview need: loaders send it to the browser. `site` is there for a platform with an address of
 * its own, `isHere` for one that is open on this site; one with neither is not open yet.
 */
export type PlatformCard = Pick<Platform, 'id' | 'name' | 'url' | 'category' | 'icon' | 'description' | 'helpText'> & {
  site?: PlatformSite
  isHere?: true
}

/** The ecosystem, in its order. */
export type PlatformsService = {
  list(): Platform[]
  /** The same platforms, as little of each as a card needs. */
  cards(): PlatformCard[]
  /** @returns undefined for an unknown id. */
  find(id: string): Platform | undefined
  /** Origins of other sites that previews may frame. */
  frameOrigins(): string[]
}

declare module '#shared/services.ts' {
  interface Services {
    platforms: PlatformsService
    /** Asks an address once, as a browser would, whether it answers and may be framed. Never rejects. */
    checkSite(address: string): Promise<SiteCheck>
  }
}
