import { open, readFile } from 'node:fs/promises'
import { encodeImage } from '#platform/images.ts'
import { warningOf } from '#platform/recordings/frames/frame-facts.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { ReceivedFile, Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { imageFile } from '#shared/image-address.ts'
import { uploadedFileKey } from '#features/artists/contract.ts'

/** A saved upload, named by a hash of its content. */
export type SavedFile = { file: string; durationSeconds?: number; warning?: string | undefined }

/** Minimum pixels of each side of an image by its use. */
const minSides = { portrait: 600, poster: 320, cover: 200 }

/**
 * Saves an image in all widths under a name derived from its content; see {@link encodeImage}.
 *
 * @param path Local path of the upload.
 * @throws AppError `invalid-input` if it is not an image or too small.
 */
export async function saveImage(
  storage: Storage,
  slug: string,
  path: string,
  use: keyof typeof minSides,
): Promise<SavedFile> {
  const minSide = minSides[use]
  const { name, files } = await encodeImage(await readFile(path), { width: minSide, height: minSide })
  const widest = imageFile(name)
  for (const { file, body } of files)
    // A poster is shown in one width only.
    if (use !== 'poster' || file === widest)
      await storage.put(uploadedFileKey(slug, file), body, { contentType: 'image/webp' })
  return { file: widest }
}

/** Limits of a track, the same as for submissions. */
const trackLimits = { minSeconds: 5, maxSeconds: 30 * 60, minKbps: 32 }

/**
 * Saves a recording unchanged, with the duration computed from its frames.
 *
 * @throws AppError `invalid-input` with the reason if it cannot be played.
 */
export async function saveTrack(
  storage: Storage,
  slug: string,
  received: ReceivedFile,
  readRecording: ReadRecording,
): Promise<SavedFile> {
  const read = await readRecording(received.path, trackLimits)
  if (!read.ok) throw new AppError('invalid-input', read.sentence)
  return { ...(await storeTrack(storage, slug, received, read.facts)), warning: warningOf(read.facts) }
}

/** Saves a recording that was already analyzed. */
export async function storeTrack(
  storage: Storage,
  slug: string,
  received: ReceivedFile,
  { durationSeconds }: { durationSeconds: number },
): Promise<{ file: string; durationSeconds: number }> {
  const file = `${nameOf(received.sha256)}.mp3`
  await storage.put(uploadedFileKey(slug, file), received, { contentType: 'audio/mpeg' })
  return { file, durationSeconds }
}

/** Saves a video unchanged. @throws AppError `invalid-input` if it is not WebM or MP4. */
export async function saveVideo(storage: Storage, slug: string, received: ReceivedFile): Promise<SavedFile> {
  const ending = await videoExtension(received.path)
  if (!ending) throw new AppError('invalid-input', 'Unsupported video type. Use WebM or MP4.')
  const file = `${nameOf(received.sha256)}.${ending}`
  await storage.put(uploadedFileKey(slug, file), received, { contentType: `video/${ending}` })
  return { file }
}

async function videoExtension(path: string): Promise<'webm' | 'mp4' | undefined> {
  const file = await open(path)
  try {
    const { buffer: head } = await file.read(Buffer.alloc(64), 0, 64, 0)
    if (head.readUInt32BE(0) === 0x1a45dfa3 && head.includes('webm')) return 'webm'
    return head.toString('latin1', 4, 8) === 'ftyp' ? 'mp4' : undefined
  } finally {
    await file.close()
  }
}

function nameOf(hash: string): string {
  return hash.slice(0, 32)
}
