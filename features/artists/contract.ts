/*
 * Artists: the roster of AI artists and their profiles. Owns: names, texts, genres, links, tracks and videos of
 * each artist (content/artists/<slug>/). Does not own: playing a track (ui/audio), the voice persona's conversation
 * (voice), collections for sale (market).
 */
import { z } from 'zod'
import type { ArtDirection } from '#shared/art-direction.ts'
import { artDirectionSchema } from '#shared/art-direction-schema.ts'
import { optionalHttpsUrlSchema, imageAltSchema, slugSchema, textSchema } from '#shared/contract.ts'

export {
  artistFeedPath,
  artistMediaPath,
  artistTrackPath,
  isUploadedFile,
  uploadedFileKey,
  trackLevelsPath,
  trackWaveformPath,
} from './media-paths.ts'
export {
  findPublishedTrack,
  isHiddenTrack,
  publishedTracks,
  type PublishedTrack,
  storedTracks,
  trackFragment,
  trackIdOf,
  trackKeyOf,
} from './track-list.ts'
export { youtubeOrigin, youtubePosters } from './youtube.ts'

const mediaFileSchema = z
  .string()
  .regex(/^[a-z0-9-]+\.(mp3|webm|mp4|webp|jpg|png)$/, 'must be the name of a file in the folder of artist.yaml')

/** Address of an image on another site, or of an uploaded one. */
const imageSchema = z.union([
  optionalHttpsUrlSchema,
  z
    .string()
    .regex(/^\/media\/artists\/[a-z0-9-]+\/[0-9a-f]{32}\.webp$/, 'must be an https:// URL or an uploaded image'),
])

const imageTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** A self-hosted video (`file`, with an optional `poster`) or a YouTube id; exactly one of the two. */
export const artistVideoSchema = z
  .object({
    title: textSchema.meta({ label: 'Video title' }),
    file: mediaFileSchema.optional().meta({
      label: 'Video file',
      form: { kind: 'file', upload: 'film', accept: 'video/webm,video/mp4', sizeHint: 'WebM or MP4, up to 200 MB.' },
    }),
    poster: mediaFileSchema.optional().meta({
      label: 'Poster image',
      form: {
        kind: 'file',
        upload: 'poster',
        accept: imageTypes,
        sizeHint: 'An image as wide as the video, up to 15 MB.',
      },
    }),
    youtubeId: z
      .string()
      .max(11)
      .regex(/^[\w-]{11}$/, 'must be the 11 characters after v= in the URL of the video')
      .optional()
      .meta({ label: 'YouTube ID', hint: 'The 11 characters after v= in the URL of the video.' }),
  })
  .strict()
  .superRefine(({ file, youtubeId }, context) => {
    if (Boolean(file) !== Boolean(youtubeId)) return
    const inForm = file
      ? 'Keep either the video file or the YouTube ID, and clear the other field.'
      : 'Upload a video file or enter a YouTube ID.'
    context.addIssue({ code: 'custom', message: 'needs either file or youtubeId', params: { inForm } })
  })

const trackSchema = z
  .object({
    title: textSchema.meta({ label: 'Track title' }),
    file: mediaFileSchema.meta({
      label: 'Audio file',
      form: {
        kind: 'file',
        upload: 'track',
        accept: 'audio/mpeg,.mp3',
        sizeHint: 'MP3, up to 20 MB. The length is read from the file.',
      },
    }),
    durationSeconds: z
      .number()
      .positive()
      .meta({ label: 'Length', form: { kind: 'read', unit: 'seconds' } }),
    /** Address of an uploaded image; without it, the image or artwork of the artist is shown. */
    cover: z
      .string()
      .regex(/^\/media\/(images|artists\/[a-z0-9-]+)\/[0-9a-f]{32}\.webp$/, 'must be an uploaded image')
      .optional()
      .meta({
        label: 'Cover',
        form: {
          kind: 'file',
          upload: 'cover',
          accept: imageTypes,
          sizeHint: 'JPEG, PNG, WebP or AVIF, up to 15 MB, at least 200 × 200 pixels.',
        },
        hint: 'If empty, the image of the artist is shown, or generated artwork if there is none.',
      }),
  })
  .strict()

/** Maximum number of tracks of an artist besides the featured one. */
export const maxTracks = 500

const linkSchema = optionalHttpsUrlSchema.default('')
const streaming = 'A URL that starts with https://. If empty, the row shows “Coming Soon.”'
const social = 'A URL that starts with https://, or empty.'

/**
 * Schema of `content/artists/<slug>/artist.yaml`. The folder's name is the slug; labels and hints belong to the form
 * that edits it.
 */
