import { randomUUID } from 'node:crypto'
import { isUnavailable } from '#platform/database/unavailable-error.ts'
import type { Database } from '#platform/database/open-database.ts'
import { type ConvertOutcome, convertSound } from '#platform/recordings/conversion/convert.ts'
import { type Storage, withFileAt } from '#platform/storage/storage.ts'
import { isAppError } from '#shared/errors.ts'
import type { Recording } from '#features/radio/contract.ts'
import {
  claimDueSound,
  deleteSound,
  findSoundDueInMs,
  deleteUnusedSounds,
  extendSoundClaim,
  listSoundKeys,
  listTracksWithoutSound,
  maxAttempts,
  saveSound,
  saveSoundError,
  releaseSound,
  type SoundRow,
  type SoundRequest,
  renewSounds,
  requestSounds,
} from './queries.ts'
import type { HashSource } from './source-hashes.ts'
import { stationFormat } from '../station-format.ts'

/** Claim duration; claims are renewed, so interrupted work is due again a minute after a crash. */
const claimSeconds = 60
const defaultRetryDelaysSeconds = [10, 60, 600, 3600]

/** Minimum age of an unreferenced file before it is deleted, because another process may be about to reference it. */
const graceMs = 60 * 60_000

const folder = 'station/'

type Options = {
  db: Database['db']
  storage: Storage
  /** Current catalogue recordings. */
  catalogue: () => readonly Recording[]
  hashSource: HashSource
  /** Converts a file; replaced in tests. */
  convert?: typeof convertSound
  /** Niceness of a conversion, 0–19. */
  niceness: number
  /** Called after a conversion succeeded or failed permanently. */
  onDone?: () => unknown
  log: Record<'info' | 'warn', (details: object, message: string) => void>
  /** Seconds before the second attempt, the third and so on. */
  retryDelaysSeconds?: readonly number[]
}

/** Converts recordings to the station's format, one at a time; safe to run in several processes. */
type SoundPreparation = {
  /** Processes due conversions; an aborted one is due again at once. */
  now(signal?: AbortSignal): Promise<void>
  /** Deletes unused conversions and their files. */
  deleteUnusedNow(): Promise<void>
  /** Returns the milliseconds until the next conversion is due. */
  nextInMs(): Promise<number | undefined>
}

