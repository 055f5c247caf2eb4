/*
 * Lets kept books be read without a connection. Its scope is `/book/`; it answers nothing but the addresses of
 * `kept-address.ts` and files of the build, always from the network while there is one, so no deploy, refund or new
 * edition waits for it.
 */
import {
  dropBook,
  dropNarrower,
  dropStrangers,
  findCache,
  findKept,
  keep,
  readNote,
  widestKept,
  listKeptBooks,
} from './book-cache.ts'
import { isAsset, type KeptAddress, keptAddress } from './cached-path.ts'
import { isWorthKeeping } from './cache-rules.ts'

const scope = globalThis as unknown as WorkerScope

/** A line that says nothing for so long is no line, where something kept can stand in. */
const patienceMs = 4000

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([dropStrangers(), scope.clients.claim()])))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin || request.headers.has('range')) return
  const address = keptAddress(pathname)
  if (address?.kind === 'document' ? request.mode === 'navigate' : address)
    event.respondWith(answer(event, address!, pathname))
  else if (isAsset(pathname))
    event.respondWith(fetch(request).catch(async (error) => (await findAsset(pathname)) ?? Promise.reject(error)))
})

async function answer(event: AskingEvent, address: KeptAddress, pathname: string): Promise<Response> {
  const kept = findInstead(address, pathname).catch(() => undefined)
  try {
    const fresh = await inTime(fetch(event.request), kept)
    // The house is in trouble, the book is not.
    if (fresh.status >= 500) return (await kept) ?? fresh
    event.waitUntil(learnFrom(address, pathname, fresh.clone()).catch(() => undefined))
    return fresh
  } catch (error) {
    const instead = (await kept) ?? (address.kind === 'document' ? await offlineDocument() : undefined)
    if (instead) return instead
    throw error
  }
}

async function inTime(fresh: Promise<Response>, kept: Promise<Response | undefined>): Promise<Response> {
  if (!(await kept)) return fresh
  return Promise.race([
    fresh,
    new Promise<Response>((_resolve, reject) => setTimeout(() => reject(new Error('the line is silent')), patienceMs)),
  ])
}

/** What is kept under an address; for a picture also the same page at another width. */
async function findInstead(address: KeptAddress, pathname: string): Promise<Response | undefined> {
  const cache = await findCache(address.bookId)
  if (!cache) return undefined
  const exact = await findKept(cache, pathname)
  if (exact || address.kind !== 'image') return exact
  const width = await widestKept(cache, address)
  return width === undefined ? undefined : findKept(cache, pathname.replace(/-\d+\.webp$/, `-${width}.webp`))
}

async function findAsset(pathname: string): Promise<Response | undefined> {
  return caches.match(pathname, { ignoreSearch: true, ignoreVary: true })
}

/**
 * Takes a passing answer for what it tells: access that was lost, or a page of a kept book that need not be asked for
 * twice.
 */
async function learnFrom(address: KeptAddress, pathname: string, fresh: Response): Promise<void> {
  const { bookId } = address
  if (fresh.status === 402) return void (await dropBook(bookId))
  if (!fresh.ok) return
  if (address.kind === 'manifest') {
    const { access } = (await fresh.json()) as { access?: string }
    if (access === 'preview') await dropBook(bookId)
    return
  }
  const cache = await findCache(bookId)
  if (!cache || address.kind === 'document' || (await readNote(bookId))?.edition !== address.edition) return
  if (address.kind === 'text') return void (await keep(cache, pathname, fresh))
  const keptWidth = await widestKept(cache, address)
  if (!isWorthKeeping(address.width, keptWidth)) return
  await keep(cache, pathname, fresh)
  await dropNarrower(cache, address)
}

/*
 * What the reader's worker uses of its surroundings. The compiler's own description of workers cannot stand beside that
 * of pages.
 */
type LastingEvent = Event & { waitUntil(work: Promise<unknown>): void }

/** A request that may be answered here; `respondWith` must be called before anything is waited for. */
type AskingEvent = LastingEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void }

/** The worker itself. */
type WorkerScope = {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: AskingEvent) => void): void
}

/**
 * The page in place of a book that is not on this device, while there is no connection: it says so, and which books
 * are.
 */
async function offlineDocument(): Promise<Response> {
  const books = await Promise.all((await listKeptBooks()).map(async (id) => ({ id, note: await readNote(id) })))
  const kept = books.flatMap(({ id, note }) =>
    note ? [`<li><a href="/book/${id}/read">${escaped(note.title)}</a></li>`] : [],
  )
  const list = kept.length > 0 ? `<p>Saved on this device:</p><ul>${kept.join('')}</ul>` : ''
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>You are offline</title><style>body{margin:0;padding:2rem;background:#0f0c09;color:#efe9df;font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:36em;margin:10vh auto}h1{font-size:2rem;line-height:1.1}a{color:#ff8a3d;display:inline-block;padding:.6rem 0}ul{padding-left:1.2rem}</style></head>
<body><main><h1>You are offline</h1><p>This book is not saved on this device. Reconnect to open it.</p>${list}</main></body></html>`
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
