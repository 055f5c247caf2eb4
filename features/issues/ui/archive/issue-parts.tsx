import { ArrowUpRight } from 'lucide-react'
import type { ArchivedIssue, Source } from '#features/issues/contract.ts'
import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl/react'
import type { SiteInfo } from '#shared/site.ts'
import { useIssueLabels } from './use-issue-labels.ts'

/** Insights, tools and sources below the text of an issue. */
export function IssueParts({ issue: { insights, tools, sources } }: { issue: ArchivedIssue }) {
  const t = useTranslations('issues.page')
  const { lang } = useIssueLabels()
  return (
    <>
      <PartList
        id="insights"
        title={t('insights')}
        items={insights.map(({ title, description, source }) => ({ name: title, description, source }))}
      />
      <PartList id="tools" title={t('tools')} items={tools} />
      {sources.length > 0 ? (
        <Part id="sources" title={t('sources')}>
          <ul className="flex flex-col border-b border-groove">
            {sources.map((source) => (
              <li key={source.url} className="border-t border-groove">
                <SourceLink
                  source={source}
                  className="flex min-h-12 items-center justify-between gap-4 py-3 hover:text-live"
                >
                  <span lang={lang} className="min-w-0 [overflow-wrap:anywhere]">
                    {source.title || source.url}
                  </span>
                  <ArrowUpRight size={16} className="shrink-0 text-dust" />
                </SourceLink>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </>
  )
}

function PartList({
  id,
  title,
  items,
}: {
  id: string
  title: string
  items: { name: string; description: string; source: Source }[]
}) {
  const t = useTranslations('issues.page')
  const { lang } = useIssueLabels()
  if (items.length === 0) return null
  return (
    <Part id={id} title={title}>
      <ol className="flex flex-col">
        {items.map(({ name, description, source }, index) => (
          <li
            key={`${index} ${name}`}
            className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-t border-groove py-6 first:border-t-0 first:pt-0 last:pb-0"
          >
            <span aria-hidden="true" className="label pt-1.5 text-dust">
              {String(index + 1).padStart(2, '0')}
            </span>
            <div className="flex min-w-0 flex-col gap-2 [overflow-wrap:anywhere]">
              <h3 lang={lang} className="title">
                {name}
              </h3>
              <p lang={lang} className="measure text-sand/85">
                {description}
              </p>
              <p className="text-small text-dust">
                {t.rich('source', {
                  title: source.title || source.url,
                  link: (text) => (
                    <SourceLink
                      source={source}
                      className="inline-block py-1 underline underline-offset-4 hover:text-live"
                    >
                      <span lang={lang}>{text}</span>
                    </SourceLink>
                  ),
                })}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={`${id}-heading`} className="border-t border-groove">
      <div className="wrap grid gap-x-8 gap-y-6 py-10 md:py-14 lg:grid-cols-12">
        <h2 id={`${id}-heading`} className="label text-dust lg:col-span-2 lg:pt-1.5">
          {title}
        </h2>
        <div className="lg:col-span-8">{children}</div>
      </div>
    </section>
  )
}

/** Link to a source. Pages of this site open in place, others in a new tab. */
function SourceLink({ source, className, children }: { source: Source; className: string; children: ReactNode }) {
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
