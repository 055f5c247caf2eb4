import { sharp } from '#platform/sharp.ts'
import type { DrawnPage } from './pdf-jobs.ts'

/**
 * Makes a drawn page a WebP: without loss where a few flat colours make it up, as a picture otherwise.
 *
 * @param isAwaited Somebody waits: a plain page is packed in less than half of the time and becomes a quarter larger,
 *   of the very same pixels.
 */
export function encodePage(
  { pixels, width, height, channels, isPlain }: DrawnPage,
  isAwaited: boolean,
): Promise<Buffer> {
  const page = sharp(pixels, { raw: { width, height, channels } })
  // In a lossless image `quality` is how hard the encoder tries; below 25 it leaves out its dearest search.
  return (
    isPlain
      ? page.webp({ lossless: true, effort: 1, quality: isAwaited ? 20 : 80 })
      : page.webp({ quality: 75, effort: 2 })
  ).toBuffer()
}
