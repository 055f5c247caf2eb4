import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { warningOf } from '#platform/recordings/frames/frame-facts.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import { isSupportedImage } from '#platform/image-type.ts'
import { sharp } from '#platform/sharp.ts'
import type { ReceivedFile, Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { uploadedFileKey } from '#features/artists/contract.ts'
import { imageFile, imageWidths } from '#features/artists/media-paths.ts'

/** A saved upload, named by a hash of its content. */
export type SavedFile = { file: string; durationSeconds?: number; warning?: string | undefined }

/** Maximum pixels of an image before it is decoded: 8,000 × 8,000. */
const maxPixels = 64_000_000

/**
 * Re-encodes an image as WebP in all widths, without the original's metadata such as location and camera.
 *
 * @param path Local path of the upload.
 * @throws AppError `invalid-input` if it is not an image or too small.
 */
export async function saveImage(
  storage: Storage,
  slug: string,
  path: string,
  use: 'portrait' | 'poster',
): Promise<SavedFile> {
  const source = await readFile(path)
  const image = () => sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient()
  const minSide = use === 'portrait' ? 600 : 320
  if (!isSupportedImage(source)) throw unsupportedImage
  const facts = await image().metadata().catch(rejectImage)
  if (Math.min(facts.width, facts.height) < minSide)
    throw new AppError(
      'invalid-input',
      `This image is ${facts.width} × ${facts.height} pixels. It needs at least ${minSide} pixels on each side.`,
    )
  const drawn = (width: number) =>
    image()
      .resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(rejectImage)
  const widest = await drawn(imageWidths[2])
  const name = nameOf(createHash('sha256').update(widest).digest('hex'))
  const put = (file: string, body: Buffer) =>
    storage.put(uploadedFileKey(slug, file), body, { contentType: 'image/webp' })
  if (use === 'portrait')
    for (const width of imageWidths.slice(0, 2)) await put(imageFile(name, width), await drawn(width))
  await put(`${name}.webp`, widest)
  return { file: `${name}.webp` }
}

/** Limits of a featured track, the same as for submissions. */
const trackLimits = { minSeconds: 5, maxSeconds: 30 * 60, minKbps: 32 }

/**
 * Saves a recording unchanged, with the duration counted from its frames.
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
  const file = `${nameOf(received.sha256)}.mp3`
  await storage.put(uploadedFileKey(slug, file), received, { contentType: 'audio/mpeg' })
  return { file, durationSeconds: read.facts.durationSeconds, warning: warningOf(read.facts) }
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

const unsupportedImage = new AppError('invalid-input', 'Unsupported image type. Use JPEG, PNG, WebP or AVIF.')

function rejectImage(): never {
  throw unsupportedImage
}

function nameOf(hash: string): string {
  return hash.slice(0, 32)
}
