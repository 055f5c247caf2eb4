import type { RateLimit } from '#platform/rate-limit.ts'

/** Counts a search of a book's locked pages, and returns whether it is allowed. Called before searching. */
export type LockedSearchLimit = (client: string, bookId: string) => Promise<boolean>

/**
 * Creates the limit. A search without hits counts too: counting hits alone would reveal which words exist.
 *
 * @param perClient Limits per address. A rejected search does not consume the limits after it.
 * @param perBook Limit per book for all addresses together, against distributed reading.
 */
export function createLockedSearchLimit({
  perClient,
  perBook,
}: {
  perClient: RateLimit[]
  perBook: RateLimit
}): LockedSearchLimit {
  return async (client, bookId) => {
    for (const limit of perClient) if (!(await limit.consume(client)).ok) return false
    return (await perBook.consume(bookId)).ok
  }
}
