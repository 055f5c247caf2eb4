import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { foldText } from '#shared/fold-text.ts'
import type { Services } from '#shared/services.ts'
import type { ArtistFilesService } from '#features/artists/contract.ts'
import type { TrackRow } from './queries.ts'

/** Services that put a track on the page of an artist. */
export type PageDeps = {
  storage: Pick<Storage, 'withFile'>
  artistFiles: ArtistFilesService
  contentAdmin: Pick<Services['contentAdmin'], 'overview' | 'create' | 'find' | 'fillDraft' | 'publish'>
}

/**
 * Makes a track the featured one of its artist. It is published, unless the artist has a draft or is new: then it is
 * added to the draft, because only the owner knows when that is ready.
 *
 * @param artist.slug The artist on the roster; undefined for a new one, for whom a draft is begun.
 * @returns The draft to be published by the owner; undefined when the track is on the page.
 * @throws AppError with the reason.
 */
export async function addToPage(
  { storage, artistFiles, contentAdmin }: PageDeps,
  row: TrackRow,
  { slug, actor }: { slug: string | undefined; actor: string },
): Promise<{ slug: string; name: string } | undefined> {
  const kind = 'artist'
  const key = slug ?? (await beginArtist())
  const entry = await contentAdmin.find(kind, key)
  if (!entry) throw new AppError('not-found', 'The artist was removed from the roster in the meantime.')
  const { file, durationSeconds } = await storage.withFile(row.storageKey, (path) => artistFiles.saveTrack(key, path))
  const featuredTrack = { title: row.title, file, durationSeconds }
  if (entry.draft || !entry.published) {
    const values = [
      ...Object.entries(featuredTrack).map(([name, value]) => ({ path: `featuredTrack.${name}`, value })),
      // The first genre is shown by the radio; a new artist has none yet.
      ...(!entry.published && row.genre ? [{ path: 'genres.0', value: row.genre }] : []),
    ]
    await contentAdmin.fillDraft({ kind, key, actor, values })
    return { slug: key, name: entry.name }
  }
  const outcome = await contentAdmin.publish({
    kind,
    key,
    actor,
    revision: entry.revision,
    data: { ...(entry.published as Record<string, unknown>), featuredTrack },
  })
  if (outcome.ok) return undefined
  throw new AppError(
    'conflict',
    outcome.reason === 'conflict'
      ? 'The artist was edited at the same time. Add the track again.'
      : `The artist’s page has a problem that must be solved first: ${outcome.problems[0]?.message ?? 'open it in Content.'}`,
  )

  /** Begins the draft of a new artist, or finds the one that an earlier track began. */
  async function beginArtist(): Promise<string> {
    const name = foldText(row.artist)
    const artists = (await contentAdmin.overview()).find((one) => one.kind === kind)?.entries ?? []
    const begun = artists.find((one) => foldText(one.name) === name)
    if (begun?.state === 'removed')
      throw new AppError('conflict', `${begun.name} was removed from the site. Restore the artist in Content first.`)
    if (begun) return begun.key
    const created = await contentAdmin.create({ kind, name: row.artist, actor })
    if (created.ok) return created.key
    throw new AppError('invalid-input', created.message)
  }
}
