import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readImage, rejectImage } from '#platform/images.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { coverAddress, coverHeight, coverWidths } from '#shared/cover-address.ts'
import type { UploadedCover } from '#features/books/admin.ts'

const [minWidth, minHeight] = [740, coverHeight(740)]

/**
 * Checks a cover and stores it in the sizes that the site uses, cropped to 148:210 from the center. Only re-encoded
 * images are served, so hidden data of the file is not published.
 *
 * @throws AppError `invalid-input` unless it is a still JPEG, PNG, WebP or AVIF of sufficient size; errors of
 * `storage.put`.
 */
export async function importCover(storage: Storage, bookId: string, path: string): Promise<UploadedCover> {
  const bytes = await readFile(path)
  const { pixels } = await readImage(bytes, { width: minWidth, height: minHeight, of: 'A cover' })
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  for (const wide of coverWidths) {
    const cover = await pixels()
      .resize(wide, coverHeight(wide), { fit: 'cover' })
      .flatten({ background: '#0f0c09' })
      .webp({ quality: 84 })
      .toBuffer()
      .catch(rejectImage)
    await storage.put(`books/${bookId}/cover-${hash}-${wide}.webp`, cover, { contentType: 'image/webp' })
  }
  return { coverImage: coverAddress(bookId, hash, coverWidths.at(-1)!) }
}
