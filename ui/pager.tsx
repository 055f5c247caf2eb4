import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from './button.tsx'

/**
 * Pagination of a list as links `?page=N` that preserve the other search parameters.
 *
 * @param label Name of the list, such as `Pages of orders`.
 * @param page Current page, from 1.
 * @param pageCount Number of pages; with one, nothing is shown.
 */
export function Pager({ label, page, pageCount }: { label: string; page: number; pageCount: number }) {
  const t = useTranslations('site.controls')
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-4 border-t border-groove pt-4">
      <PagerLink to={page - 1} isOff={page <= 1} rel="prev">
        <ChevronLeft size={16} />
        {t('previous')}
      </PagerLink>
      <p className="label text-dust max-sm:order-first max-sm:basis-full">{t('page', { page, count: pageCount })}</p>
      <PagerLink to={page + 1} isOff={page >= pageCount} rel="next">
        {t('next')}
        <ChevronRight size={16} />
      </PagerLink>
    </nav>
  )
}

/** Returns the page number of an address, a whole number from 1; invalid values give 1. */
export function pageOf(searchParams: URLSearchParams): number {
  const page = Number(searchParams.get('page') ?? '1')
  return Number.isSafeInteger(page) && page > 1 ? Math.min(page, 100_000) : 1
}

function PagerLink({ to, isOff, rel, children }: { to: number; isOff: boolean; rel: string; children: ReactNode }) {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  if (to <= 1) params.delete('page')
  else params.set('page', String(to))
  if (isOff)
    return (
      <span aria-disabled="true" className={buttonClass('quiet')}>
        {children}
      </span>
    )
  const query = params.toString()
  return (
    <Link to={query ? `?${query}` : '?'} rel={rel} className={buttonClass('quiet')}>
      {children}
    </Link>
  )
}
