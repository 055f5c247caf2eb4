import { z } from 'zod'
import { readText } from './read-text.ts'

const textSchema = z
  .string()
  .nullish()
  .transform((text) => readText(text ?? ''))
const countSchema = z.number().int().min(0).max(1_000_000_000)
/** Unix seconds up to the year 2286; some versions send fractions in some fields. */
const instantSchema = z.number().min(0).max(9_999_999_999)
/** A day is longer than any song. */
const lengthSchema = z.number().min(0).max(86_400)

const songSchema = z.object({
  id: z.string().max(200).catch(''),
  text: textSchema,
  artist: textSchema,
  title: textSchema,
  album: textSchema,
  genre: textSchema.catch(''),
  art: z.string().max(2000).nullish().catch(null),
})

const playedSchema = z.object({
  sh_id: countSchema.catch(0),
  played_at: instantSchema,
  duration: lengthSchema,
  song: songSchema,
})

/**
 * Schema of AzuraCast's now-playing response. The current song is validated strictly; invalid history or upcoming songs
 * are dropped.
 *
 * @see https://www.azuracast.com/docs/developers/now-playing-data/
 */
export const azuracastResponseSchema = z.object({
  station: z.object({
    id: countSchema.catch(0),
    name: textSchema,
    shortcode: z.string().max(200).catch(''),
    listen_url: z.url({ protocol: /^https?$/ }).max(2000),
    mounts: z
      .array(
        z.object({
          bitrate: z.number().int().min(8).max(2000).nullish().catch(null),
          is_default: z.boolean().catch(false),
        }),
      )
      .catch([]),
  }),
  listeners: z.object({ total: countSchema, unique: countSchema.nullish().catch(null) }),
  live: z.object({ is_live: z.boolean(), streamer_name: textSchema }).catch({ is_live: false, streamer_name: '' }),
  now_playing: playedSchema.nullable(),
  playing_next: playedSchema.nullish().catch(null),
  song_history: z.array(playedSchema.nullable().catch(null)).max(1000).catch([]),
  is_online: z.boolean().default(true),
})

/** @see azuracastResponseSchema */
export type AzuracastResponse = z.infer<typeof azuracastResponseSchema>
/** One song with its start, as AzuraCast sends it. */
export type AzuracastPlay = NonNullable<AzuracastResponse['now_playing']>
