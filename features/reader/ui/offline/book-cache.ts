import { pageImagePath, pageWidths } from '#features/reader/paths.ts'
import { parseCachedPath } from './cached-path.ts'

/*
 * One self-contained cache per book: its document with assets, manifest, pages and text. Deleting the cache deletes
 * the book. Used by the page and the service worker, so nothing here uses `window`.
 */

/** Version prefix of cache names; the worker deletes caches of other versions. */
const prefix = 'swade-book-1:'
const anyVersion = 'swade-book-'

/** Metadata of a cached book. `openedAt` is in milliseconds since 1970. */
type CachedBookInfo = { title: string; edition: string; access: 'free' | 'owned'; openedAt: number }

const infoPath = (bookId: string) => `/book/${bookId}/kept.json`
const loosely = { ignoreSearch: true, ignoreVary: true }

export const openCache = (bookId: string): Promise<Cache> => caches.open(prefix + bookId)

/** Returns the cache of a book without creating one; undefined if the book is not cached. */
export async function findCache(bookId: string): Promise<Cache | undefined> {
  return (await caches.has(prefix + bookId)) ? openCache(bookId) : undefined
}

export const deleteBook = (bookId: string): Promise<boolean> => caches.delete(prefix + bookId)

export async function listCachedBooks(): Promise<string[]> {
  return (await caches.keys()).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
}

/** Deletes caches of earlier versions. */
export async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(anyVersion) && !name.startsWith(prefix)).map((name) => caches.delete(name)),
  )
}

export async function readBookInfo(bookId: string): Promise<CachedBookInfo | undefined> {
  const note = await (await findCache(bookId))?.match(infoPath(bookId))
  return note ? ((await note.json()) as CachedBookInfo) : undefined
}

export async function writeBookInfo(bookId: string, note: CachedBookInfo): Promise<void> {
  await (await openCache(bookId)).put(infoPath(bookId), Response.json(note))
}

/**
 * Caches a response under its path, without the query.
 *
 * @returns Its size in bytes.
 * @throws DOMException when the device is full.
 */
export async function cacheResponse(cache: Cache, pathname: string, answer: Response): Promise<number> {
  const body = await answer.blob()
  const headers = new Headers(answer.headers)
  // The body is complete and decoded; storing its size avoids reading it again to count.
  headers.delete('content-encoding')
  headers.set('content-length', String(body.size))
  await cache.put(pathname, new Response(body, { headers }))
  return body.size
}

export const findCached = (cache: Cache, pathname: string): Promise<Response | undefined> =>
  cache.match(pathname, loosely)

/** Returns the path of the cached document of a book, which is in the language it was last opened in. */
export async function findDocumentPath(cache: Cache): Promise<string | undefined> {
  return (await listCached(cache)).find((pathname) => parseCachedPath(pathname)?.kind === 'document')
}

export async function listCached(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => new URL(url).pathname)
}

/** Returns the size of a cache in bytes. */
export async function sizeOf(cache: Cache): Promise<number> {
  const answers = await cache.matchAll()
  return answers.reduce((sum, { headers }) => sum + Number(headers.get('content-length') ?? 0), 0)
}

/** Returns the widths of cached images of an edition, by page. */
export async function cachedPages(cache: Cache, edition: string): Promise<Map<number, number>> {
  const pages = new Map<number, number>()
  for (const pathname of await listCached(cache)) {
    const address = parseCachedPath(pathname)
    if (address?.kind === 'image' && address.edition === edition)
      pages.set(address.page, Math.max(address.width, pages.get(address.page) ?? 0))
  }
  return pages
}

/** A page of an edition of a book. */
type CachedPage = { bookId: string; edition: string; page: number }

/**
 * Returns the widths at which a page's image is cached, widest first. Looking up each is faster than listing a cache
 * of a thousand pages.
 */
async function cachedWidths(cache: Cache, { bookId, edition, page }: CachedPage): Promise<number[]> {
  const found = await Promise.all(
    pageWidths.map(async (width) =>
      (await cache.keys(pageImagePath(bookId, edition, page, width), loosely)).length > 0 ? [width] : [],
    ),
  )
  return found.flat().toReversed()
}

/** Returns the widest width at which the page's image is cached; undefined if there is none. */
export async function widestCached(cache: Cache, page: CachedPage): Promise<number | undefined> {
  return (await cachedWidths(cache, page))[0]
}

/**
 * Deletes all but the widest image of a page. The page and the service worker write concurrently, so the last writer
 * cleans up.
 */
export async function deleteNarrower(cache: Cache, cachedPage: CachedPage): Promise<void> {
  const [, ...narrower] = await cachedWidths(cache, cachedPage)
  const { bookId, edition, page } = cachedPage
  await Promise.all(narrower.map((width) => cache.delete(pageImagePath(bookId, edition, page, width))))
}
