import { sharp } from '#platform/sharp.ts'
import type { DrawnPage } from './pdf-jobs.ts'

/**
 * Encodes a rendered page as WebP: lossless for pages of a few flat colours, lossy otherwise.
 *
 * @param isAwaited Whether a request waits: a plain page is then encoded in less than half of the time and a quarter
 *   larger, with identical pixels.
 */
export function encodePage(
  { pixels, width, height, channels, isPlain }: DrawnPage,
  isAwaited: boolean,
): Promise<Buffer> {
  const page = sharp(pixels, { raw: { width, height, channels } })
  // For lossless images `quality` is the encoding effort; below 25 the most expensive search is skipped.
  return (
    isPlain
      ? page.webp({ lossless: true, effort: 1, quality: isAwaited ? 20 : 80 })
      : page.webp({ quality: 75, effort: 2 })
  ).toBuffer()
}
