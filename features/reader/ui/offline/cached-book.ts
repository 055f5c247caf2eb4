import type { ReaderManifest } from '#features/reader/contract.ts'
import { pageImagePath, pageTextPath, readerPath } from '#features/reader/paths.ts'
import {
  dropBook,
  dropNarrower,
  findCache,
  findKept,
  keep,
  keptPages,
  listKept,
  listKeptBooks,
  openCache,
  readNote,
  sizeOf,
  widestKept,
  writeNote,
} from './book-cache.ts'
import { assetsNamedIn, isAsset, keptAddress } from './cached-path.ts'
import { booksToGiveUp, isWorthKeeping } from './cache-rules.ts'

/** A manifest of a book that may be kept: free, or bought in this browser. */
export type KeepableManifest = ReaderManifest & { access: 'free' | 'owned' }

export function isKeepable(manifest: ReaderManifest): manifest is KeepableManifest {
  return manifest.access !== 'preview' && manifest.readablePages === manifest.totalPages
}

/** There is no room left, even with every other book given up. */
export class NoRoomError extends Error {}

/**
 * Keeps the document of a book and everything it needs to start, then its manifest. The document comes last: what is
 * kept always starts, also when this ends half-way, and files of an earlier build go only when they are needed no more.
 *
 * @param assets Addresses of what the page has loaded already, such as parts that no document names.
 * @throws Error when something did not come, or {@link NoRoomError}.
 */
export async function keepShell(manifest: KeepableManifest, title: string, assets: readonly string[]): Promise<void> {
  const { bookId, edition, access } = manifest
  const cache = await openCache(bookId)
  await writeNote(bookId, { title, edition, access, openedAt: Date.now() })
  await dropOtherEditions(cache, edition)
  sizes = undefined
  const path = `/book/${bookId}/read`
  const document = await fetched(path)
  const needed = new Set([...assetsNamedIn(await document.clone().text()), ...assets.filter(isAsset)])
  for (const asset of needed)
    if (!(await findKept(cache, asset))) await keepWithRoom(bookId, asset, await fetched(asset))
  await keepWithRoom(bookId, readerPath(bookId), Response.json(manifest))
  await keepWithRoom(bookId, path, document)
  const stale = (await listKept(cache)).filter((kept) => isAsset(kept) && !needed.has(kept))
  await Promise.all(stale.map((kept) => cache.delete(kept)))
  await renewTexts(cache, manifest)
}

/**
 * Keeps one page: its picture at a width and its words.
 *
 * @returns Whether anything new is kept.
 * @throws Error when something did not come, or {@link NoRoomError}.
 */
export async function keepPage({ bookId, edition }: KeepableManifest, page: number, width: number): Promise<boolean> {
  const cache = await findCache(bookId)
  if (!cache) return false
  const text = pageTextPath(bookId, edition, page)
  if (!(await findKept(cache, text))) await keepWithRoom(bookId, text, await fetched(text))
  const kept = await widestKept(cache, { bookId, edition, page })
  if (!isWorthKeeping(width, kept)) return false
  const image = pageImagePath(bookId, edition, page, width)
  await keepWithRoom(bookId, image, await fetched(image))
  await dropNarrower(cache, { bookId, edition, page })
  return true
}

/** Pages of an edition that can be read without a connection. */
export async function pagesKept(bookId: string, edition: string): Promise<number[]> {
  const cache = await findCache(bookId)
  return cache ? [...(await keptPages(cache, edition)).keys()].toSorted((one, other) => one - other) : []
}

/**
 * Asks for every other kept book that was bought whether it still is; what is not goes. Without an answer everything
 * stays.
 */
export async function reviewOthers(openId: string): Promise<void> {
  for (const bookId of await listKeptBooks()) {
    if (bookId === openId || (await readNote(bookId))?.access !== 'owned') continue
    const answer = await fetch(readerPath(bookId)).catch(() => undefined)
    if (!answer) return
    if (answer.status === 404) await dropBook(bookId)
    if (answer.ok && !isKeepable((await answer.json()) as ReaderManifest)) await dropBook(bookId)
  }
}

/**
 * Reckoned anew whenever a book is opened, and carried on from there: weighing all books at every page would be slow.
 */
let sizes: Map<string, { bytes: number; openedAt: number }> | undefined

async function measureAll(): Promise<NonNullable<typeof sizes>> {
  const found: NonNullable<typeof sizes> = new Map()
  for (const id of await listKeptBooks())
    found.set(id, { bytes: await sizeOf(await openCache(id)), openedAt: (await readNote(id))?.openedAt ?? 0 })
  return found
}

async function keepWithRoom(bookId: string, pathname: string, answer: Response): Promise<void> {
  const { size } = await answer.clone().blob()
  const given = booksToGiveUp(
    [...(sizes ??= await measureAll())].map(([id, one]) => ({ bookId: id, ...one })),
    bookId,
    size,
  )
  if (!given) throw new NoRoomError('the books kept here have reached their limit')
  for (const id of given) {
    await dropBook(id)
    sizes.delete(id)
  }
  const cache = await findCache(bookId)
  // It was removed while this page was on its way.
  if (!cache) return
  try {
    await keep(cache, pathname, answer)
    const known = sizes.get(bookId)
    sizes.set(bookId, { bytes: (known?.bytes ?? 0) + size, openedAt: known?.openedAt ?? Date.now() })
  } catch (error) {
    throw (error as Error).name === 'QuotaExceededError'
      ? new NoRoomError('the device is full', { cause: error })
      : error
  }
}

async function dropOtherEditions(cache: Cache, edition: string): Promise<void> {
  const old = (await listKept(cache)).filter((pathname) => {
    const address = keptAddress(pathname)
    return address && 'edition' in address && address.edition !== edition
  })
  await Promise.all(old.map((pathname) => cache.delete(pathname)))
}

/**
 * A new build may write words down in another form: pages kept before are asked for theirs anew, and those nobody asks
 * for any more go.
 */
async function renewTexts(cache: Cache, { bookId, edition }: KeepableManifest): Promise<void> {
  const kept = await listKept(cache)
  for (const page of (await keptPages(cache, edition)).keys()) {
    const text = pageTextPath(bookId, edition, page)
    if (!kept.includes(text)) await keepWithRoom(bookId, text, await fetched(text))
  }
  const old = kept.filter((pathname) => pathname.startsWith(`${readerPath(bookId)}/`) && !keptAddress(pathname))
  await Promise.all(old.map((pathname) => cache.delete(pathname)))
}

const mostTries = 4
const longestWaitSeconds = 20

/** Keeping is never urgent: a server that is busy is asked again when it says, or a little later each time. */
async function fetched(pathname: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(pathname)
    if (answer.ok) return answer
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || tries === mostTries) throw new Error(`${pathname} was answered with ${answer.status}`)
    const seconds = Math.min(Number(answer.headers.get('retry-after')) || tries, longestWaitSeconds)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}
