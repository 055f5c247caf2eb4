/** Maximum size of all cached books on this device. */
const maxBytes = 200 * 1024 * 1024

/** Narrower images are thumbnails and wider ones are for zooming: a page is cached once, at reading width. */
const narrowest = 408
const widest = 1632

/** Returns whether an image should be cached in addition to the cached one. */
export function shouldCache(width: number, cachedWidth: number | undefined): boolean {
  return width >= narrowest && width <= widest && (cachedWidth === undefined || width > cachedWidth)
}

/** Size of a cached book. `openedAt` is in milliseconds since 1970. */
type CachedBookSize = { bookId: string; bytes: number; openedAt: number }

/**
 * Chooses books to evict so that `wanted` more bytes of the open one fit: least recently opened first, never the open
 * one.
 *
 * @returns Their ids; undefined if the space is insufficient even without all others.
 */
export function booksToEvict(
  books: readonly CachedBookSize[],
  openId: string,
  wanted: number,
  limit = maxBytes,
): string[] | undefined {
  let total = books.reduce((sum, { bytes }) => sum + bytes, wanted)
  const given: string[] = []
  const others = books.filter(({ bookId }) => bookId !== openId).toSorted((one, other) => one.openedAt - other.openedAt)
  for (const { bookId, bytes } of others) {
    if (total <= limit) break
    given.push(bookId)
    total -= bytes
  }
  return total <= limit ? given : undefined
}