export const artistFileSchema = z
  .object({
    name: textSchema.meta({ label: 'Name' }),
    tagline: textSchema.max(120).meta({ label: 'Tagline', hint: 'Shown on the card and under the name.' }),
    genres: z
      .array(textSchema)
      .min(1)
      .max(4)
      .meta({ label: 'Genres', itemLabel: 'Genre', hint: 'One to four. The radio shows the first one.' }),
    description: textSchema.max(4000).meta({
      label: 'Biography',
      form: 'paragraphs',
      hint: 'Paragraphs are separated by an empty line. Say how the voice was made.',
    }),
    /** Always true in the sample content: the page labels the artist as AI-generated. */
    aiGenerated: z.boolean().meta({
      label: 'AI-generated',
      hint: 'Shows the AI label on the page. Leave it on for every AI-generated artist.',
    }),
    order: z.number().int().min(1).max(999).meta({ label: 'Position in the roster', hint: '1 comes first.' }),
    /** Address of an image, or empty; the generated artwork is the placeholder while it loads or when it is empty. */
    image: imageSchema.default('').meta({
      label: 'Image',
      form: {
        kind: 'file',
        upload: 'image',
        accept: imageTypes,
        sizeHint: 'JPEG, PNG, WebP or AVIF, up to 15 MB, at least 600 × 600 pixels.',
        mayBeLink: true,
      },
      hint: 'Upload an image or paste a URL that starts with https://. If empty, generated artwork is shown.',
    }),
    imageAlt: imageAltSchema.optional().meta({
      label: 'Image description',
      hint: 'Describe the image for people who cannot see it.',
    }),
    artwork: artDirectionSchema.optional().meta({
      label: 'Art direction',
      form: 'art-direction',
      hint: 'Material and colors of the generated artwork. If all fields are set to Default, they are chosen automatically.',
    }),
    featuredTrack: trackSchema
      .optional()
      .meta({ label: 'Featured track', hint: 'Leave all fields empty if there is no track.' }),
    /** Further tracks in the owner's order; the page lists them after the featured one. */
    tracks: z
      .array(
        trackSchema.extend({
          isHidden: z
            .boolean()
            .optional()
            .meta({ label: 'Hidden', hint: 'Visitors neither see nor hear a hidden track.' }),
        }),
      )
      .max(maxTracks)
      .optional()
      .meta({
        label: 'More tracks',
        itemLabel: 'Track',
        hint: 'Listed on the artist’s page after the featured track, in this order.',
        promotion: {
          to: 'featuredTrack',
          label: 'Feature',
          done: 'This is the featured track now. If there was another one, it is now at the top of the other tracks.',
        },
      }),
    videos: z.array(artistVideoSchema).max(12).default([]).meta({
      label: 'Videos',
      itemLabel: 'Video',
      hint: 'Each needs either a video file or a YouTube ID.',
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
      .meta({ label: 'Other links' }),
    /** True for the one artist with a voice persona. */
    voicePersona: z
      .boolean()
      .default(false)
      .meta({ label: 'Voice chat', hint: 'Shows the voice chat on this artist’s page. Only one artist can have it.' }),
  })
  .strict()

/** Schema of an artist's slug. */
export const artistSlugSchema = slugSchema.regex(/-swade$/, 'must end in -swade')

/** Schema of an artist as the owner edits it: the file with the slug. */
export const artistEntrySchema = artistFileSchema.extend({ slug: artistSlugSchema })

/** An artist as shown on pages. */
export type Artist = z.infer<typeof artistEntrySchema>

/** Data of a roster card, kept small because loaders send it to the browser. */
export type ArtistCard = Pick<Artist, 'slug' | 'name' | 'genres' | 'tagline' | 'image' | 'aiGenerated'>

/** Waveform of a recording: 240 integers 0–100, from start to end. */
export type TrackWaveform = { durationSeconds: number; peaks: number[] }

/** Spectrum levels over time: base64 of bytes 0–255, `bandCount` bands from low to high, `perSecond` times a second. */
export type TrackLevels = { durationSeconds: number; bandCount: number; perSecond: number; bands: string }

/** The roster, sorted. */
export type ArtistsService = {
  list(): ArtistCard[]
  /** @returns undefined for an unknown slug. */
  find(slug: string): Artist | undefined
  /** Returns the art direction of an artist: their own, or one derived from the slug. */
  artworkOf(slug: string): ArtDirection | undefined
  /** Returns the path of the artist with this name, ignoring case. */
  pathOf(name: string): string | undefined
}

/**
 * Stores files for an artist under a name derived from their content; they are not shown until an edit names them.
 * Throws AppError `invalid-input` with the reason, and errors of the storage.
 */
export type ArtistFilesService = {
  /**
   * Stores a recording from a local path.
   *
   * @param known Facts of a recording that was analyzed before; without them it is analyzed now.
   */
  saveTrack(
    slug: string,
    path: string,
    known?: { durationSeconds: number },
  ): Promise<{ file: string; durationSeconds: number }>
}

declare module '#shared/services.ts' {
  interface Services {
    artists: ArtistsService
    artistFiles: ArtistFilesService
  }
}
