import type { ReaderManifest } from '#features/reader/contract.ts'
import { pageImagePath, pageTextPath, readerPath } from '#features/reader/paths.ts'
import {
  deleteBook,
  deleteNarrower,
  findCache,
  findCached,
  cacheResponse,
  cachedPages,
  listCached,
  listCachedBooks,
  openCache,
  readBookInfo,
  sizeOf,
  widestCached,
  writeBookInfo,
} from './book-cache.ts'
import { assetsNamedIn, isAsset, parseCachedPath } from './cached-path.ts'
import { booksToEvict, shouldCache } from './cache-rules.ts'

/** A manifest of a book that may be cached: free, or bought in this browser. */
export type CacheableManifest = ReaderManifest & { access: 'free' | 'owned' }

export function isCacheable(manifest: ReaderManifest): manifest is CacheableManifest {
  return manifest.access !== 'preview' && manifest.readablePages === manifest.totalPages
}

/**
 * A document to cache: its path in the language of the page, and the paths of the assets it has already loaded, such as
 * chunks that no document names.
 */
type CachedShell = { title: string; path: string; assets: readonly string[] }

/** Thrown when the device is full even after evicting every other book. */
export class StorageFullError extends Error {}

/**
 * Caches the document of a book and everything it needs to start, and its manifest. The document is written last, so
 * that a cached book always starts, even if this fails half-way; assets of an earlier build and the document in another
 * language, which may need them, are deleted only then.
 *
 * @throws Error when a request fails, or {@link StorageFullError}.
 */
export async function cacheShell(manifest: CacheableManifest, about: CachedShell): Promise<void> {
  const { bookId, edition, access } = manifest
  const { title, path, assets } = about
  const cache = await openCache(bookId)
  await writeBookInfo(bookId, { title, edition, access, openedAt: Date.now() })
  await deleteOtherEditions(cache, edition)
  sizes = undefined
  const document = await fetchWithRetry(path)
  const needed = new Set([...assetsNamedIn(await document.clone().text()), ...assets.filter(isAsset)])
  for (const asset of needed)
    if (!(await findCached(cache, asset))) await cacheWithEviction(bookId, asset, await fetchWithRetry(asset))
  await cacheWithEviction(bookId, readerPath(bookId), Response.json(manifest))
  await cacheWithEviction(bookId, path, document)
  const stale = (await listCached(cache)).filter((cached) =>
    isAsset(cached) ? !needed.has(cached) : parseCachedPath(cached)?.kind === 'document' && cached !== path,
  )
  await Promise.all(stale.map((cached) => cache.delete(cached)))
  await renewTexts(cache, manifest)
}

/**
 * Caches one page: its image at a width and its text.
 *
 * @returns Whether anything new was cached.
 * @throws Error when a request fails, or {@link StorageFullError}.
 */
export async function cachePage({ bookId, edition }: CacheableManifest, page: number, width: number): Promise<boolean> {
  const cache = await findCache(bookId)
  if (!cache) return false
  const text = pageTextPath(bookId, edition, page)
  if (!(await findCached(cache, text))) await cacheWithEviction(bookId, text, await fetchWithRetry(text))
  const cached = await widestCached(cache, { bookId, edition, page })
  if (!shouldCache(width, cached)) return false
  const image = pageImagePath(bookId, edition, page, width)
  await cacheWithEviction(bookId, image, await fetchWithRetry(image))
  await deleteNarrower(cache, { bookId, edition, page })
  return true
}

/** Returns the pages of an edition that are available offline. */
export async function listCachedPages(bookId: string, edition: string): Promise<number[]> {
  const cache = await findCache(bookId)
  return cache ? [...(await cachedPages(cache, edition)).keys()].toSorted((one, other) => one - other) : []
}

/** Deletes other purchased books that are no longer accessible. If the server does not answer, they stay. */
export async function verifyOtherBooks(openId: string): Promise<void> {
  for (const bookId of await listCachedBooks()) {
    if (bookId === openId || (await readBookInfo(bookId))?.access !== 'owned') continue
    const answer = await fetch(readerPath(bookId)).catch(() => undefined)
    if (!answer) return
    if (answer.status === 404) await deleteBook(bookId)
    if (answer.ok && !isCacheable((await answer.json()) as ReaderManifest)) await deleteBook(bookId)
  }
}

/** Sizes are measured when a book is opened and updated from there: measuring all books at every page would be slow. */
let sizes: Map<string, { bytes: number; openedAt: number }> | undefined

async function measureAll(): Promise<NonNullable<typeof sizes>> {
  const found: NonNullable<typeof sizes> = new Map()
  for (const id of await listCachedBooks())
    found.set(id, { bytes: await sizeOf(await openCache(id)), openedAt: (await readBookInfo(id))?.openedAt ?? 0 })
  return found
}

async function cacheWithEviction(bookId: string, pathname: string, answer: Response): Promise<void> {
  const { size } = await answer.clone().blob()
  const evicted = booksToEvict(
    [...(sizes ??= await measureAll())].map(([id, one]) => ({ bookId: id, ...one })),
    bookId,
    size,
  )
  if (!evicted) throw new StorageFullError('the offline books have reached their size limit')
  for (const id of evicted) {
    await deleteBook(id)
    sizes.delete(id)
  }
  const cache = await findCache(bookId)
  // The book was removed while this page was loading.
  if (!cache) return
  try {
    await cacheResponse(cache, pathname, answer)
    const known = sizes.get(bookId)
    sizes.set(bookId, { bytes: (known?.bytes ?? 0) + size, openedAt: known?.openedAt ?? Date.now() })
  } catch (error) {
    throw (error as Error).name === 'QuotaExceededError'
      ? new StorageFullError('the device has no free space', { cause: error })
      : error
  }
}

async function deleteOtherEditions(cache: Cache, edition: string): Promise<void> {
  const old = (await listCached(cache)).filter((pathname) => {
    const address = parseCachedPath(pathname)
    return address && 'edition' in address && address.edition !== edition
  })
  await Promise.all(old.map((pathname) => cache.delete(pathname)))
}

/** A new build may use another text format: texts of cached pages are fetched again, and unused ones deleted. */
async function renewTexts(cache: Cache, { bookId, edition }: CacheableManifest): Promise<void> {
  const cached = await listCached(cache)
  for (const page of (await cachedPages(cache, edition)).keys()) {
    const text = pageTextPath(bookId, edition, page)
    if (!cached.includes(text)) await cacheWithEviction(bookId, text, await fetchWithRetry(text))
  }
  const old = cached.filter((pathname) => pathname.startsWith(`${readerPath(bookId)}/`) && !parseCachedPath(pathname))
  await Promise.all(old.map((pathname) => cache.delete(pathname)))
}

const maxAttempts = 4
const maxWaitSeconds = 20

/** Caching is never urgent: a busy server is retried after its `Retry-After`, or with growing delay. */
async function fetchWithRetry(pathname: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(pathname)
    if (answer.ok) return answer
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || tries === maxAttempts) throw new Error(`the request for ${pathname} returned ${answer.status}`)
    const seconds = Math.min(Number(answer.headers.get('retry-after')) || tries, maxWaitSeconds)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}
