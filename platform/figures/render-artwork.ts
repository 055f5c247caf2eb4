import { sharp } from '#platform/sharp.ts'
import { createReusableThread } from '#platform/threads/reusable-thread.ts'
import type { ArtDirection } from '#shared/art-direction.ts'
import { figureHeight, type FigureImage } from '#shared/chladni-address.ts'
import { AppError } from '#shared/errors.ts'
import type { ArtworkPixels, ArtworkTask } from './art/draw-artwork.ts'

/** Version of the generator; increase it when pictures change, so that stored ones are drawn again. */
export const artworkVersion = 'a1'

// In the sources the worker is in a subfolder; in the server bundle both are in one folder.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './art/art-worker.ts' : './art-worker.js', import.meta.url)

/** The largest picture takes about two seconds of computing. */
const threadLimits = { cpuMs: 20_000, timeoutMs: 60_000, heapMegabytes: 256 }

/** Below this width a picture is drawn larger and scaled down, which keeps fine lines smooth. */
const smallestDrawn = 640

/** Renders the artwork of a slug by its direction, as an opaque WebP image. */
export type RenderArtwork = (image: FigureImage, direction: ArtDirection) => Promise<Buffer>

/** Creates the renderer. It draws in one thread of its own, one picture after the other. */
export function createArtworkRenderer(): RenderArtwork {
  const draw = createReusableThread<ArtworkTask, ArtworkPixels>(workerFile, threadLimits, { maxWaiting: 200 })
  return async ({ slug, variant, width }, direction) => {
    const outcome = await draw({ slug, variant, width: Math.max(width, smallestDrawn), direction })
    if (!outcome.ok) throw new AppError('unavailable', { key: 'site.errors.artwork' })
    return encodeArtwork(outcome.result, width, figureHeight(variant, width))
  }
}

/** Scales pixels to their size and encodes them as WebP. */
export async function encodeArtwork(
  { pixels, width, height }: ArtworkPixels,
  toWidth: number,
  toHeight: number,
): Promise<Buffer> {
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  const scaled = toWidth === width ? picture : picture.resize(toWidth, toHeight)
  const encode = (quality: number) => scaled.clone().webp({ quality, effort: 4, smartSubsample: true }).toBuffer()
  const encoded = await encode(qualityFor(toWidth))
  // Fine grains cost most and hide the loss best.
  return encoded.length > 12_000 + 0.09 * toWidth * toHeight ? encode(qualityFor(toWidth) / 2) : encoded
}

/** Large pictures are mostly shown on dense screens, where fewer bits per pixel look the same. */
function qualityFor(width: number): number {
  if (width <= 320) return 74
  return width <= 960 ? 60 : 48
}
