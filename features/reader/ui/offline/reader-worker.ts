/*
 * Service worker for reading cached books offline. Its scope is `/book/`, or `/es/book/` for Spanish
 * pages. It answers only the paths of
 * `cached-path.ts` and build assets, network first, so that deploys, refunds and new editions apply at once.
 */
import {
  deleteBook,
  deleteNarrower,
  deleteOldCaches,
  findCache,
  findCached,
  findDocumentPath,
  cacheResponse,
  readBookInfo,
  widestCached,
} from './book-cache.ts'
import { type Locale, splitLocale } from '#shared/locales.ts'
import { offlineResponse, type WorkerFetchEvent, type WorkerScope } from '#ui/service-worker.ts'
import { workerTexts } from '#features/reader/messages/worker.ts'
import { isAsset, type CachedPath, parseCachedPath } from './cached-path.ts'
import { shouldCache } from './cache-rules.ts'
import { listSavedBooks } from './saved-books.ts'

const scope = globalThis as unknown as WorkerScope

/** After this time without an answer, cached content is used if available. */
const timeoutMs = 4000

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([deleteOldCaches(), scope.clients.claim()])))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin || request.headers.has('range')) return
  const address = parseCachedPath(pathname)
  if (address?.kind === 'document' ? request.mode === 'navigate' : address)
    event.respondWith(answer(event, address!, pathname))
  else if (isAsset(pathname))
    event.respondWith(fetch(request).catch(async (error) => (await findAsset(pathname)) ?? Promise.reject(error)))
})

async function answer(event: WorkerFetchEvent, address: CachedPath, pathname: string): Promise<Response> {
  const cached = findFallback(address, pathname).catch(() => undefined)
  try {
    const fresh = await withTimeout(fetch(event.request), cached)
    // Server errors fall back to the cached book.
    if (fresh.status >= 500) return (await cached) ?? fresh
    event.waitUntil(updateCache(address, pathname, fresh.clone()).catch(() => undefined))
    return fresh
  } catch (error) {
    const instead =
      (await cached) ?? (address.kind === 'document' ? await offlineDocument(splitLocale(pathname).locale) : undefined)
    if (instead) return instead
    throw error
  }
}

async function withTimeout(fresh: Promise<Response>, cached: Promise<Response | undefined>): Promise<Response> {
  if (!(await cached)) return fresh
  return Promise.race([
    fresh,
    new Promise<Response>((_resolve, reject) => setTimeout(() => reject(new Error('no response in time')), timeoutMs)),
  ])
}

/**
 * Finds a cached response; for an image also the same page at another width. A document that is cached in another
 * language is redirected to, because it works only at its own address.
 */
async function findFallback(address: CachedPath, pathname: string): Promise<Response | undefined> {
  const cache = await findCache(address.bookId)
  if (!cache) return undefined
  const exact = await findCached(cache, pathname)
  if (exact) return exact
  if (address.kind === 'document') {
    const path = await findDocumentPath(cache)
    return path === undefined ? undefined : Response.redirect(path, 302)
  }
  if (address.kind !== 'image') return undefined
  const width = await widestCached(cache, address)
  return width === undefined ? undefined : findCached(cache, pathname.replace(/-\d+\.webp$/, `-${width}.webp`))
}

async function findAsset(pathname: string): Promise<Response | undefined> {
  return caches.match(pathname, { ignoreSearch: true, ignoreVary: true })
}

/**
 * Updates the cache from a response: deletes books that are no longer accessible, and stores pages of cached books.
 */
async function updateCache(address: CachedPath, pathname: string, fresh: Response): Promise<void> {
  const { bookId } = address
  if (fresh.status === 402) return void (await deleteBook(bookId))
  if (!fresh.ok) return
  if (address.kind === 'manifest') {
    const { access } = (await fresh.json()) as { access?: string }
    if (access === 'preview') await deleteBook(bookId)
    return
  }
  const cache = await findCache(bookId)
  if (!cache || address.kind === 'document' || (await readBookInfo(bookId))?.edition !== address.edition) return
  if (address.kind === 'text') return void (await cacheResponse(cache, pathname, fresh))
  const cachedWidth = await widestCached(cache, address)
  if (!shouldCache(address.width, cachedWidth)) return
  await cacheResponse(cache, pathname, fresh)
  await deleteNarrower(cache, address)
}

/** Returns the page that is shown instead of a book that is not saved on this device. */
async function offlineDocument(locale: Locale): Promise<Response> {
  return offlineResponse({ language: locale, ...workerTexts[locale], links: await listSavedBooks(locale) })
}
