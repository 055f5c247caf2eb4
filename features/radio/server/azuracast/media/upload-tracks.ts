import { isUnavailable } from '#platform/database/unavailable-error.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { TrackRow } from '../../tracks/queries.ts'
import { StationError } from '../call-station.ts'
import { fileNameOf, type StationMedia, StationRejection } from './station-media.ts'
import { claimDueTrack, maxAttempts, saveUploadError, saveExternalState } from './queries.ts'

/** Claim duration, longer than any attempt can take. */
const claimSeconds = 300
const defaultRetryDelaysSeconds = [10, 30, 120, 600, 1800, 3600, 7200]

type Options = {
  db: Database['db']
  media: StationMedia
  /** Calls `read` with the local path of a track's file. */
  withFile: Storage['withFile']
  log: Record<'info' | 'warn', (details: object, message: string) => void>
  /** Seconds before the second attempt, the third and so on. */
  retryDelaysSeconds?: readonly number[]
}

/** Uploads accepted tracks to an external station and removes withdrawn ones; safe to run in several processes. */
type TrackUploads = {
  /** Processes due tracks one after the other. */
  now(signal?: AbortSignal): Promise<void>
}

export function createTrackUploads({
  db,
  media,
  withFile,
  log,
  retryDelaysSeconds = defaultRetryDelaysSeconds,
}: Options): TrackUploads {
  let running: Promise<void> | undefined

  async function upload(track: TrackRow): Promise<void> {
    const name = fileNameOf(track)
    // An earlier attempt may have crashed after the upload, so an existing file is not uploaded again.
    const mediaId =
      (await media.find(name)) ??
      (await withFile(track.storageKey, (path) => media.upload(path, name))) ??
      (await media.find(name))
    if (!mediaId) throw new StationError('the station accepted the file but does not list it')
    await media.describe(mediaId, track)
    await saveExternalState(db, track.id, 'uploaded', mediaId)
    log.info({ track: track.id }, 'track uploaded to external station')
  }

  async function remove(track: TrackRow): Promise<void> {
    const mediaId = (await media.find(fileNameOf(track))) ?? track.externalMediaId
    if (mediaId) await media.remove(mediaId)
    await saveExternalState(db, track.id, 'none', null)
  }

  async function drain(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const track = signal?.aborted ? undefined : await claimDueTrack(db, claimSeconds)
      if (!track) return
      try {
        await (track.removedAt === null ? upload(track) : remove(track))
      } catch (error) {
        if (isUnavailable(error) && !(error instanceof StationError)) throw error
        const fault = error instanceof StationError ? error.message : 'the file cannot be read on this server'
        const isOver = error instanceof StationRejection || track.externalAttempts >= maxAttempts
        log.warn({ track: track.id, fault, isOver }, 'syncing track with external station failed')
        await saveUploadError(
          db,
          track,
          fault,
          isOver ? undefined : (retryDelaysSeconds[track.externalAttempts - 1] ?? retryDelaysSeconds.at(-1)!),
        )
      }
    }
  }

  return { now: (signal) => (running ??= drain(signal).finally(() => (running = undefined))) }
}