/** Creates the conversion worker. Its state is in the database, so nothing is lost when a process ends. */
export function createSoundPreparation(options: Options): SoundPreparation {
  const {
    db,
    storage,
    catalogue,
    hashSource,
    convert = convertSound,
    niceness,
    onDone,
    log,
    retryDelaysSeconds = defaultRetryDelaysSeconds,
  } = options
  let running: Promise<void> | undefined
  let deleting: Promise<void> | undefined
  let hasLooked = false
  const requested = new Map<string, string>()

  /** Requests conversions for recordings that are new or changed. */
  async function requestMissing(): Promise<void> {
    const requests: SoundRequest[] = await listTracksWithoutSound(db)
    for (const { id: recordingId, title, artist, file } of catalogue()) {
      const source = await hashSource(file)
      if (source && requested.get(recordingId) !== `${source} ${title} ${artist}`)
        requests.push({ recordingId, source, title, artist })
    }
    await requestSounds(db, requests)
    for (const { recordingId, source, title, artist } of requests)
      requested.set(recordingId, `${source} ${title} ${artist}`)
  }

  async function fileOf({ recordingId, source }: SoundRow): Promise<string | undefined> {
    if (!source.startsWith('sha256:')) return source
    const recording = catalogue().find(({ id }) => id === recordingId)
    return recording && (await hashSource(recording.file)) === source ? recording.file : undefined
  }

  async function prepare(row: SoundRow, signal: AbortSignal | undefined): Promise<void> {
    const file = await fileOf(row)
    // A catalogue file that was replaced or removed: its replacement has its own row, or none is needed.
    if (file === undefined) return deleteSound(db, row)
    const claimTimer = setInterval(
      () => void extendSoundClaim(db, row, claimSeconds).catch(() => undefined),
      (claimSeconds * 1000) / 3,
    )
    try {
      const outcome = await withFileAt(storage, file, (path) =>
        convert({ path, format: stationFormat, niceness }, signal),
      )
      if (outcome.ok) return await save(row, outcome.result)
      if (outcome.reason === 'stopped') return await releaseSound(db, row)
      const isOver = outcome.reason === 'too-costly'
      await fail(row, isOver ? 'Converting it exceeded the processing limit.' : 'The file cannot be read.', { isOver })
    } finally {
      clearInterval(claimTimer)
    }
  }

  async function save(row: SoundRow, result: ConvertOutcome): Promise<void> {
    if (!result.ok) return fail(row, result.sentence, { isOver: true })
    const { mp3, ...measured } = result.sound
    const soundKey = mp3 ? `${folder}${randomUUID()}.mp3` : null
    // The file is stored before the row that names it.
    if (soundKey && mp3) await storage.put(soundKey, mp3, { contentType: 'audio/mpeg' })
    const isNoted = await saveSound(db, row, { ...measured, soundKey })
    if (!isNoted && soundKey) await storage.delete(soundKey)
    if (isNoted)
      log.info({ recording: row.recordingId, converted: mp3 !== undefined }, 'recording ready for the station')
    onDone?.()
  }

  async function fail(
    row: SoundRow,
    reason: string,
    { isOver, isOutage = false }: { isOver: boolean; isOutage?: boolean },
  ): Promise<void> {
    const isGivenUp = isOver || (row.attempts >= maxAttempts && !isOutage)
    log.warn({ recording: row.recordingId, reason, isGivenUp }, 'preparing recording failed')
    await saveSoundError(
      db,
      row,
      reason,
      isGivenUp ? undefined : (retryDelaysSeconds[row.attempts - 1] ?? retryDelaysSeconds.at(-1)!),
    )
    onDone?.()
  }

  async function drain(signal: AbortSignal | undefined): Promise<void> {
    if (!hasLooked)
      await renewLost().then(
        () => (hasLooked = true),
        (error: unknown) => log.warn({ err: error }, 'looking for missing converted recordings failed'),
      )
    await requestMissing()
    while (!signal?.aborted) {
      const row = await claimDueSound(db, claimSeconds)
      if (!row) return
      try {
        await prepare(row, signal)
      } catch (error) {
        if (isUnavailable(error)) throw error
        if (isAppError(error) && error.code === 'not-found')
          await fail(row, 'The file is missing from the file storage.', { isOver: false })
        else {
          log.warn({ err: error, recording: row.recordingId }, 'storing converted recording failed')
          // An outage of the storage is not caused by the recording, however long it lasts.
          const isOutage = isAppError(error) && error.code === 'unavailable'
          const reason = isOutage
            ? 'The file storage is unavailable.'
            : 'The converted recording could not be stored. The disk may be full.'
          await fail(row, reason, { isOver: false, isOutage })
        }
      }
    }
  }

  /** A row does not prove that its file still exists: a missing file is converted again from the recording. */
  async function renewLost(): Promise<void> {
    // The rows are read first, because their files were stored before them.
    const named = await listSoundKeys(db)
    const stored = new Set(named.length === 0 ? [] : await storage.list(folder))
    const lost = named.filter((key) => !stored.has(key))
    if (lost.length > 0) log.warn({ count: lost.length }, 'converted recordings are missing; converting them again')
    await renewSounds(db, lost)
  }

  async function deleteUnused(): Promise<void> {
    await deleteUnusedSounds(
      db,
      catalogue().map(({ id }) => id),
    )
    await renewLost()
    const named = new Set(await listSoundKeys(db))
    for await (const { key, modifiedAt } of storage.listFiles(folder))
      if (!named.has(key) && Date.now() - modifiedAt.getTime() >= graceMs) await storage.delete(key)
  }

  return {
    now: (signal) => (running ??= drain(signal).finally(() => (running = undefined))),
    deleteUnusedNow: () => (deleting ??= deleteUnused().finally(() => (deleting = undefined))),
    nextInMs: () => findSoundDueInMs(db),
  }
}
