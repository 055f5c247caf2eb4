import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { PdfRenderer, Urgency } from '#platform/pdf/pdf-renderer.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { PageText } from '#features/reader/contract.ts'
import { textForm } from '#features/reader/paths.ts'
import { type Edition, sourceOf } from './edition.ts'
import { glue } from './search/page-index.ts'
import { createMemoryCache } from './pdf/memory-cache.ts'

/** Page images and text of editions: rendered once and stored. Callers have checked access. */
export type PageStore = {
  /**
   * Returns a page as WebP without a watermark.
   *
   * @param width One of `pageWidths`.
   * @throws AppError `unavailable` when it cannot be rendered.
   */
  image(edition: Edition, page: number, width: number, urgency?: Urgency): Promise<Buffer>
  /** Stores an image that was rendered for another purpose. */
  saveImage(edition: Pick<Edition, 'name'>, page: number, width: number, image: Buffer): void
  /** Returns the lines of a page. @throws AppError `unavailable` when they cannot be read. */
  text(edition: Edition, page: number, urgency?: Urgency): Promise<PageText>
  /**
   * Returns the text of all lines, page by page, with {@link glue} before lines that continue another; empty for
   * unreadable pages.
   *
   * @throws AppError `unavailable` when they cannot be read.
   */
  allLines(edition: Edition, urgency?: Urgency): Promise<string[][]>
  /** Resolves when all pending writes are done. */
  settle(): Promise<void>
}

type PageStoreDeps = { storage: Storage; renderer: PdfRenderer; log: Pick<FastifyBaseLogger, 'warn'> }

const imageKey = ({ name }: Pick<Edition, 'name'>, page: number, width: number) => `pages/${name}/${page}-${width}.webp`
const textKey = ({ name }: Edition, page: number) => `pages/${name}/${textForm}-${page}.json`
/** Returns the storage key of the text of an edition. */
export const allLinesKey = ({ name }: Pick<Edition, 'name'>) => `pages/${name}/${textForm}-words.json`

/** Pages read at a time for the full text, so that requests of visitors are served in between. */
const pagesAtOnce = 10

/** Creates the page store. If storage is full or unavailable, pages are served from memory. */
export function createPageStore({ storage, renderer, log }: PageStoreDeps): PageStore {
  const recent = createMemoryCache(24 * 1024 * 1024)
  const inFlight = new Map<string, Promise<Buffer>>()
  const storing = new Set<Promise<void>>()

  const load = async (key: string, contentType: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const stored = await readStored(storage, key)
    if (stored) return stored
    const made = await make()
    store(key, contentType, made)
    return made
  }

  // Not awaited, because the caller already has the page.
  const store = (key: string, contentType: string, file: Buffer) => {
    const work = storage.put(key, file, { contentType }).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error, key }, 'page cache write failed'),
    )
    storing.add(work)
    void work.then(() => storing.delete(work))
  }

  const get = (key: string, contentType: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const known = recent.get(key)
    if (known) return Promise.resolve(known)
    const waiting = inFlight.get(key)
    if (waiting) return waiting
    const work = load(key, contentType, make)
      .then((file) => {
        recent.add(key, file)
        return file
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, work)
    return work
  }

  // One unreadable page must not hide the others from search.
  const readLines = async (edition: Edition, from: number, to: number, urgency: Urgency): Promise<string[][]> => {
    try {
      const pages = await renderer.readPages(sourceOf(edition, storage), from, to, urgency)
      return pages.map((lines) => lines.map(({ text, isGlued }) => (isGlued ? glue + text : text)))
    } catch (error) {
      if (!isPageAtFault(error)) return throwUnavailable(error)
      if (from === to) return [[]]
      const words: string[][] = []
      for (let page = from; page <= to; page += 1) words.push(...(await readLines(edition, page, page, urgency)))
      return words
    }
  }

  return {
    image: (edition, page, width, urgency = 'now') =>
      get(imageKey(edition, page, width), 'image/webp', () =>
        renderer.drawPage(sourceOf(edition, storage), page, width, urgency).catch(throwUnavailable),
      ),
    saveImage: (edition, page, width, image) => store(imageKey(edition, page, width), 'image/webp', image),
    async text(edition, page, urgency = 'now') {
      const file = await get(textKey(edition, page), 'application/json', async () => {
        const [lines = []] = await renderer
          .readPages(sourceOf(edition, storage), page, page, urgency)
          .catch(throwUnavailable)
        return Buffer.from(JSON.stringify({ page, lines } satisfies PageText))
      })
      return JSON.parse(file.toString()) as PageText
    },
    async allLines(edition, urgency = 'now') {
      const file = await get(allLinesKey(edition), 'application/json', async () => {
        const words: string[][] = []
        for (let from = 1; from <= edition.pageCount; from += pagesAtOnce) {
          const to = Math.min(from + pagesAtOnce - 1, edition.pageCount)
          words.push(...(await readLines(edition, from, to, urgency)))
        }
        return Buffer.from(JSON.stringify(words))
      })
      return JSON.parse(file.toString()) as string[][]
    },
    async settle() {
      await Promise.all(storing)
    },
  }
}

async function readStored(storage: Storage, key: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await storage.open(key))
  } catch {
    // Not rendered yet, or unreachable: both are rendered again.
    return undefined
  }
}

// An error with a retry time, or unavailable storage, is not caused by the page.
const isPageAtFault = (error: unknown) =>
  isAppError(error) && error.code === 'unavailable' && error.retryAfterSeconds === undefined

// Any failure of this page is a server error, not the visitor's.
function throwUnavailable(error: unknown): never {
  if (isAppError(error) && error.code === 'unavailable') throw error
  throw new AppError(
    'unavailable',
    { key: 'reader.errors.pageUnavailable' },
    {
      cause: error,
    },
  )
}
