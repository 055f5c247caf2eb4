import type { RateLimit } from '#platform/rate-limit.ts'

/**
 * Counts a look into the locked pages of a book, and says whether it may be taken. Asked before anything is looked at.
 */
export type LockedLooks = (client: string, bookId: string) => Promise<boolean>

/**
 * Every look is counted, also one that would find nothing: a count of finds alone would tell which words are there.
 *
 * @param perClient Looks of one address. One that is refused takes nothing from the limits after it.
 * @param perBook Looks into one book from all addresses together: many addresses shall not read what one may not.
 */
export function createLockedLooks({ perClient, perBook }: { perClient: RateLimit[]; perBook: RateLimit }): LockedLooks {
  return async (client, bookId) => {
    for (const limit of perClient) if (!(await limit.consume(client)).ok) return false
    return (await perBook.consume(bookId)).ok
  }
}
