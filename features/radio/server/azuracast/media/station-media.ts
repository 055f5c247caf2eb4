import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { cutText } from '#shared/cut-text.ts'
import { slugOf } from '#shared/slug.ts'
import { callStation, parseJson, StationError } from '../call-station.ts'

/** Folder for uploaded tracks at the station. */
const folder = 'submissions'

const callMs = 15_000
/** Enough for 20 MB over a slow connection. */
const uploadMs = 180_000

/** A rejection by the station that a retry would not fix. */
export class StationRejection extends StationError {}

const idSchema = z.union([z.number().int(), z.string()]).transform(String)
const mediaSchema = z.object({ id: idSchema, path: z.string() })
/** The response is a plain list, or one page of it. */
const filesSchema = z.union([
  z.array(z.unknown()),
  z.object({ rows: z.array(z.unknown()) }).transform(({ rows }) => rows),
])
const playlistsSchema = z.array(z.object({ id: z.number().int(), name: z.string() }))
const refusalSchema = z.object({ success: z.literal(false), message: z.string().catch('') })

/** Media library of one station. */
export type StationMedia = {
  /**
   * @returns the station's id of the file with this name, in whatever folder; only the number at the end is compared,
   * not the spelling.
   */
  find(fileName: string): Promise<string | undefined>
  /** Uploads a whole file. @returns the station's id of it, if the response contains it. */
  upload(path: string, fileName: string): Promise<string | undefined>
  describe(mediaId: string, about: { title: string; artist: string; album: string; genre: string }): Promise<void>
  /** Deletes a file; a missing one is ignored. */
  remove(mediaId: string): Promise<void>
}

/**
 * Creates a client for the media API of AzuraCast.
 *
 * @param playlist Number or name of the playlist for new tracks; absent: the playlist of their folder.
 * @see https://www.azuracast.com/docs/developers/apis/
 */
export function createStationMedia(options: {
  url: string
  station: string
  apiKey: string
  playlist: string | undefined
  signal: AbortSignal
  callMs?: number
}): StationMedia {
  const base = `${options.url.replace(/\/+$/, '')}/api/station/${encodeURIComponent(options.station)}`
  const timeoutMs = options.callMs ?? callMs

  async function call(
    path: string,
    init: { method?: string; body?: string | FormData; json?: unknown; timeoutMs?: number } = {},
  ) {
    const { json, ...rest } = init
    const { status, body } = await callStation(new URL(base + path), {
      timeoutMs,
      ...rest,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      headers: { 'x-api-key': options.apiKey, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: options.signal,
    })
    if (status === 401 || status === 403) throw new StationRejection('the station rejected the API key')
    if (status === 413) throw new StationRejection('the file is too large for the station')
    if (status === 404) return { isMissing: true as const, answer: undefined }
    // The message of the station is for the owner, for example that its disk is full.
    const errorText = messageOf(body)
    if (status !== 200)
      throw new StationError(`the station responded with ${status}${errorText ? `: ${errorText}` : ''}`)
    const answer = parseJson(body)
    // AzuraCast also responds with 200 to requests that it rejects.
    if (refusalSchema.safeParse(answer).success)
      throw new StationRejection(
        errorText
          ? `the station rejected the request: ${errorText}`
          : 'the station rejected the request without a reason',
      )
    return { isMissing: false as const, answer }
  }

  async function findPlaylist(): Promise<number | undefined> {
    const wanted = options.playlist
    if (wanted === undefined) return undefined
    const playlists = playlistsSchema.safeParse((await call('/playlists')).answer)
    if (!playlists.success) throw new StationError('the station did not return its playlists')
    const found = playlists.data.find(
      ({ id, name }) => String(id) === wanted || name.toLowerCase() === wanted.toLowerCase(),
    )
    if (!found) throw new StationRejection('the station has no playlist with the configured name')
    return found.id
  }

  return {
    async find(fileName) {
      const number = /[^-]*$/.exec(fileName)![0]
      const { answer, isMissing } = await call(
        `/files?${new URLSearchParams({ searchPhrase: number.replace(/\.mp3$/, '') }).toString()}`,
      )
      const files = filesSchema.safeParse(answer)
      if (isMissing || !files.success) throw new StationError('the station did not return its files')
      const own = files.data.flatMap((file) => mediaSchema.safeParse(file).data ?? [])
      return own.find(({ path }) => /[^-/]*$/.exec(path)![0] === number)?.id
    },
    async upload(path, fileName) {
      // Checked before the upload, because a track without its playlist would never be played.
      await findPlaylist()
      const form = new FormData()
      form.set('currentDirectory', folder)
      form.set('file', await openAsBlob(path, { type: 'audio/mpeg' }), fileName)
      const { answer, isMissing } = await call('/files/upload', {
        method: 'POST',
        body: form,
        timeoutMs: Math.max(timeoutMs, uploadMs),
      })
      if (isMissing) throw new StationRejection('the station was not found or does not accept files')
      return mediaSchema.safeParse(answer).data?.id
    },
    async describe(mediaId, { title, artist, album, genre }) {
      const playlist = await findPlaylist()
      const json = { title, artist, album, genre, ...(playlist === undefined ? {} : { playlists: [playlist] }) }
      const { isMissing } = await call(`/file/${encodeURIComponent(mediaId)}`, { method: 'PUT', json })
      if (isMissing) throw new StationError('the station lost the uploaded file')
    },
    async remove(mediaId) {
      await call(`/file/${encodeURIComponent(mediaId)}`, { method: 'DELETE' })
    },
  }
}

/** Returns the message of a rejection on one line. */
function messageOf(body: string): string {
  try {
    const { message } = refusalSchema.parse(JSON.parse(body))
    return cutText(message.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), 200)
  } catch {
    return ''
  }
}

/** Returns a file name that is safe on every system and unique through part of the id. */
export function fileNameOf({ id, artist, title }: { id: string; artist: string; title: string }): string {
  const number = id.replaceAll(/[^0-9a-f]/g, '').slice(-16)
  return `${[slugOf(artist, 40), slugOf(title, 40), number].filter(Boolean).join('-')}.mp3`
}
