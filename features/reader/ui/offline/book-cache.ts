import { pageImagePath, pageWidths } from '#features/reader/paths.ts'
import { keptAddress } from './cached-path.ts'

/*
 * One cache a book, whole in itself: its document and the files that needs, manifest, pages and words. Taking the cache
 * away takes the book away. Both the reader's page and its worker use it, so nothing of the window is used here.
 */

/** Another number makes all caches before it strangers; the worker clears them away. */
const prefix = 'swade-book-1:'
const anyVersion = 'swade-book-'

/** What is noted of a kept book. `openedAt` counts milliseconds since 1970. */
export type KeptNote = { title: string; edition: string; access: 'free' | 'owned'; openedAt: number }

const notePath = (bookId: string) => `/book/${bookId}/kept.json`
const loosely = { ignoreSearch: true, ignoreVary: true }

export const openCache = (bookId: string): Promise<Cache> => caches.open(prefix + bookId)

/** @returns undefined when nothing of the book is kept; asking makes no cache. */
export async function findCache(bookId: string): Promise<Cache | undefined> {
  return (await caches.has(prefix + bookId)) ? openCache(bookId) : undefined
}

export const dropBook = (bookId: string): Promise<boolean> => caches.delete(prefix + bookId)

export async function listKeptBooks(): Promise<string[]> {
  return (await caches.keys()).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
}

/** Takes away what earlier versions kept. */
export async function dropStrangers(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(anyVersion) && !name.startsWith(prefix)).map((name) => caches.delete(name)),
  )
}

export async function readNote(bookId: string): Promise<KeptNote | undefined> {
  const note = await (await findCache(bookId))?.match(notePath(bookId))
  return note ? ((await note.json()) as KeptNote) : undefined
}

export async function writeNote(bookId: string, note: KeptNote): Promise<void> {
  await (await openCache(bookId)).put(notePath(bookId), Response.json(note))
}

/**
 * Keeps an answer under its address, without its search.
 *
 * @returns Its size in bytes.
 * @throws DOMException when the device has no room.
 */
export async function keep(cache: Cache, pathname: string, answer: Response): Promise<number> {
  const body = await answer.blob()
  const headers = new Headers(answer.headers)
  // The body is whole and unpacked now; with the size beside it nobody has to read it again to count.
  headers.delete('content-encoding')
  headers.set('content-length', String(body.size))
  await cache.put(pathname, new Response(body, { headers }))
  return body.size
}

export const findKept = (cache: Cache, pathname: string): Promise<Response | undefined> =>
  cache.match(pathname, loosely)

export async function listKept(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => new URL(url).pathname)
}

/** Bytes of everything in a cache. */
export async function sizeOf(cache: Cache): Promise<number> {
  const answers = await cache.matchAll()
  return answers.reduce((sum, { headers }) => sum + Number(headers.get('content-length') ?? 0), 0)
}

/** Widths of the kept pictures of an edition, by page. */
export async function keptPages(cache: Cache, edition: string): Promise<Map<number, number>> {
  const pages = new Map<number, number>()
  for (const pathname of await listKept(cache)) {
    const address = keptAddress(pathname)
    if (address?.kind === 'image' && address.edition === edition)
      pages.set(address.page, Math.max(address.width, pages.get(address.page) ?? 0))
  }
  return pages
}

/** A page of an edition of a book. */
type KeptPage = { bookId: string; edition: string; page: number }

/**
 * Widths at which a page's picture is kept, widest first. Asking for each beats listing a cache of a thousand pages at
 * every page.
 */
async function keptWidths(cache: Cache, { bookId, edition, page }: KeptPage): Promise<number[]> {
  const found = await Promise.all(
    pageWidths.map(async (width) =>
      (await cache.keys(pageImagePath(bookId, edition, page, width), loosely)).length > 0 ? [width] : [],
    ),
  )
  return found.flat().toReversed()
}

/** @returns undefined when no picture of the page is kept. */
export async function widestKept(cache: Cache, page: KeptPage): Promise<number | undefined> {
  return (await keptWidths(cache, page))[0]
}

/**
 * Leaves of a page's pictures the widest. Page and worker keep at the same time, so whoever kept one last looks again.
 */
export async function dropNarrower(cache: Cache, kept: KeptPage): Promise<void> {
  const [, ...narrower] = await keptWidths(cache, kept)
  const { bookId, edition, page } = kept
  await Promise.all(narrower.map((width) => cache.delete(pageImagePath(bookId, edition, page, width))))
}
