/** How much of this device all kept books take together. */
export const mostBytes = 200 * 1024 * 1024

/** Narrower pictures are thumbnails, wider ones are for a closer look: a page is kept once, at a width to read at. */
const narrowest = 408
const widest = 1632

/** Whether a page's picture is worth keeping beside the one that is kept. */
export function isWorthKeeping(width: number, keptWidth: number | undefined): boolean {
  return width >= narrowest && width <= widest && (keptWidth === undefined || width > keptWidth)
}

/** A kept book as its room is reckoned. `openedAt` counts milliseconds since 1970. */
export type KeptSize = { bookId: string; bytes: number; openedAt: number }

/**
 * Which books must go so that `wanted` bytes more of the open one fit: those opened longest ago first, never the open
 * one itself.
 *
 * @returns Their ids; undefined when even without all others there is no room.
 */
export function booksToGiveUp(
  books: readonly KeptSize[],
  openId: string,
  wanted: number,
  most = mostBytes,
): string[] | undefined {
  let total = books.reduce((sum, { bytes }) => sum + bytes, wanted)
  const given: string[] = []
  const others = books.filter(({ bookId }) => bookId !== openId).toSorted((one, other) => one.openedAt - other.openedAt)
  for (const { bookId, bytes } of others) {
    if (total <= most) break
    given.push(bookId)
    total -= bytes
  }
  return total <= most ? given : undefined
}
