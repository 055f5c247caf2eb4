import { AppError } from '#shared/errors.ts'
import { isUnavailable } from '#platform/database/unavailable-error.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import type {
  FirstPlay,
  ExternalTrack,
  Recording,
  SilenceReason,
  TrackLibrary,
  TrackOnAir,
} from '#features/radio/contract.ts'
import type { Tx } from '../queries.ts'
import { machineTime, type StationTime } from '../station-time.ts'
import { listSoundsOf, retrySound, requestSounds } from '../sounds/queries.ts'
import type { StationSounds } from '../sounds/station-sounds.ts'
import { type LibraryTrack, type RotationLibrary, rotationLibrary } from '../rotation-library.ts'
import {
  countPlays,
  listAirplay,
  listTracks,
  listTracksChangedSince,
  listTracksOf,
  listUnsavedFirstPlays,
  markRemoved,
  markRestored,
  queueUpload,
  markFirstPlayed,
  renameTrack,
  type TrackRow,
  upsertTrack,
} from './queries.ts'

const pollMs = 2_000

/** Polling ticks to skip while there is no premiere, since changes are announced; polling still runs every so often. */
const restTicks = 15

/** Overlap of each refresh with the previous one, longer than any transaction takes to become visible. */
const overlapMs = 60_000

/** Time in which the station plays its first recording: the plan is made at the next heartbeat, and audio is loaded. */
const startMs = 60_000

type Log = { warn(details: object, message: string): void }

type Options = {
  db: Database['db']
  changes: Changes
  /** The current recordings of the artists; read again after `catalogueChanged`. */
  catalogue: () => readonly Recording[]
  /** Converts a row to a recording of the station. */
  toRecording: (track: TrackRow) => Recording
  /** Converted audio of the recordings; without it, each recording plays unconverted. */
  sounds?: StationSounds
  /** Destination of tracks: played here, uploaded to an external station, or added there manually. */
  kind: 'built-in' | 'upload' | 'manual'
  /** Returns whether a track is the current song of an external station. */
  isOnExternal?: (track: Pick<TrackRow, 'title' | 'artist'>) => boolean
  /** Called after any change that the library reports. */
  onChange?: () => void
  time?: StationTime
  log: Log
}

