/*
 * Platforms: the 18 services of the ecosystem, their carousel, preview and pages. Owns: the texts and addresses of the
 * platforms (content/platforms.yaml), and the checks whether their sites respond and can be embedded. Does not own: the
 * radio station (radio), prices (tokens).
 */
import { z } from 'zod'
import { optionalHttpsUrlSchema, slugSchema, textSchema, uploadedImageFields } from '#shared/contract.ts'
import { iconNames } from '#shared/icon-names.ts'

/** The 18 categories in display order, one platform each. */
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

/** Schema of an entry of `content/platforms.yaml`; labels and hints are used in the form that edits it. */
export const platformSchema = z
  .object({
    id: slugSchema,
    name: textSchema.meta({ label: 'Name' }),
    url: optionalHttpsUrlSchema.default('').meta({
      label: 'URL',
      hint: 'Starts with https://. If empty, links lead to the platform’s page on this site.',
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
      label: 'Alternative on this site',
      hint: 'Optional. One sentence on what visitors can use on this site if the platform has no URL.',
    }),
    category: z.enum(platformCategories).meta({ label: 'Category', hint: 'Each category belongs to one platform.' }),
    /** One of shared/icon-names.ts. */
    icon: z.enum(iconNames).meta({ label: 'Icon', form: 'icon' }),
    ...uploadedImageFields,
    related: z.array(slugSchema).min(2).max(3).meta({
      label: 'Related platforms',
      itemLabel: 'Platform',
      choices: 'platforms',
      hint: 'Two or three other platforms.',
    }),
  })
  .strict()

/** A platform as shown on pages. */
export type Platform = z.infer<typeof platformSchema>

/** Reasons why the preview shows a card instead of a frame; messages/ has the sentences. */
export const cardReasons = ['unasked', 'down', 'shy', 'refused', 'no-page', 'unsafe', 'ours'] as const

/** Schema of the last check of a platform's site: whether it responds, and how the preview shows it. */
export const platformSiteSchema = z.object({
  status: z.enum(['up', 'down', 'unknown']),
  /** Address of the frame and all origins of its redirects; absent if a card is shown. */
  frame: z.object({ src: z.url({ protocol: /^https?$/ }), origins: z.array(z.string()).min(1) }).optional(),
  why: z.enum(cardReasons).optional(),
})

/** Last check of a platform's site. @see platformSiteSchema */
export type PlatformSite = z.infer<typeof platformSiteSchema>

/** Result of a check: the state shown on pages, and the error for the owner. */
export type SiteCheck = PlatformSite & { error: string }

/**
 * Data of a card and its preview. `site` is set for a platform with an address, `isHere` for one that is available on
 * this site; the page of a platform with neither states that it has no link yet.
 */
export type PlatformCard = Pick<Platform, 'id' | 'name' | 'url' | 'category' | 'icon' | 'description' | 'helpText'> & {
  /** Color of the artwork's background, `#rrggbb`. */
  ground: string
  site?: PlatformSite
  isHere?: true
  /** Address and description of the owner's image, if there is one. */
  image?: string
  imageAlt?: string
}

/** The ecosystem, sorted. */
export type PlatformsService = {
  list(): Platform[]
  /** Lists the platforms with the data of their cards. */
  cards(): PlatformCard[]
  /** @returns undefined for an unknown id. */
  find(id: string): Platform | undefined
  /** Returns the origins of other sites that previews may frame. */
  frameOrigins(): string[]
}

declare module '#shared/services.ts' {
  interface Services {
    platforms: PlatformsService
    /** Checks whether an address responds and can be embedded. Never rejects. */
    checkSite(address: string): Promise<SiteCheck>
  }
}
