import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sharp } from '#platform/sharp.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { coverAddress, coverHeight, coverWidths } from '#shared/cover-address.ts'
import type { TakenCover } from '#features/books/admin.ts'

/** A picture with more pixels than this is not decoded; the largest cameras stay below. */
const mostPixels = 80_000_000

const [leastWidth, leastHeight] = [740, coverHeight(740)]

/**
 * Checks a cover and keeps it in the sizes the site shows, cut to 148 by 210 from the middle. Only what was decoded and
 * encoded anew is ever sent, so nothing else that hides in the file comes along.
 *
 * @throws AppError `invalid-input` for what is no still JPEG, PNG, WebP or AVIF, or too small; what `storage.put`
 *   throws.
 */
export async function takeCover(storage: Storage, bookId: string, path: string): Promise<TakenCover> {
  const bytes = await readFile(path)
  if (!isPicture(bytes)) throw new AppError('invalid-input', 'Unsupported image type. Use JPEG, PNG, WebP or AVIF.')
  const facts = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).metadata().catch(broken)
  if ((facts.pages ?? 1) > 1)
    throw new AppError('invalid-input', 'Animated images are not supported. Use a still image.')
  const isTurned = (facts.orientation ?? 1) >= 5
  const [width, height] = isTurned ? [facts.height, facts.width] : [facts.width, facts.height]
  if (width < leastWidth || height < leastHeight) {
    throw new AppError(
      'invalid-input',
      `This image is ${width} by ${height} pixels. A cover needs at least ${leastWidth} by ${leastHeight} pixels.`,
    )
  }
  const picture = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  for (const wide of coverWidths) {
    const cover = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize(wide, coverHeight(wide), { fit: 'cover' })
      .flatten({ background: '#0f0c09' })
      .webp({ quality: 84 })
      .timeout({ seconds: 20 })
      .toBuffer()
      .catch(broken)
    await storage.put(`books/${bookId}/cover-${picture}-${wide}.webp`, cover, { contentType: 'image/webp' })
  }
  return { coverImage: coverAddress(bookId, picture, coverWidths.at(-1)!) }
}

// By its first bytes: drawings such as SVG would be run by other programs than ours.
function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 16).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    (head.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(head.slice(8, 12)))
  )
}

function broken(cause: unknown): never {
  const isLarge = /pixel limit/i.test(String(cause))
  throw new AppError(
    'invalid-input',
    isLarge ? 'This image is too large. Use an image of up to 80 megapixels.' : 'This image is damaged or incomplete.',
    { cause },
  )
}
