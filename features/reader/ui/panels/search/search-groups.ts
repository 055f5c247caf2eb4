import type { useTranslations } from 'use-intl/react'
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
export function describeReply(
  { hits, isCapped, isQuotaSpent }: Omit<SearchReply, 'query'>,
  t: ReturnType<typeof useTranslations<'reader.search'>>,
): string {
  const lockedCount = hits.filter(({ isLocked }) => isLocked).length
  const found =
    hits.length === 0
      ? t('none')
      : t(isCapped ? 'foundFirst' : 'found', {
          count: hits.length,
          pages: new Set(hits.map(({ page }) => page)).size,
          locked: lockedCount === 0 ? 'none' : lockedCount === hits.length ? 'all' : 'some',
          lockedCount,
        })
  return isQuotaSpent ? `${found} ${t('limit')}` : found
}
