import { readFile } from 'node:fs/promises'
import type { Database } from '#platform/database/open-database.ts'
import { findFrames } from '#platform/recordings/frames/mp3-frames.ts'
import { type Storage, withFileAt } from '#platform/storage/storage.ts'
import { type Recording, stationTrackPath } from '#features/radio/contract.ts'
import { listSounds, listSoundsChangedSince, type SoundRow } from './queries.ts'
import type { HashSource } from './source-hashes.ts'
import { formatProblemOf } from '../station-format.ts'

/** Overlap of each refresh with the previous one, longer than any transaction takes to become visible. */
const overlapMs = 60_000

/** Maximum number of fallback recordings: enough variety, and few files to read. */
const maxFallbacks = 6

/** Playable audio of each recording, as known to this process; all lookups are synchronous. */
export type StationSounds = {
  /** Hashes the catalogue files. @returns Whether anything changed. */
  identify(): Promise<boolean>
  /** Reads new conversions. @returns Whether anything changed. */
  follow(): Promise<boolean>
  /** Returns the recording with its converted audio; undefined while there is none. */
  playable(recording: Recording): Recording | undefined
  /** Returns whether a recording has no converted audio yet and its conversion has not failed. */
  isExpected(recording: Recording): boolean
  /**
   * Returns a few recordings that can play unconverted while none is converted: their frames fit and no error is known.
   */
  fallbacks(recordings: readonly Recording[]): Promise<Recording[]>
  /** Returns the storage key of the converted file; undefined if there is none. */
  fileOf(id: string): string | undefined
}

type Options = {
  db: Database['db']
  storage: Pick<Storage, 'withFile'>
  /** Current catalogue recordings. */
  catalogue: () => readonly Recording[]
  hashSource: HashSource
  /**
   * Returns whether a file may play before it is converted, if its frames fit: only files in the content folder, so
   * that a new station is on air at once. Submitted files have to wait.
   */
  isTrusted(file: string): boolean
}

/** Creates the view of a process on the station's audio. */
export function createStationSounds({ db, storage, catalogue, hashSource, isTrusted }: Options): StationSounds {
  const rows = new Map<string, SoundRow>()
  const sources = new Map<string, string>()
  /** Results of checking whether a file's frames fit the station, by hash. */
  const fits = new Map<string, boolean>()
  let newestMs: number | undefined

  function readyRow(recording: Recording): SoundRow | undefined {
    const row = rows.get(recording.id)
    return row?.state === 'ready' && isOfTheseBytes(row, recording) ? row : undefined
  }

  function hasFailed(recording: Recording): boolean {
    const row = rows.get(recording.id)
    return row?.state === 'failed' && isOfTheseBytes(row, recording)
  }

  function isOfTheseBytes({ source }: SoundRow, { id, file }: Recording): boolean {
    return source.startsWith('sha256:') ? sources.get(id) === source : source === file
  }

  /**
   * Checks a file once. A file that cannot be read, for example during a storage outage, is checked again next time.
   */
  async function findFit(name: string, file: string): Promise<boolean | undefined> {
    const known = fits.get(name)
    if (known !== undefined) return known
    const isFit = await canFollowOthers(storage, file).catch(() => undefined)
    if (isFit !== undefined) fits.set(name, isFit)
    return isFit
  }

  return {
    async identify() {
      const changes = await Promise.all(
        catalogue().map(async (recording) => {
          const { id, file } = recording
          const name = await hashSource(file)
          if (name === undefined) return false
          const isOther = sources.get(id) !== name
          sources.set(id, name)
          if (fits.has(name) || !isTrusted(file) || readyRow(recording)) return isOther
          return (await findFit(name, file)) === undefined ? isOther : true
        }),
      )
      return changes.includes(true)
    },

    async follow() {
      const changed =
        newestMs === undefined ? await listSounds(db) : await listSoundsChangedSince(db, new Date(newestMs - overlapMs))
      const fresh = changed.filter((row) => rows.get(row.recordingId)?.changedAt.getTime() !== row.changedAt.getTime())
      for (const row of fresh) rows.set(row.recordingId, row)
      newestMs = Math.max(newestMs ?? 0, ...changed.map(({ changedAt }) => changedAt.getTime()))
      return fresh.length > 0
    },

    playable(recording) {
      const row = readyRow(recording)
      if (!row) {
        const isFit = fits.get(sources.get(recording.id) ?? '') ?? false
        return isFit && isTrusted(recording.file) && !hasFailed(recording) ? recording : undefined
      }
      if (row.soundKey === null) return recording
      return {
        ...recording,
        file: row.soundKey,
        durationSeconds: row.durationSeconds ?? recording.durationSeconds,
        // The conversion removed silence at the beginning, so the levels of the original would be late.
        levelsUrl: stationTrackPath(recording.id, 'levels'),
      }
    },

    isExpected: (recording) => !readyRow(recording) && !hasFailed(recording),

    async fallbacks(recordings) {
      const found: Recording[] = []
      for (const recording of recordings) {
        if (found.length === maxFallbacks) break
        const { file } = recording
        const name = await hashSource(file)
        if (name === undefined || hasFailed(recording)) continue
        if (await findFit(name, file)) found.push(recording)
      }
      return found
    },

    fileOf(id) {
      const row = rows.get(id)
      return row?.state === 'ready' && row.soundKey !== null ? row.soundKey : undefined
    },
  }
}

/** @throws Errors of reading the file, which are no evidence about its format. */
async function canFollowOthers(storage: Pick<Storage, 'withFile'>, file: string): Promise<boolean> {
  const frames = findFrames(await withFileAt(storage, file, (path) => readFile(path)))
  return !('refused' in frames) && formatProblemOf(frames) === undefined
}
