import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { PdfRenderer, Urgency } from '#platform/pdf/pdf-renderer.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { PageText } from '#features/reader/contract.ts'
import { textForm } from '#features/reader/paths.ts'
import { type Edition, sourceOf } from './edition.ts'
import { glue } from './search/page-index.ts'
import { createRecentFiles } from './pages/memory-cache.ts'

/** Pages of editions as images and text: made once, kept in storage. Whoever asks has passed the gate already. */
export type PageStore = {
  /**
   * A page as WebP, without any mark.
   * @param width One of `pageWidths`.
   *
   * @throws AppError `unavailable` when it cannot
   * be made.
   */
  image(edition: Edition, page: number, width: number, urgency?: Urgency): Promise<Buffer>
  /** Keeps an image that was made on another occasion. */
  keepImage(edition: Pick<Edition, 'name'>, page: number, width: number, image: Buffer): void
  /** The lines of a page. @throws AppError `unavailable` when they cannot be read. */
  text(edition: Edition, page: number, urgency?: Urgency): Promise<PageText>
  /**
   * The texts of all lines, page after page, {@link glue} before one that goes on where another ends; none for a page
   * that cannot be read.
   *
   * @throws AppError `unavailable` when they cannot be read.
   */
  words(edition: Edition, urgency?: Urgency): Promise<string[][]>
  /** Resolves when nothing is on its way to storage. */
  settle(): Promise<void>
}

type Parts = { storage: Storage; renderer: PdfRenderer; log: Pick<FastifyBaseLogger, 'warn'> }

const imageKey = ({ name }: Pick<Edition, 'name'>, page: number, width: number) => `pages/${name}/${page}-${width}.webp`
const textKey = ({ name }: Edition, page: number) => `pages/${name}/${textForm}-${page}.json`
/** Where the words of an edition lie in storage. */
export const wordsKey = ({ name }: Pick<Edition, 'name'>) => `pages/${name}/${textForm}-words.json`

/** Pages read at a time for all words, so that a page somebody waits for comes in between. */
const pagesAtOnce = 10

/** A storage that is full or gone costs time, not pages: what was made is answered from memory. */
export function createPageStore({ storage, renderer, log }: Parts): PageStore {
  const recent = createRecentFiles(24 * 1024 * 1024)
  const underway = new Map<string, Promise<Buffer>>()
  const storing = new Set<Promise<void>>()

  const bring = async (key: string, contentType: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const stored = await readStored(storage, key)
    if (stored) return stored
    const made = await make()
    store(key, contentType, made)
    return made
  }

  // Not waited for: whoever asked has the page already.
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
    const waiting = underway.get(key)
    if (waiting) return waiting
    const work = bring(key, contentType, make)
      .then((file) => {
        recent.add(key, file)
        return file
      })
      .finally(() => underway.delete(key))
    underway.set(key, work)
    return work
  }

  // One page that cannot be read must not hide the others from search.
  const readWords = async (edition: Edition, from: number, to: number, urgency: Urgency): Promise<string[][]> => {
    try {
      const pages = await renderer.readPages(sourceOf(edition, storage), from, to, urgency)
      return pages.map((lines) => lines.map(({ text, isGlued }) => (isGlued ? glue + text : text)))
    } catch (error) {
      if (!isPageAtFault(error)) return refuse(error)
      if (from === to) return [[]]
      const words: string[][] = []
      for (let page = from; page <= to; page += 1) words.push(...(await readWords(edition, page, page, urgency)))
      return words
    }
  }

  return {
    image: (edition, page, width, urgency = 'now') =>
      get(imageKey(edition, page, width), 'image/webp', () =>
        renderer.drawPage(sourceOf(edition, storage), page, width, urgency).catch(refuse),
      ),
    keepImage: (edition, page, width, image) => store(imageKey(edition, page, width), 'image/webp', image),
    async text(edition, page, urgency = 'now') {
      const file = await get(textKey(edition, page), 'application/json', async () => {
        const [lines = []] = await renderer.readPages(sourceOf(edition, storage), page, page, urgency).catch(refuse)
        return Buffer.from(JSON.stringify({ page, lines } satisfies PageText))
      })
      return JSON.parse(file.toString()) as PageText
    },
    async words(edition, urgency = 'now') {
      const file = await get(wordsKey(edition), 'application/json', async () => {
        const words: string[][] = []
        for (let from = 1; from <= edition.pageCount; from += pagesAtOnce) {
          const to = Math.min(from + pagesAtOnce - 1, edition.pageCount)
          words.push(...(await readWords(edition, from, to, urgency)))
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
    // Not made yet, or out of reach: both are made anew.
    return undefined
  }
}

// What says when to try again is no fault of the page's, and a storage that is gone is none either.
const isPageAtFault = (error: unknown) =>
  isAppError(error) && error.code === 'unavailable' && error.retryAfterSeconds === undefined

// The visitor did nothing wrong: whatever is the matter with this page, it is ours.
function refuse(error: unknown): never {
  if (isAppError(error) && error.code === 'unavailable') throw error
  throw new AppError('unavailable', 'This page cannot be shown right now. Please try again in a moment.', {
    cause: error,
  })
}
