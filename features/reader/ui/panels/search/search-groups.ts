import type { useTranslations } from 'use-intl/react'
import type { SearchHit, SearchReply } from '#features/reader/contract.ts'

/** Translates the summary. */
type Translate = ReturnType<typeof useTranslations<'reader.search'>>

/** Hits of one page, in order. */
type PageOfHits = { page: number; isLocked: boolean; hits: SearchHit[] }

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
export function describeReply({ hits, isCapped, isQuotaSpent }: Omit<SearchReply, 'query'>, t: Translate): string {
  const found = hits.length === 0 ? t('none') : t(isCapped ? 'foundFirst' : 'found', { results: describeHits(hits, t) })
  return isQuotaSpent ? `${found} ${t('limit')}` : found
}

function describeHits(hits: readonly SearchHit[], t: Translate): string {
  const pages = new Set(hits.map(({ page }) => page)).size
  const locked = hits.filter(({ isLocked }) => isLocked).length
  const results = t('results', { count: hits.length, pages })
  if (locked === 0) return results
  return t(locked === hits.length ? 'resultsLocked' : 'resultsPartlyLocked', { results, count: locked })
}
