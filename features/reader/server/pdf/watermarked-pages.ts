import { createWorkQueue } from '#platform/threads/work-queue.ts'
import type { BookAccess } from '#features/reader/contract.ts'
import { createMemoryCache } from './memory-cache.ts'

type Watermark = Extract<BookAccess, { kind: 'owned' }>['watermark']

/** Adds a buyer's watermark to a page image. */
type WatermarkPage = (webp: Buffer, watermark: Watermark) => Promise<Buffer>

/** Returns a page of an edition with a buyer's watermark; `image` is called only if the page is not cached. */
export type PageWatermarker = (
  edition: string,
  page: number,
  width: number,
  watermark: Watermark,
  image: () => Promise<Buffer>,
) => Promise<Buffer>

/** Encoding a page this wide takes hundreds of megabytes: one at a time. */
const largeWidth = 1632

/** Watermarks pages for their buyers and caches recent ones in memory, because shared caches must not store them. */
export function createPageWatermarker(watermarkPage: WatermarkPage): PageWatermarker {
  const recent = createMemoryCache(24 * 1024 * 1024)
  const inFlight = new Map<string, Promise<Buffer>>()
  const enqueueLarge = createWorkQueue(1, Infinity)

  const make = async (name: string, width: number, watermark: Watermark, image: () => Promise<Buffer>) => {
    const before = await image()
    const encode = () => watermarkPage(before, watermark)
    const watermarked = await (width >= largeWidth ? enqueueLarge(encode) : encode())
    recent.add(name, watermarked)
    return watermarked
  }

  return async (edition, page, width, watermark, image) => {
    const name = [edition, page, width, watermark.orderCode, watermark.maskedEmail].join('\n')
    const known = recent.get(name) ?? inFlight.get(name)
    if (known) return known
    const work = make(name, width, watermark, image).finally(() => inFlight.delete(name))
    inFlight.set(name, work)
    return work
  }
}