/** Tracks of other features in the rotation, kept in sync in every process. */
export type StationTracks = {
  library: TrackLibrary<Tx>
  rotation: RotationLibrary
  /** Returns the tracks in the rotation as of the last refresh. */
  list(): TrackRow[]
  /** Returns whether a track is known, including recently removed ones that are still in the history. */
  has(id: string): boolean
  /** Finds a track that is in the rotation. */
  find(id: string): TrackRow | undefined
  /**
   * Records a first play in its own transaction, in which the listener is called; returns false when it was recorded
   * before.
   */
  saveFirstPlay(play: FirstPlay): Promise<boolean>
  catalogueChanged(): void
  /** Resolves after the first refresh, whether or not it succeeded. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createStationTracks({
  db,
  changes,
  catalogue,
  toRecording,
  sounds,
  kind,
  isOnExternal,
  onChange,
  time = machineTime,
  log,
}: Options): StationTracks {
  const known = new Map<string, { row: TrackRow; recording: Recording }>()
  /** Ids of recordings that play unconverted while none is converted. */
  let fallbacks: ReadonlySet<string> = new Set()
  const onAir = (recording: Recording) =>
    sounds ? (sounds.playable(recording) ?? (fallbacks.has(recording.id) ? recording : undefined)) : recording
  const catalogueOnAir = () => catalogue().flatMap((recording) => onAir(recording) ?? [])
  let rotation = rotationLibrary(catalogueOnAir())
  let playableSinceMs = time.steadyMs()
  let newestMs: number | undefined
  let firstPlayed: ((tx: Tx, play: FirstPlay) => Promise<void>) | undefined
  let refreshing: Promise<void> = Promise.resolve()
  let stopPolling: (() => void) | undefined
  let stopFollowing: (() => Promise<void>) | undefined
  let ticks = 0
  let hasWarned = false
  const newState = kind === 'upload' ? 'pending' : 'none'

  const build = () => {
    const wasEmpty = rotation.recordings().length === 0
    rotation = rotationLibrary(catalogueOnAir(), [...known.values()].flatMap(asLibraryTracks))
    if (wasEmpty) playableSinceMs = time.steadyMs()
    onChange?.()
  }

  const reasonOfSilence = (): SilenceReason => {
    if (rotation.recordings().length > 0) return time.steadyMs() - playableSinceMs < startMs ? 'starting' : 'unknown'
    const current = [...known.values()].flatMap(({ row, recording }) => (row.removedAt === null ? [recording] : []))
    return sounds && [...catalogue(), ...current].some(sounds.isExpected) ? 'converting' : 'no-recording'
  }

  /** Returns nothing for a track that is not converted yet. */
  const asLibraryTracks = ({ row, recording: original }: { row: TrackRow; recording: Recording }): LibraryTrack[] => {
    const recording = onAir(original)
    if (!recording) return []
    return [
      {
        recording,
        addedAtMs: row.addedAt.getTime(),
        isNew: row.firstPlayedAt === null,
        removedAtMs: row.removedAt?.getTime(),
      },
    ]
  }

  async function refreshTracks(): Promise<void> {
    const reading = Promise.all([
      newestMs === undefined ? listTracks(db) : listTracksChangedSince(db, new Date(newestMs - overlapMs)),
      sounds?.follow() ?? false,
    ])
    reading.catch(() => undefined)
    // Needs no database, so the artists' own recordings play without it too.
    if (await sounds?.identify()) build()
    const [changed, haveSoundsChanged] = await reading
    const fresh = changed.filter((row) => known.get(row.id)?.row.changedAt.getTime() !== row.changedAt.getTime())
    for (const row of fresh) known.set(row.id, { row, recording: toRecording(row) })
    newestMs = Math.max(newestMs ?? 0, ...changed.map(({ changedAt }) => changedAt.getTime()))
    if (fresh.length > 0 || haveSoundsChanged) build()
  }

  /**
   * If no converted audio is available, for example right after an update to a version with conversions, the station
   * continues with recordings that fit unconverted.
   */
  async function applyFallbacks({ playable, fallbacks: find }: StationSounds): Promise<void> {
    const playedTracks = [...known.values()].filter(({ row }) => row.removedAt === null && row.firstPlayedAt !== null)
    const all = [...catalogue(), ...playedTracks.map(({ recording }) => recording)]
    const isSilent = all.every((recording) => playable(recording) === undefined)
    const found = new Set(isSilent ? (await find(all)).map(({ id }) => id) : [])
    if (found.symmetricDifference(fallbacks).size === 0) return
    fallbacks = found
    build()
  }

  async function saveFirstPlay(play: FirstPlay): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (!(await markFirstPlayed(tx, play.id, play.at))) return false
      await firstPlayed?.(tx, play)
      return true
    })
  }

  async function savePremieres(): Promise<void> {
    if (kind !== 'built-in' || rotation.premieres().length === 0) return
    for (const play of await listUnsavedFirstPlays(db)) if (await saveFirstPlay(play)) await refreshTracks()
  }

  /** Serialized, so that an older response is never applied last. */
  const refresh = (): Promise<void> =>
    (refreshing = refreshing
      // Also applied when the database is unavailable, based on what is known by then.
      .then(() => refreshTracks().finally(() => sounds && applyFallbacks(sounds)))
      .then(savePremieres)
      .then(() => void (hasWarned = false))
      .catch((error: unknown) => {
        if (!hasWarned && !isUnavailable(error)) log.warn({ err: error }, 'reading station tracks failed')
        hasWarned = true
      }))

  const externalOf = (row: TrackRow): ExternalTrack => {
    if (kind === 'manual' && row.externalState !== 'uploaded') return { state: 'manual', fault: '' }
    return { state: row.externalState === 'none' ? 'pending' : row.externalState, fault: row.externalError }
  }

  const library: TrackLibrary<Tx> = {
    async add(tx, track) {
      await upsertTrack(tx, track, newState)
      if (kind !== 'built-in') return
      const { id: recordingId, storageKey: source, title, artist } = track
      await requestSounds(tx, [{ recordingId, source, title, artist }])
    },
    remove: markRemoved,
    restore: (tx, id) => markRestored(tx, id, newState),
    rename: (tx, id, words) => renameTrack(tx, id, words, newState),
    refresh,
    listFiles: async () => (await listTracks(db)).map(({ storageKey }) => storageKey),
    async about(ids) {
      const isHere = kind === 'built-in'
      const [found, counts, made] = await Promise.all([
        listTracksOf(db, ids),
        isHere ? countPlays(db, ids) : [],
        isHere && sounds ? listSoundsOf(db, ids) : [],
      ])
      const soundOf = new Map(made.map(({ recordingId, state, reason }) => [recordingId, { state, reason }]))
      const countOf = new Map(counts.map((count) => [count.recordingId, count]))
      const result = new Map(ids.map((id) => [id, unknownTrack]))
      for (const row of found) {
        const isInRotation = row.removedAt === null
        const count = countOf.get(row.id)
        const sound =
          sounds && isInRotation ? (soundOf.get(row.id) ?? { state: 'pending' as const, reason: '' }) : undefined
        result.set(
          row.id,
          kind === 'built-in'
            ? {
                isInRotation: isInRotation && (!sound || sound.state === 'ready'),
                isOnAirNow: count?.isOnAirNow ?? false,
                plays: count?.plays ?? 0,
                peakListeners: count?.peakListeners ?? 0,
                lastPlayedAt: count ? new Date(count.lastStartsAtMs).toISOString() : null,
                external: undefined,
                sound,
              }
            : {
                // The station can only play a track that was uploaded, or that the owner added manually.
                isInRotation: isInRotation && (row.externalState === 'uploaded' || row.externalPlays > 0),
                isOnAirNow: isInRotation && (isOnExternal?.(row) ?? false),
                plays: row.externalPlays,
                peakListeners: row.externalPeakListeners,
                lastPlayedAt: row.externalLastPlayedAt?.toISOString() ?? null,
                external: externalOf(row),
                sound: undefined,
              },
        )
      }
      return result
    },
    count: () => rotation.recordings().length,
    reasonOfSilence,
    airplaySince: async (since, limit) => (kind === 'built-in' ? listAirplay(db, since, limit) : []),
    onFirstPlay: (listener) => void (firstPlayed = listener),
    async tryAgain(id) {
      if (sounds) {
        if (!(await retrySound(db, id)))
          throw new AppError('conflict', 'This recording has no failed conversion to retry.')
        return
      }
      const [row] = await listTracksOf(db, [id])
      if (!row) throw new AppError('not-found', 'Track not found.')
      if (!(await queueUpload(db, id))) throw new AppError('conflict', 'This track has no failed upload to retry.')
    },
  }

  return {
    library,
    rotation: {
      recordings: () => rotation.recordings(),
      premieres: () => rotation.premieres(),
      recordingOf: (play) => rotation.recordingOf(play),
    },
    list: () => [...known.values()].flatMap(({ row }) => (row.removedAt === null ? [row] : [])),
    has: (id) => known.has(id),
    find(id) {
      const row = known.get(id)?.row
      return row && row.removedAt === null ? row : undefined
    },
    saveFirstPlay,
    catalogueChanged: build,
    start() {
      // A first play happens through the passage of time alone, without a notification.
      const mustPoll = () => !changes.isListening() || rotation.premieres().length > 0 || ticks % restTicks === 0
      stopPolling ??= time.every(pollMs, () => (++ticks, mustPoll() ? refresh() : undefined))
      stopFollowing ??= changes.subscribe({ topics: ['radio_tracks', 'radio_sounds'], check: refresh })
      return refresh()
    },
    async stop() {
      stopPolling?.()
      stopPolling = undefined
      await stopFollowing?.()
      await refreshing
    },
  }
}

const unknownTrack: TrackOnAir = {
  isInRotation: false,
  isOnAirNow: false,
  plays: 0,
  peakListeners: 0,
  lastPlayedAt: null,
  external: undefined,
  sound: undefined,
}
