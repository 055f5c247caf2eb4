import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import type { SiteInfo } from '#shared/site.ts'
import type { Source } from '#features/newsletter/issue.ts'

/** Where a statement comes from. A record of this site opens as its own pages do, anything else beside this page. */
export function SourceLink({ source, className, children }: { source: Source; className: string; children: ReactNode }) {
  const site = useRouteLoaderData('root') as SiteInfo | undefined
  if (site && source.url.startsWith(`${site.origin}/`)) {
    return (
      <Link to={source.url.slice(site.origin.length)} prefetch="intent" className={className}>
        {children}
      </Link>
    )
  }
  return (
    <a href={source.url} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  )
}
