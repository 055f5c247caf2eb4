import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import { isUnspaced } from '#shared/fold-text.ts'
import type { BookAccess, SearchHit, SearchReply } from '#features/reader/contract.ts'
import type { Edition } from '../edition.ts'
import { readablePages } from '../access.ts'
import type { PageStore } from '../page-store.ts'
import { countWords, findOnPage, foldQuery, indexPage, mostLockedWords, type PageIndex } from './page-index.ts'
import type { LockedLooks } from './locked-search-limit.ts'
import { withoutRunningLines } from './running-lines.ts'
import { lockedHit, openHit } from './search-hit.ts'

/**
 * Looks for words in an edition.
 *
 * @param client The visitor's address, under which looks into locked pages are counted.
 */
export type BookSearch = (edition: Edition, access: BookAccess, query: string, client: string) => Promise<SearchReply>

const mostHits = 200

/** Books whose words are in memory, as long as somebody searches. */
const heldBooks = 8
const forgottenAfterMs = 5 * 60_000

/**
 * Search over whole books. On locked pages it finds whole words only, at most two of them, and tells where, not what
 * stands around them: a visitor who could grow a query letter by letter, or word by word, would read the book with it.
 * Whether they are looked at is decided before looking, by what was asked and how often: an answer without them is the
 * same whether the words are there or not.
 */
export function createBookSearch({ pages, lockedLooks }: { pages: PageStore; lockedLooks: LockedLooks }): BookSearch {
  const books = new Map<string, Promise<PageIndex[]>>()
  let forgetting: ReturnType<typeof setTimeout> | undefined

  const read = async (edition: Edition): Promise<PageIndex[]> => {
    const index: PageIndex[] = []
    for (const [at, lines] of withoutRunningLines(await pages.words(edition)).entries()) {
      index.push(indexPage(lines))
      // A long book takes a while; others are answered in between.
      if (at % 20 === 0) await nextTurn()
    }
    return index
  }

  const open = (edition: Edition): Promise<PageIndex[]> => {
    const held = books.get(edition.sha256)
    books.delete(edition.sha256)
    const work = held ?? read(edition)
    books.set(edition.sha256, work)
    if (!held) work.catch(() => books.delete(edition.sha256))
    if (books.size > heldBooks) books.delete(books.keys().next().value!)
    clearTimeout(forgetting)
    forgetting = setTimeout(() => books.clear(), forgottenAfterMs).unref()
    return work
  }

  return async (edition, access, query, client) => {
    const typed = query.replaceAll(/\s+/g, ' ').trim()
    const words = foldQuery(typed)
    if (words === '') throw new AppError('invalid-input', 'Enter a search term.')
    const readable = readablePages(access, edition.pageCount)
    const isReaching = readable < edition.pageCount && reachesLockedPages(words)
    const isQuotaSpent = isReaching && !(await lockedLooks(client, edition.bookId))
    const index = await open(edition)
    const find = (
      from: number,
      to: number,
      isWhole: boolean,
      hit: (page: number, row: PageIndex, at: number) => SearchHit,
    ) => {
      const hits: SearchHit[] = []
      for (let page = from; page <= to && hits.length <= mostHits; page += 1) {
        const row = index[page - 1]!
        for (const at of findOnPage(row, words, isWhole)) hits.push(hit(page, row, at))
      }
      return hits
    }
    const hits = find(1, readable, false, (page, row, at) => openHit(page, row, at, words.length))
    if (isReaching && !isQuotaSpent)
      hits.push(...find(readable + 1, edition.pageCount, true, (page) => lockedHit(page, typed)))
    return { query: typed, hits: hits.slice(0, mostHits), isCapped: hits.length > mostHits, isQuotaSpent }
  }
}

// One word or two, and no signs between them: longer queries would be guesses at sentences. One ideograph may be a
// word.
const reachesLockedPages = (words: string) =>
  (words.length >= 2 || isUnspaced(words)) &&
  words.length <= 60 &&
  /^[\p{L}\p{N}\p{M}']+( [\p{L}\p{N}\p{M}']+)*$/u.test(words) &&
  countWords(words) <= mostLockedWords
