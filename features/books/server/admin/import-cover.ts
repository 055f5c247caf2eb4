import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isSupportedImage } from '#platform/image-type.ts'
import { sharp } from '#platform/sharp.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { coverAddress, coverHeight, coverWidths } from '#shared/cover-address.ts'
import type { UploadedCover } from '#features/books/admin.ts'

/** Larger images are not decoded; the largest cameras stay below. */
const maxPixels = 80_000_000

const [minWidth, minHeight] = [740, coverHeight(740)]

/**
 * Checks a cover and stores it in the sizes the site uses, cropped to 148:210 from the center. Only re-encoded images
 * are served, so nothing hidden in the file is published.
 *
 * @throws AppError `invalid-input` unless it is a still JPEG, PNG, WebP or AVIF of sufficient size; errors of
 *   `storage.put`.
 */
export async function importCover(storage: Storage, bookId: string, path: string): Promise<UploadedCover> {
  const bytes = await readFile(path)
  if (!isSupportedImage(bytes))
    throw new AppError('invalid-input', 'Unsupported image type. Use JPEG, PNG, WebP or AVIF.')
  const facts = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).metadata().catch(rejectImage)
  if ((facts.pages ?? 1) > 1)
    throw new AppError('invalid-input', 'Animated images are not supported. Use a still image.')
  const isRotated = (facts.orientation ?? 1) >= 5
  const [width, height] = isRotated ? [facts.height, facts.width] : [facts.width, facts.height]
  if (width < minWidth || height < minHeight) {
    throw new AppError(
      'invalid-input',
      `This image is ${width} by ${height} pixels. A cover needs at least ${minWidth} by ${minHeight} pixels.`,
    )
  }
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  for (const wide of coverWidths) {
    const cover = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize(wide, coverHeight(wide), { fit: 'cover' })
      .flatten({ background: '#0f0c09' })
      .webp({ quality: 84 })
      .timeout({ seconds: 20 })
      .toBuffer()
      .catch(rejectImage)
    await storage.put(`books/${bookId}/cover-${hash}-${wide}.webp`, cover, { contentType: 'image/webp' })
  }
  return { coverImage: coverAddress(bookId, hash, coverWidths.at(-1)!) }
}

function rejectImage(cause: unknown): never {
  const isLarge = /pixel limit/i.test(String(cause))
  throw new AppError(
    'invalid-input',
    isLarge ? 'This image is too large. Use an image of up to 80 megapixels.' : 'This image is damaged or incomplete.',
    { cause },
  )
}
