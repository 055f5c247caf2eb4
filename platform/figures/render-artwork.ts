import { createHash } from 'node:crypto'
import { sharp } from '#platform/sharp.ts'
import { createReusableThread } from '#platform/threads/reusable-thread.ts'
import { type ArtDirection, artDirectionKey } from '#shared/art-direction.ts'
import { figureHeight, type FigureImage } from '#shared/chladni-address.ts'
import { AppError } from '#shared/errors.ts'
import type { ArtworkPixels, ArtworkTask } from './art/draw-artwork.ts'

/** Version of the generator; increase it when images change, so that stored ones are drawn again. */
export const artworkVersion = 'a2'

// In the sources the worker is in a subfolder; in the server bundle both are in one folder.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './art/art-worker.ts' : './art-worker.js', import.meta.url)

/** The largest image takes about two seconds of computing. */
const threadLimits = { cpuMs: 20_000, timeoutMs: 60_000, heapMegabytes: 256 }

/** Narrower images are scaled down from one of this width, which keeps fine lines smooth. */
export const smallestDrawn = 640

/** Formats in which artwork is served. */
export type ArtworkFormat = 'avif' | 'webp'

/** Returns the name of a drawing's file, which differs for different directions. */
export function artworkFile({ slug, variant, width }: FigureImage, direction: ArtDirection): string {
  const key = createHash('sha256').update(artDirectionKey(direction)).digest('hex').slice(0, 12)
  return `${artworkVersion}.${key}.${slug}.${variant}.${width}.webp`
}

/**
 * Returns the key of a direction, which is part of the addresses of its pictures: it differs for different directions
 * and versions of the generator.
 */
export function artworkKey(direction: ArtDirection): string {
  return createHash('sha256')
    .update(`${artworkVersion} ${artDirectionKey(direction)}`)
    .digest('hex')
    .slice(0, 8)
}

/** Draws the artwork of a slug by its direction, as {@link storeArtwork} stores it. */
export type RenderArtwork = (image: FigureImage, direction: ArtDirection) => Promise<Buffer>

/** Creates the renderer. It draws images sequentially in its own thread. */
export function createArtworkRenderer(): RenderArtwork {
  const draw = createArtworkDrawer()
  return async (image, direction) => storeArtwork(await draw({ ...image, direction }))
}

/**
 * Creates a thread that draws images.
 *
 * @returns A function that draws an image. @throws AppError `unavailable` when drawing exceeds its limits.
 */
export function createArtworkDrawer(): (task: ArtworkTask) => Promise<ArtworkPixels> {
  const draw = createReusableThread<ArtworkTask, ArtworkPixels>(workerFile, threadLimits, { maxWaiting: 200 })
  return async (task) => {
    const outcome = await draw(task)
    if (!outcome.ok) throw new AppError('unavailable', { key: 'site.errors.artworkNotDrawn' })
    return outcome.result
  }
}

/**
 * Encodes drawn pixels for the disk, almost without loss: they are encoded again for visitors, and what the first
 * encoding lost would cost bytes in the second.
 */
export function storeArtwork({ pixels, width, height }: ArtworkPixels): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ quality: 90, effort: 0 })
    .toBuffer()
}

/** Encodes a stored drawing for visitors, in its own size or a smaller one. */
export async function encodeArtwork(
  drawing: Buffer,
  { variant, width }: Pick<FigureImage, 'variant' | 'width'>,
  format: ArtworkFormat,
): Promise<Buffer> {
  const height = figureHeight(variant, width)
  const source = sharp(drawing).resize(width, height)
  if (format === 'avif') {
    // More effort takes three times as long for a tenth of the bytes.
    const { quality, effort } = width <= 640 ? { quality: 53, effort: 2 } : { quality: 46, effort: 1 }
    return source.avif({ quality, effort }).toBuffer()
  }
  const encode = (quality: number) => source.clone().webp({ quality, effort: 3, smartSubsample: true }).toBuffer()
  const quality = width < 640 ? 74 : width <= 960 ? 62 : 48
  const encoded = await encode(quality)
  // Fine grains cost most and hide compression loss best.
  return encoded.length > maxBytes(width, height) ? encode(Math.round(quality / 3)) : encoded
}

/** Large images are mostly shown on dense screens, where fewer bits per pixel look the same. */
function maxBytes(width: number, height: number): number {
  return 12_000 + (width <= 960 ? 0.14 : 0.05) * width * height
}
