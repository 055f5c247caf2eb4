/*
 * Artists: the roster of AI artists and their profiles.
 * Owns: names, words, genres, links, featured track and videos of each artist (content/artists/<slug>/).
 * Does not own: playing a track (ui/audio), the voice persona's conversation (voice), collections for sale (market).
 */
import { z } from 'zod'
import { optionalHttpsUrlSchema, slugSchema, textSchema } from '#shared/contract.ts'

export { artistMediaPath, isSentFile, sentFileKey, trackLevelsPath, trackWaveformPath } from './media-paths.ts'
export { youtubeOrigin, youtubePosters } from './youtube.ts'

const mediaFileSchema = z.string().regex(/^[a-z0-9-]+\.(mp3|webm|mp4|webp|jpg|png)$/, 'must be a plain file name beside artist.yaml')

/** An address of another site, or a picture that was sent here. */
const imageSchema = z.union([
  optionalHttpsUrlSchema,
  z.string().regex(/^\/media\/artists\/[a-z0-9-]+\/[0-9a-f]{32}\.webp$/, 'must be an https:// address or a picture sent here'),
])

/** A self-hosted film (`file`, with an optional `poster` beside it) or a YouTube id; one of the two. */
export const artistVideoSchema = z
  .object({
    title: textSchema,
    file: mediaFileSchema.optional(),
    poster: mediaFileSchema.optional(),
    youtubeId: z
      .string()
      .regex(/^[\w-]{11}$/)
      .optional(),
  })
  .strict()
  .refine((video) => Boolean(video.file) !== Boolean(video.youtubeId), 'needs either file or youtubeId')

/** What `content/artists/<slug>/artist.yaml` holds. The folder's name is the slug. */
export const artistFileSchema = z
  .object({
    /** Place in the roster, 1 first. */
    order: z.number().int().min(1),
    name: textSchema,
    /** Shown on profiles and cards, 1–4 of them. */
    genres: z.array(textSchema).min(1).max(4),
    tagline: textSchema.max(120),
    /** Biography; paragraphs are separated by an empty line. */
    description: textSchema.max(4000),
    /** Always true in the sample: the page labels the artist as AI-generated. */
    aiGenerated: z.boolean(),
    /** Empty, a real picture's https address, or one sent here; the figure stands in while it loads or when empty. */
    image: imageSchema.default(''),
    /** Empty links read 'Coming Soon'. */
    spotifyUrl: optionalHttpsUrlSchema.default(''),
    appleUrl: optionalHttpsUrlSchema.default(''),
    youtubeUrl: optionalHttpsUrlSchema.default(''),
    socialLinks: z
      .object({
        instagram: optionalHttpsUrlSchema.default(''),
        twitter: optionalHttpsUrlSchema.default(''),
        tiktok: optionalHttpsUrlSchema.default(''),
        website: optionalHttpsUrlSchema.default(''),
      })
      .strict()
      .prefault({}),
    featuredTrack: z.object({ title: textSchema, file: mediaFileSchema, durationSeconds: z.number().positive() }).strict().optional(),
    videos: z.array(artistVideoSchema).default([]),
    /** True for the one artist people can talk to. */
    voicePersona: z.boolean().default(false),
  })
  .strict()

/** The slug rule, for whoever checks a path. */
export const artistSlugSchema = slugSchema.regex(/-swade$/, 'must end in -swade')

/** An artist as the owner edits it: what the file holds, with the slug. */
export const artistEntrySchema = artistFileSchema.extend({ slug: artistSlugSchema })

/** An artist as pages see it. */
export type Artist = z.infer<typeof artistEntrySchema>

/** What a roster card needs, and no more: loaders send it to the browser. */
export type ArtistCard = Pick<Artist, 'slug' | 'name' | 'genres' | 'tagline' | 'image' | 'aiGenerated'>

/** The outline of a recording: 240 whole numbers 0–100, from beginning to end. */
export type TrackWaveform = { durationSeconds: number; peaks: number[] }

/** How loud each part of the spectrum is over time: base64 of bytes 0–255, `bandCount` bands from low to high, `perSecond` times a second. */
export type TrackLevels = { durationSeconds: number; bandCount: number; perSecond: number; bands: string }

/** The roster, in its order. */
export type ArtistsService = {
  list(): ArtistCard[]
  /** @returns undefined for an unknown slug. */
  find(slug: string): Artist | undefined
  /** Path of the page of the artist with this name, in capitals or not. */
  pathOf(name: string): string | undefined
}

declare module '#shared/services.ts' {
  interface Services {
    artists: ArtistsService
  }
}
