import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { isUnavailable } from '#platform/database/unavailable-error.ts'
import { discardFile, type FormFile } from '#platform/form-parts.ts'
import { saveImage } from '#platform/images.ts'
import { warningOf } from '#platform/recordings/frames/frame-facts.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { ReadTags } from '#platform/recordings/tag-reader.ts'
import { throwFullDiskError } from '#platform/storage/full-disk.ts'
import type { ReceivedFile, Storage } from '#platform/storage/storage.ts'
import { QueueFullError } from '#platform/threads/work-queue.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { maxAudioBytes, trackLimits } from '#features/submissions/contract.ts'
import { importedTrackPlace, type KnownTrack, tracksPath, type UploadedFile } from '#features/tracks/contract.ts'
import { detailsOf, shownFileName } from './read-details.ts'
import { insertTrack, type TrackRow, type Tx } from './queries.ts'
import type { importedTracks } from './tables.ts'

/** Minimum pixels of each side of a cover in the tags. */
const minCoverSide = 200

/** Dependencies of the import of a file. */
export type ImportDeps = {
  db: Tx
  storage: Storage
  readRecording: ReadRecording
  readTags: ReadTags
  /** Finds a recording of the site with the same bytes. */
  findSame(sha256: string): Promise<KnownTrack | undefined>
  log: FastifyBaseLogger
}

/**
 * Imports one file of a form that was received on the local disk: reads it as a recording, reads its tags and cover,
 * stores it, and then writes its row. When this resolves, the import of the file is complete, whatever happens to the
 * rest of the form.
 *
 * @returns Never `refused`; the reasons are thrown.
 * @throws AppError with the reason; in that case nothing of the file is left.
 */
export async function importFile(deps: ImportDeps, part: FormFile, actor: string): Promise<UploadedFile> {
  const { storage } = deps
  const name = shownFileName(part.fileName)
  if (!/\.mp3$/i.test(name)) {
    await discardFile(part)
    throw new AppError('unsupported-media-type', 'Only MP3 files can be imported.')
  }
  const received = await storage.receive(part.content).catch(throwFullDiskError)
  try {
    if (part.isCut()) throw new AppError('too-large', `This file is larger than ${maxAudioBytes / 1024 / 1024} MB.`)
    if (received.bytes === 0) throw new AppError('invalid-input', { key: 'site.errors.emptyFile' })
    const known = await deps.findSame(received.sha256)
    if (known) return { name, result: 'known', ...known }
    const { values, notes } = await readFile(deps, received.path, name)
    const row = await storeAndSave(deps, received, { ...values, fileName: name, notes, actor })
    if (row) return { name, result: 'imported', title: row.title, notes }
    // The same file has arrived concurrently.
    const other = await deps.findSame(received.sha256)
    return {
      name,
      result: 'known',
      ...(other ?? { title: values.title, place: importedTrackPlace, href: tracksPath }),
    }
  } finally {
    await received.discard()
  }
}

/** Stores the file before the row that names it; without a row, it is deleted again. */
async function storeAndSave(
  { db, storage }: ImportDeps,
  received: ReceivedFile,
  values: Omit<typeof importedTracks.$inferInsert, 'sha256' | 'bytes' | 'storageKey'>,
): Promise<TrackRow | undefined> {
  const { sha256, bytes } = received
  const storageKey = `tracks/${randomUUID()}.mp3`
  let isSaved = false
  try {
    await storage.put(storageKey, received, { contentType: 'audio/mpeg' }).catch(throwFullDiskError)
    const row = await insertTrack(db, { ...values, sha256, bytes, storageKey }).catch((error: unknown) => {
      // A commit whose response was lost may have succeeded. The row would then name the file, so the cleanup at
      // startup decides.
      if (isUnavailable(error)) isSaved = true
      throw error
    })
    isSaved = row !== undefined
    return row
  } finally {
    if (!isSaved) await storage.delete(storageKey).catch(() => undefined)
  }
}

async function readFile({ storage, readRecording, readTags, log }: ImportDeps, path: string, name: string) {
  const outcome = await readRecording(path, trackLimits).catch(rejectBusy)
  if (!outcome.ok) throw new AppError('invalid-input', outcome.sentence)
  const { facts } = outcome
  const tags = await readTags(path).catch(rejectBusy)
  const notes: string[] = []
  const warning = warningOf(facts)
  if (warning) notes.push(warning)
  const { cover, note } = await saveCover(storage, tags.image, log)
  if (note) notes.push(note)
  const { genre, year, bpm } = tags
  return {
    values: {
      ...detailsOf(tags, name),
      genre,
      year: year ?? null,
      bpm: bpm ?? null,
      cover,
      durationSeconds: facts.durationSeconds,
      bitrateKbps: Math.round(facts.bitrateKbps),
    },
    notes,
  }
}

/**
 * Stores the cover from the tags. An unusable cover is reported in the notes, because the recording is still usable.
 */
async function saveCover(
  storage: Storage,
  image: Uint8Array | undefined,
  log: FastifyBaseLogger,
): Promise<{ cover: string; note?: string }> {
  if (!image || image.length === 0) return { cover: '' }
  try {
    return { cover: await saveImage(storage, image, minCoverSide) }
  } catch (error) {
    if (!isAppError(error) || error.code !== 'invalid-input') throw error
    log.info({ err: error }, 'cover of an imported track left out')
    return { cover: '', note: `The cover image in the tags was not imported. ${error.message}` }
  }
}

function rejectBusy(error: unknown): never {
  if (!(error instanceof QueueFullError)) throw error
  throw new AppError('unavailable', 'Too many recordings are being checked. Try again in a minute.', {
    retryAfterSeconds: 60,
  })
}
