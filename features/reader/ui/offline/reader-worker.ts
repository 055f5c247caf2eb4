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
  listCachedBooks,
  openCache,
} from './book-cache.ts'
import { type Locale, localePath, splitLocale } from '#shared/locales.ts'
import { workerTexts } from '#features/reader/messages/worker.ts'
import { isAsset, type CachedPath, parseCachedPath } from './cached-path.ts'
import { shouldCache } from './cache-rules.ts'

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
    new Promise<Response>((_resolve, reject) => setTimeout(() => reject(new Error('the line is silent')), timeoutMs)),
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

/*
 * Worker types used here. TypeScript's own worker types conflict with those of pages.
 */
type WorkerLifecycleEvent = Event & { waitUntil(work: Promise<unknown>): void }

/** A fetch event; `respondWith` must be called synchronously. */
type WorkerFetchEvent = WorkerLifecycleEvent & {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** Global scope of the worker. */
type WorkerScope = {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: WorkerLifecycleEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: WorkerFetchEvent) => void): void
}

/**
 * Returns the page shown offline instead of a book that is not saved on this device, with links to those that are.
 */
async function offlineDocument(locale: Locale): Promise<Response> {
  const texts = workerTexts[locale]
  const books = await Promise.all(
    (await listCachedBooks()).map(async (id) => {
      const path = await findDocumentPath(await openCache(id))
      return { path: path ?? localePath(locale, `/book/${id}/read`), note: await readBookInfo(id) }
    }),
  )
  const cached = books.flatMap(({ path, note }) =>
    note ? [`<li><a href="${path}">${escaped(note.title)}</a></li>`] : [],
  )
  const list = cached.length > 0 ? `<p>${texts.saved}</p><ul>${cached.join('')}</ul>` : ''
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${texts.title}</title><style>body{margin:0;padding:2rem;background:#0f0c09;color:#efe9df;font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:36em;margin:10vh auto}h1{font-size:2rem;line-height:1.1}a{color:#ff8a3d;display:inline-block;padding:.6rem 0}ul{padding-left:1.2rem}</style></head>
<body><main><h1>${texts.title}</h1><p>${texts.hint}</p>${list}</main></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
