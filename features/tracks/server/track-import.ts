import type { Clock } from '#platform/clock.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { foldText } from '#shared/fold-text.ts'
import { punctuateQuotes, quoteTitle } from '#shared/quotation-marks.ts'
import { isUuid } from '#shared/uuid.ts'
import { pageWithin } from '#shared/page-within.ts'
import type { ArtistsService } from '#features/artists/contract.ts'
import type { AuditLog } from '#features/owner/contract.ts'
import type { TrackLibrary, TrackOnAir } from '#features/radio/contract.ts'
import { maxAudioBytes } from '#features/submissions/contract.ts'
import type {
  AddedTrack,
  AddOutcome,
  ImportedTrack,
  TrackChange,
  TrackImportService,
} from '#features/tracks/contract.ts'
import { addToPage, type PageDeps, unlistedArtists, type UnlistedArtists } from './add-to-page.ts'
import {
  countWaiting,
  deleteTrack,
  findTrack,
  listAdded,
  listWaiting,
  lockTrack,
  markOnPage,
  type Tx,
  type TrackRow,
  updateDetails,
  updateUse,
} from './queries.ts'
import { readDetails } from './read-details.ts'

/** Dependencies of the use cases. */
export type TrackImportDeps = PageDeps & {
  db: Tx & { transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> }
  storage: Pick<Storage, 'delete'>
  clock: Clock
  artists: Pick<ArtistsService, 'list' | 'find'>
  tracks: Pick<TrackLibrary<Tx>, 'add' | 'remove' | 'about' | 'refresh'>
  auditLog: AuditLog
  /** Returns the English sentence of an error. */
  messageOf(error: AppError): string
}

const pageSize = 50
const maxAdded = 50

const noLongerWaiting = () => new AppError('conflict', 'This track was added or discarded in the meantime.')

/** Returns the permanent id of an imported track at the station. */
export const stationIdOf = (id: string) => `import:${id}`

/**
 * Creates the use cases of the import. Each track is added separately, and those for the list of an artist together, so
 * that an error does not affect the others.
 */
