import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { foldText } from '#shared/fold-text.ts'
import type { Services } from '#shared/services.ts'
import { type Artist, type ArtistFilesService, maxTracks } from '#features/artists/contract.ts'
import { removedArtistReason } from '#features/tracks/contract.ts'
import type { TrackRow } from './queries.ts'

/** Services that add tracks to the page of an artist. */
export type PageDeps = {
  storage: Pick<Storage, 'withFile'>
  artistFiles: ArtistFilesService
  contentAdmin: Pick<Services['contentAdmin'], 'overview' | 'create' | 'find' | 'saveDraft' | 'publish'>
}

type Tracks = Pick<Artist, 'featuredTrack' | 'tracks'>
type Track = NonNullable<Artist['featuredTrack']>

/**
 * Adds tracks of one artist to its page. They are published, unless the artist has a draft or is new: then they are
 * added to the draft, because only the owner can decide when that is ready.
 *
 * @param rows Tracks with the same artist.
 * @param request.slug The artist on the roster; undefined for a new one, for whom a draft is created.
 * @param request.use `list` adds the tracks at the end, in their order. `page` features the one track; the former
 * featured track becomes the first of the others, so that it is not lost.
 * @returns The draft that the owner has to publish; undefined when the tracks are on the page.
 * @throws AppError with the reason; in that case none of the tracks is on the page.
 */
export async function addToPage(
  { storage, artistFiles, contentAdmin }: PageDeps,
  rows: readonly [TrackRow, ...TrackRow[]],
  { slug, use, actor }: { slug: string | undefined; use: 'list' | 'page'; actor: string },
): Promise<{ slug: string; name: string } | undefined> {
  const kind = 'artist'
  const [first] = rows
  const key = slug ?? (await beginArtist())
  const saved: Track[] = []
  for (const row of rows) {
    // The recording was analyzed when it was imported.
    const { file, durationSeconds } = await storage.withFile(row.storageKey, (path) =>
      artistFiles.saveTrack(key, path, row),
    )
    saved.push({ title: row.title, file, durationSeconds, ...(row.cover ? { cover: row.cover } : {}) })
  }
  // Read as late as possible, because storing many recordings takes a while.
  const entry = await contentAdmin.find(kind, key)
  if (!entry) throw new AppError('not-found', 'The artist was removed from the roster in the meantime.')
  const change = (before: Tracks) => (use === 'page' ? featured(before, saved[0]!) : appended(before, saved))
  if (entry.draft || !entry.published) {
    const data = (entry.draft?.data ?? entry.published ?? {}) as Record<string, unknown>
    const changed = { ...data, ...change(data as Tracks) }
    // The radio shows the first genre, and a new artist has none yet.
    const genre = !entry.published && first.genre ? { genres: [first.genre, ...genresOf(data).slice(1)] } : {}
    await contentAdmin
      .saveDraft({
        kind,
        key,
        actor,
        data: { ...changed, ...genre },
        over: { ...entry, seenDraft: { savedAt: entry.draft?.savedAt } },
      })
      .catch((error: unknown) => {
        throw isAppError(error) && error.code === 'conflict' ? editedMeanwhile() : error
      })
    return { slug: key, name: entry.name }
  }
  const published = entry.published as Artist
  const outcome = await contentAdmin.publish({
    kind,
    key,
    actor,
    revision: entry.revision,
    // Publishing deletes the draft: one that the owner saved in the meantime must not be lost.
    seenDraft: { savedAt: undefined },
    data: { ...published, ...change(published) },
  })
  if (outcome.ok) return undefined
  if (outcome.reason === 'conflict') throw editedMeanwhile()
  const problem = outcome.problems[0]?.message ?? 'It cannot be published.'
  throw new AppError(
    'conflict',
    `The artist’s page has a problem that must be fixed first: ${problem} To see it, open the artist in Content and select Publish.`,
  )

  /** Creates the draft of a new artist, or finds the one that an earlier track created. */
  async function beginArtist(): Promise<string> {
    const name = foldText(first.artist)
    const artists = (await contentAdmin.overview()).find((one) => one.kind === kind)?.entries ?? []
    const begun = artists.find((one) => foldText(one.name) === name)
    if (begun?.state === 'removed') throw new AppError('conflict', removedArtistReason(begun.name))
    if (begun) return begun.key
    const created = await contentAdmin.create({ kind, name: first.artist, actor })
    if (created.ok) return created.key
    throw new AppError('invalid-input', created.message)
  }
}

/** Artists who were removed from the site or never published, by their folded names. */
export type UnlistedArtists = ReadonlyMap<string, { key: string; name: string; state: string }>

/** Returns the artists who were removed from the site or never published. */
export async function unlistedArtists(
  contentAdmin: Pick<PageDeps['contentAdmin'], 'overview'>,
): Promise<UnlistedArtists> {
  const artists = (await contentAdmin.overview()).find(({ kind }) => kind === 'artist')?.entries ?? []
  const unlisted = artists.filter(({ state }) => state === 'removed' || state === 'new')
  return new Map(unlisted.map((artist) => [foldText(artist.name), artist]))
}

const editedMeanwhile = () => new AppError('conflict', 'The artist was edited at the same time. Add the track again.')

/** Features a track and removes it from the list, because a recording is on a page only once. */
function featured({ featuredTrack: former, tracks = [] }: Tracks, track: Track): Tracks {
  const others = tracks.filter(({ file }) => file !== track.file)
  const isReplaced = former?.file && former.file !== track.file
  return { featuredTrack: track, tracks: checkedLength(isReplaced ? [former, ...others] : others) }
}

/** Adds tracks at the end. A track that is already there, from an interrupted import, keeps its position. */
function appended({ featuredTrack, tracks = [] }: Tracks, added: readonly Track[]): Tracks {
  const present = new Set([featuredTrack, ...tracks].map((track) => track?.file))
  return { tracks: checkedLength([...tracks, ...added.filter(({ file }) => !present.has(file))]) }
}

function checkedLength(tracks: NonNullable<Tracks['tracks']>): NonNullable<Tracks['tracks']> {
  if (tracks.length <= maxTracks) return tracks
  throw new AppError(
    'conflict',
    `An artist can have up to ${maxTracks} tracks besides the featured one. Remove some in Content, or add fewer.`,
  )
}

const genresOf = ({ genres }: Record<string, unknown>): unknown[] => (Array.isArray(genres) ? genres : [])
