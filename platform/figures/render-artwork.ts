import { createHash } from 'node:crypto'
import { sharp } from '#platform/sharp.ts'
import { createReusableThread } from '#platform/threads/reusable-thread.ts'
import { type ArtDirection, artDirectionKey } from '#shared/art-direction.ts'
import { figureHeight, type FigureImage } from '#shared/chladni-address.ts'
import { AppError } from '#shared/errors.ts'
import type { ArtworkPixels, ArtworkTask } from './art/draw-artwork.ts'

/** Version of the generator; increase it when pictures change, so that stored ones are drawn again. */
export const artworkVersion = 'a1'

// In the sources the worker is in a subfolder; in the server bundle both are in one folder.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './art/art-worker.ts' : './art-worker.js', import.meta.url)

/** The largest picture takes about two seconds of computing. */
const threadLimits = { cpuMs: 20_000, timeoutMs: 60_000, heapMegabytes: 256 }

/** Narrower pictures are scaled down from one of this width, which keeps fine lines smooth. */
export const smallestDrawn = 640

/** Returns the name of a picture's file, which differs for different directions. */
export function artworkFile({ slug, variant, width }: FigureImage, direction: ArtDirection): string {
  const key = createHash('sha256').update(artDirectionKey(direction)).digest('hex').slice(0, 12)
  return `${artworkVersion}.${key}.${slug}.${variant}.${width}.webp`
}

/** Renders the artwork of a slug by its direction, as an opaque WebP image of {@link smallestDrawn} or more. */
export type RenderArtwork = (image: FigureImage, direction: ArtDirection) => Promise<Buffer>

/** Creates the renderer. It draws in one thread of its own, one picture after the other. */
export function createArtworkRenderer(): RenderArtwork {
  const draw = createArtworkDrawer()
  return async (image, direction) => encodeArtwork(await draw({ ...image, direction }))
}

/**
 * Creates a thread that draws pictures.
 *
 * @returns A function that draws a picture. @throws AppError `unavailable` when drawing exceeds its limits.
 */
export function createArtworkDrawer(): (task: ArtworkTask) => Promise<ArtworkPixels> {
  const draw = createReusableThread<ArtworkTask, ArtworkPixels>(workerFile, threadLimits, { maxWaiting: 200 })
  return async (task) => {
    const outcome = await draw(task)
    if (!outcome.ok) throw new AppError('unavailable', { key: 'site.errors.artworkNotDrawn' })
    return outcome.result
  }
}

/** Encodes drawn pixels as WebP. */
export async function encodeArtwork({ pixels, width, height }: ArtworkPixels): Promise<Buffer> {
  const source = sharp(pixels, { raw: { width, height, channels: 3 } })
  const encode = (quality: number) => source.clone().webp({ quality, effort: 3, smartSubsample: true }).toBuffer()
  const quality = width <= 960 ? 62 : 48
  const encoded = await encode(quality)
  // Fine grains cost most and hide the loss best.
  return encoded.length > maxBytes(width, height) ? encode(Math.round(quality / 3)) : encoded
}

/** Large pictures are mostly shown on dense screens, where fewer bits per pixel look the same. */
function maxBytes(width: number, height: number): number {
  return 12_000 + (width <= 960 ? 0.14 : 0.05) * width * height
}

/** Scales an image down. */
export function shrinkArtwork(
  image: Buffer,
  { variant, width }: Pick<FigureImage, 'variant' | 'width'>,
): Promise<Buffer> {
  return sharp(image)
    .resize(width, figureHeight(variant, width))
    .webp({ quality: 74, effort: 4, smartSubsample: true })
    .toBuffer()
}
