/*
 * Artists: the roster of AI artists and their profiles.
 * Owns: names, words, genres, links, featured track and videos of each artist (content/artists/<slug>/).
 * Does not own: playing a track (ui/audio), the voice persona's conversation (voice), collections for sale (market).
 */
import { z } from 'zod'
import { optionalHttpsUrlSchema, slugSchema, textSchema } from '#shared/contract.ts'

export { artistMediaPath, isSentFile, sentFileKey, trackLevelsPath, trackWaveformPath } from './media-paths.ts'
export { youtubeOrigin, youtubePosters } from './youtube.ts'

const mediaFileSchema = z
  .string()
  .regex(/^[a-z0-9-]+\.(mp3|webm|mp4|webp|jpg|png)$/, 'must be a plain file name beside artist.yaml')

/** An address of another site, or a picture that was sent here. */
const imageSchema = z.union([
  optionalHttpsUrlSchema,
  z
    .string()
    .regex(/^\/media\/artists\/[a-z0-9-]+\/[0-9a-f]{32}\.webp$/, 'must be an https:// address or a picture sent here'),
])

const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** A self-hosted film (`file`, with an optional `poster` beside it) or a YouTube id; one of the two. */
export const artistVideoSchema = z
  .object({
    title: textSchema.meta({ label: 'Title of the video' }),
    file: mediaFileSchema.optional().meta({
      label: 'Film',
      form: { kind: 'file', upload: 'film', accept: 'video/webm,video/mp4', sizeHint: 'WebM or MP4, at most 200 MB.' },
    }),
    poster: mediaFileSchema.optional().meta({
      label: 'Picture before it plays',
      form: {
        kind: 'file',
        upload: 'poster',
        accept: pictureTypes,
        sizeHint: 'A picture as wide as the film, at most 15 MB.',
      },
    }),
    youtubeId: z
      .string()
      .max(11)
      .regex(/^[\w-]{11}$/)
      .optional()
      .meta({ label: 'YouTube id', hint: 'The eleven characters after v= in its address.' }),
  })
  .strict()
  .refine((video) => Boolean(video.file) !== Boolean(video.youtubeId), 'needs either file or youtubeId')

const featuredTrackSchema = z
  .object({
    title: textSchema.meta({ label: 'Title of the track' }),
    file: mediaFileSchema.meta({
      label: 'Recording',
      form: {
        kind: 'file',
        upload: 'track',
        accept: 'audio/mpeg,.mp3',
        sizeHint: 'MP3, at most 20 MB. Its length is read from the sound itself.',
      },
    }),
    durationSeconds: z
      .number()
      .positive()
      .meta({ label: 'Length', form: { kind: 'read', unit: 'seconds' } }),
  })
  .strict()

const linkSchema = optionalHttpsUrlSchema.default('')
const streaming = 'An https:// address. While it is empty, the row reads “Coming Soon”.'
const social = 'An https:// address, or empty.'

/**
 * What `content/artists/<slug>/artist.yaml` holds. The folder's name is the slug; labels and hints are those of the
 * form that edits it.
 */
export const artistFileSchema = z
  .object({
    name: textSchema.meta({ label: 'Name' }),
    tagline: textSchema.max(120).meta({ label: 'Tagline', hint: 'Stands on the card and under the name.' }),
    genres: z
      .array(textSchema)
      .min(1)
      .max(4)
      .meta({ label: 'Genres', itemLabel: 'Genre', hint: 'One to four; the first is what the radio tells.' }),
    description: textSchema.max(4000).meta({
      label: 'Biography',
      form: 'paragraphs',
      hint: 'Paragraphs are separated by an empty line. Say how the voice was made.',
    }),
    /** Always true in the sample: the page labels the artist as AI-generated. */
    aiGenerated: z
      .boolean()
      .meta({ label: 'AI-generated', hint: 'Puts the label on the page. Leave it on for whoever it is true of.' }),
    order: z.number().int().min(1).max(999).meta({ label: 'Place in the roster', hint: '1 comes first.' }),
    /** Empty, a real picture's https address, or one sent here; the figure stands in while it loads or when empty. */
    image: imageSchema.default('').meta({
      label: 'Picture',
      form: {
        kind: 'file',
        upload: 'image',
        accept: pictureTypes,
        sizeHint: 'JPEG, PNG, WebP or AVIF, at most 15 MB, at least 600 pixels each way.',
        mayBeLink: true,
      },
      hint: 'Send a picture or paste an https:// address. While it is empty, the figure of the name stands there.',
    }),
    featuredTrack: featuredTrackSchema
      .optional()
      .meta({ label: 'Featured track', hint: 'Leave all of it empty when there is none.' }),
    videos: z.array(artistVideoSchema).max(12).default([]).meta({
      label: 'Videos',
      itemLabel: 'Video',
      hint: 'Each has a film of its own or a YouTube id, one of the two.',
    }),
    spotifyUrl: linkSchema.meta({ label: 'Spotify', hint: streaming }),
    appleUrl: linkSchema.meta({ label: 'Apple Music', hint: streaming }),
    youtubeUrl: linkSchema.meta({ label: 'YouTube', hint: streaming }),
    socialLinks: z
      .object({
        website: linkSchema.meta({ label: 'Official website', hint: social }),
        instagram: linkSchema.meta({ label: 'Instagram', hint: social }),
        twitter: linkSchema.meta({ label: 'X (Twitter)', hint: social }),
        tiktok: linkSchema.meta({ label: 'TikTok', hint: social }),
      })
      .strict()
      .prefault({})
      .meta({ label: 'Elsewhere' }),
    /** True for the one artist people can talk to. */
    voicePersona: z
      .boolean()
      .default(false)
      .meta({ label: 'Can be talked to', hint: 'The voice chat stands on this artist’s page. One artist has it.' }),
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

/**
 * How loud each part of the spectrum is over time: base64 of bytes 0–255, `bandCount` bands from low to high,
 * `perSecond` times a second.
 */
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