export function createTrackImport(deps: TrackImportDeps): TrackImportService {
  const { db, storage, clock, artists, tracks, auditLog, messageOf, contentAdmin } = deps
  const rosterEntry = (name: string) => {
    const wanted = foldText(name)
    return wanted ? artists.list().find((artist) => foldText(artist.name) === wanted) : undefined
  }
  const record = (row: TrackRow, action: string, actor: string) =>
    auditLog.record({ actor, action: `track.${action}`, subject: `track:${row.id}`, detail: row.title })

  /** Returns the views of tracks; the other artists are read only if an artist is not on the roster. */
  async function viewsOf(rows: readonly TrackRow[]): Promise<ImportedTrack[]> {
    const isComplete = rows.every(({ artist }) => rosterEntry(artist))
    const unlisted: UnlistedArtists = isComplete ? new Map() : await unlistedArtists(contentAdmin)
    return rows.map((row) => viewOf(row, unlisted))
  }

  const viewOf = (row: TrackRow, unlistedByName: UnlistedArtists): ImportedTrack => {
    const entry = rosterEntry(row.artist)
    const unlisted = entry ? undefined : unlistedByName.get(foldText(row.artist))
    const { id, title, artist, album, fileName, durationSeconds, bitrateKbps, year, bpm, cover, notes, use } = row
    return {
      id,
      title,
      artist,
      album,
      fileName,
      durationSeconds,
      bitrateKbps,
      cover,
      notes,
      use,
      year: year ?? undefined,
      bpm: bpm ?? undefined,
      removedArtist: unlisted?.state === 'removed' ? unlisted.name : undefined,
      draftArtist: unlisted?.state === 'new' ? { slug: unlisted.key, name: unlisted.name } : undefined,
      rosterArtist: entry && {
        slug: entry.slug,
        name: entry.name,
        featuredTitle: artists.find(entry.slug)?.featuredTrack?.title,
      },
      importedAt: row.createdAt.toISOString(),
    }
  }

  /** Saves corrections. @returns The track, or an error. */
  async function saveOne({ id, details: typed, use }: TrackChange): Promise<TrackRow | string> {
    if (!isUuid(id)) return 'This track is no longer in the list.'
    const read = readDetails(typed, { mayLackArtist: use === 'later' })
    if (!read.ok) return read.message
    return (await updateDetails(db, id, read.details)) ?? noLongerWaiting().message
  }

  async function addToStation(row: TrackRow): Promise<void> {
    const entry = rosterEntry(row.artist)
    await db.transaction(async (tx) => {
      const locked = await lockTrack(tx, row.id)
      if (locked?.use !== 'later') throw noLongerWaiting()
      await updateUse(tx, row.id, 'station', clock.now())
      await tracks.add(tx, {
        id: stationIdOf(row.id),
        title: row.title,
        artist: entry?.name ?? row.artist,
        album: row.album,
        genre: row.genre,
        art: row.cover,
        artistPath: entry ? `/artist/${entry.slug}` : '',
        storageKey: row.storageKey,
        durationSeconds: row.durationSeconds,
      })
    })
  }

  /**
   * Adds tracks of one artist to its page. @returns Errors of tracks that were added in another way in the meantime, by
   * id.
   */
  async function addOnPage(
    rows: readonly [TrackRow, ...TrackRow[]],
    use: 'list' | 'page',
    actor: string,
    outcome: AddOutcome,
  ): Promise<void> {
    const draft = await addToPage(deps, rows, { slug: rosterEntry(rows[0].artist)?.slug, use, actor })
    if (draft && outcome.drafts.every(({ slug }) => slug !== draft.slug)) outcome.drafts.push(draft)
    for (const row of rows) {
      // Another tab may have added it to the station in the meantime, from where it must be possible to remove it.
      if (!(await markOnPage(db, row.id, use, clock.now()))) {
        outcome.problems[row.id] = noLongerWaiting().message
        continue
      }
      await record(row, use === 'page' ? 'feature' : 'list', actor)
      outcome.added += 1
    }
  }

  async function addOnStation(row: TrackRow, actor: string, outcome: AddOutcome): Promise<void> {
    await addToStation(row)
    await record(row, 'add', actor)
    outcome.added += 1
  }

  const change = async (id: string, run: (tx: Tx, row: TrackRow) => Promise<void>): Promise<TrackRow> =>
    db.transaction(async (tx) => {
      const row = isUuid(id) ? await lockTrack(tx, id) : undefined
      if (!row) throw new AppError('not-found', 'Track not found. It may have been discarded.')
      await run(tx, row)
      return row
    })

  const service: Omit<TrackImportService, 'maxBytes'> = {
    async waiting(requestedPage) {
      const total = await countWaiting(db)
      const { page, pageCount, offset } = pageWithin(requestedPage, total, pageSize)
      const rows = await listWaiting(db, pageSize, offset)
      return { tracks: await viewsOf(rows), total, page, pageCount }
    },

    async added() {
      const rows = await listAdded(db, maxAdded)
      const onAir = await tracks.about(rows.map(({ id }) => stationIdOf(id)))
      return (await viewsOf(rows)).map((view): AddedTrack => {
        const track = view.use === 'station' ? onAir.get(stationIdOf(view.id)) : undefined
        return { ...view, station: track && stationStateOf(track) }
      })
    },

    async save(changes) {
      const problems: Record<string, string> = {}
      for (const one of changes) {
        const saved = await saveOne({ ...one, use: 'later' })
        if (typeof saved === 'string') problems[one.id] = saved
      }
      return problems
    },

    async add(changes, actor) {
      const outcome: AddOutcome = { added: 0, drafts: [], problems: {} }
      const featured = new Map<string, string>()
      const listed = new Map<string, [TrackRow, ...TrackRow[]]>()
      const attempt = async (rows: readonly TrackRow[], run: () => Promise<void>) => {
        try {
          await run()
        } catch (error) {
          // Without the database or the storage the remaining tracks would fail too; added tracks stay.
          if (!isAppError(error)) throw error
          for (const { id } of rows) outcome.problems[id] = messageOf(error)
        }
      }
      for (const one of changes) {
        const saved = await saveOne(one)
        if (typeof saved === 'string') {
          outcome.problems[one.id] = saved
          continue
        }
        const artist = foldText(saved.artist)
        if (one.use === 'station') await attempt([saved], () => addOnStation(saved, actor, outcome))
        if (one.use === 'list') {
          const others = listed.get(artist)
          if (others) others.push(saved)
          else listed.set(artist, [saved])
        }
        if (one.use !== 'page') continue
        const other = featured.get(artist)
        if (other !== undefined) {
          outcome.problems[one.id] = punctuateQuotes(
            `An artist’s page features one track, and you also chose ${quoteTitle(other)}. Add this one to the artist’s tracks.`,
          )
          continue
        }
        await attempt([saved], async () => {
          await addOnPage([saved], 'page', actor, outcome)
          featured.set(artist, saved.title)
        })
      }
      // One edit per artist, however many tracks are added, because the history stores each edit as a whole.
      for (const rows of listed.values()) rows.sort(byFileName)
      for (const rows of listed.values()) await attempt(rows, () => addOnPage(rows, 'list', actor, outcome))
      await tracks.refresh()
      return outcome
    },

    async discard(id, actor) {
      const row = await change(id, async (tx, { use }) => {
        if (use === 'station')
          throw new AppError('conflict', 'This track is on the station. Remove it from the station first.')
        await deleteTrack(tx, id)
      })
      // A track that was on the station may still be on air; its file is deleted after a day.
      if (row.addedAt === null) await storage.delete(row.storageKey).catch(() => undefined)
      await record(row, 'discard', actor)
      return { title: row.title, isOnPage: row.use !== 'later' }
    },

    async removeFromStation(id, actor) {
      const row = await change(id, async (tx, { use, addedAt }) => {
        if (use !== 'station') throw new AppError('conflict', 'This track is not on the station.')
        await updateUse(tx, id, 'later', addedAt ?? clock.now())
        await tracks.remove(tx, stationIdOf(id))
      })
      await tracks.refresh()
      await record(row, 'take-back', actor)
      return row.title
    },
  }
  return { ...guarded(service), maxBytes: maxAudioBytes }
}

/** Orders numbered files of an album by their numbers: 2 comes before 10. */
function byFileName(one: TrackRow, other: TrackRow): number {
  return one.fileName.localeCompare(other.fileName, 'en', { numeric: true })
}

function stationStateOf({ isInRotation, plays, sound, external }: TrackOnAir): NonNullable<AddedTrack['station']> {
  const reason = sound?.reason || external?.fault || ''
  if (sound?.state === 'failed' || external?.state === 'failed') return { state: 'failed', reason, plays }
  if (external?.state === 'manual') return { state: 'manual', reason: '', plays }
  return { state: isInRotation ? 'in-rotation' : 'waiting', reason: '', plays }
}

/** Converts database errors to `unavailable` errors in every method. */
function guarded<Service extends object>(service: Service): Service {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]) => [
      name,
      (...args: unknown[]) => withUnavailableError(() => (method as (...args: unknown[]) => Promise<unknown>)(...args)),
    ]),
  ) as Service
}

/** Finds the file of a track. */
export async function findTrackFile(db: Tx, id: string): Promise<TrackRow | undefined> {
  return isUuid(id) ? withUnavailableError(findTrack(db, id)) : undefined
}
