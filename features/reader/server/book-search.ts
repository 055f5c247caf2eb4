import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import { isUnspaced } from '#shared/fold-text.ts'
import type { BookAccess, SearchHit, SearchReply } from '#features/reader/contract.ts'
import type { Edition } from './edition.ts'
import { readablePages } from './access.ts'
import type { PageStore } from './page-store.ts'
import { countWordsIn, findOnPage, foldQuery, indexPage, lockedWordLimit, type PageIndex } from './search/page-index.ts'
import type { LockedSearchLimit } from './search/locked-search-limit.ts'
import { withoutRunningLines } from './search/running-lines.ts'
import { lockedHit, openHit } from './search/search-hit.ts'

/**
 * Searches an edition.
 *
 * @param client The visitor's address, for counting searches of locked pages.
 */
export type BookSearch = (edition: Edition, access: BookAccess, query: string, client: string) => Promise<SearchReply>

const maxHits = 200

/** Books whose text stays in memory while someone searches. */
const maxCachedBooks = 8
const maxIdleMs = 5 * 60_000

/**
 * Creates the full-text search. On locked pages it finds whole words only, at most two, and returns the page without
 * context: otherwise a visitor could read the book by extending a query letter by letter. Whether locked pages are
 * searched depends only on the query and the rate limit, so an answer without them reveals nothing.
 */
export function createBookSearch({
  pages,
  lockedSearchLimit,
}: {
  pages: PageStore
  lockedSearchLimit: LockedSearchLimit
}): BookSearch {
  const books = new Map<string, Promise<PageIndex[]>>()
  let forgetting: ReturnType<typeof setTimeout> | undefined

  const read = async (edition: Edition): Promise<PageIndex[]> => {
    const index: PageIndex[] = []
    for (const [at, lines] of withoutRunningLines(await pages.allLines(edition)).entries()) {
      index.push(indexPage(lines))
      // A long book takes a while; other requests run in between.
      if (at % 20 === 0) await nextTurn()
    }
    return index
  }

  const open = (edition: Edition): Promise<PageIndex[]> => {
    const cached = books.get(edition.sha256)
    books.delete(edition.sha256)
    const work = cached ?? read(edition)
    books.set(edition.sha256, work)
    if (!cached) work.catch(() => books.delete(edition.sha256))
    if (books.size > maxCachedBooks) books.delete(books.keys().next().value!)
    clearTimeout(forgetting)
    forgetting = setTimeout(() => books.clear(), maxIdleMs).unref()
    return work
  }

  return async (edition, access, query, client) => {
    const typed = query.replaceAll(/\s+/g, ' ').trim()
    const words = foldQuery(typed)
    if (words === '') throw new AppError('invalid-input', { key: 'reader.errors.noSearchTerm' })
    const readable = readablePages(access, edition.pageCount)
    const isReaching = readable < edition.pageCount && reachesLockedPages(words)
    const isQuotaSpent = isReaching && !(await lockedSearchLimit(client, edition.bookId))
    const index = await open(edition)
    const find = (
      from: number,
      to: number,
      isWhole: boolean,
      hit: (page: number, row: PageIndex, at: number) => SearchHit,
    ) => {
      const hits: SearchHit[] = []
      for (let page = from; page <= to && hits.length <= maxHits; page += 1) {
        const row = index[page - 1]!
        for (const at of findOnPage(row, words, isWhole)) hits.push(hit(page, row, at))
      }
      return hits
    }
    const hits = find(1, readable, false, (page, row, at) => openHit(page, row, at, words.length))
    if (isReaching && !isQuotaSpent)
      hits.push(...find(readable + 1, edition.pageCount, true, (page) => lockedHit(page, typed)))
    return { query: typed, hits: hits.slice(0, maxHits), isCapped: hits.length > maxHits, isQuotaSpent }
  }
}

// One or two words without punctuation: longer queries would test guessed sentences. One ideograph may be a word.
const reachesLockedPages = (words: string) =>
  (words.length >= 2 || isUnspaced(words)) &&
  words.length <= 60 &&
  /^[\p{L}\p{N}\p{M}']+( [\p{L}\p{N}\p{M}']+)*$/u.test(words) &&
  countWordsIn(words) <= lockedWordLimit
