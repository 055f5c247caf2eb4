import type { SearchHit, SearchReply } from '#features/reader/contract.ts'

/** Hits of one page, in order. */
export type PageOfHits = { page: number; isLocked: boolean; hits: SearchHit[] }

/** Groups hits by page, in page order. */
export function groupByPage(hits: readonly SearchHit[]): PageOfHits[] {
  const pages = new Map<number, PageOfHits>()
  for (const hit of hits) {
    const page = pages.get(hit.page)
    if (page) page.hits.push(hit)
    else pages.set(hit.page, { page: hit.page, isLocked: hit.isLocked, hits: [hit] })
  }
  return [...pages.values()].toSorted((one, other) => one.page - other.page)
}

/** Returns a summary of the results, also for the live region. */
export function describeReply({ hits, isCapped, isQuotaSpent }: Omit<SearchReply, 'query'>): string {
  const found = describeHits(hits, isCapped)
  return isQuotaSpent
    ? `${found} Locked pages were not searched because you have reached the search limit. Try again later.`
    : found
}

function describeHits(hits: readonly SearchHit[], isCapped: boolean): string {
  if (hits.length === 0) return 'No results.'
  const pages = new Set(hits.map(({ page }) => page)).size
  const locked = hits.filter(({ isLocked }) => isLocked).length
  const found = `${hits.length} ${hits.length === 1 ? 'result' : 'results'} on ${pages} ${pages === 1 ? 'page' : 'pages'}`
  const shut = locked === 0 ? '' : locked === hits.length ? ', locked' : `, ${locked} of them locked`
  return isCapped ? `First ${found}${shut}. Add more words to narrow the search.` : `${found}${shut}.`
}
