import { Rss, ArrowRight } from 'lucide-react'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Pager } from '#ui/pager.tsx'
import { feedPath, type IssueHeadline, issuePath } from '#features/issues/contract.ts'
import { IssueRow, issueTransition } from './issue-row.tsx'
import { Link, useViewTransitionState } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { Figure } from '#ui/figure/figure.tsx'
import { useIssueLabels } from './use-issue-labels.ts'

/** Sent issues: the newest one in large, the others as a track list. */
export function IssueList(props: { issues: readonly IssueHeadline[]; total: number; page: number; pageCount: number }) {
  const t = useTranslations('issues.archive')
  const { issues, total, page, pageCount } = props
  const [newest, ...rest] = page === 1 ? issues : [undefined, ...issues]
  const isEarlier = newest !== undefined && rest.length > 0
  return (
    <section id="letters" aria-label={t('label')} className="border-t border-groove">
      {newest ? <LatestIssue issue={newest} /> : null}
      <div className="wrap flex flex-col gap-10 py-16 md:py-24">
        <header className="grid items-end gap-x-8 gap-y-5 lg:grid-cols-12">
          <p className="label text-dust lg:col-span-2">{t('count', { count: isEarlier ? total - 1 : total })}</p>
          <h2 className="heading lg:col-span-7">{isEarlier ? t('earlier') : t('all')}</h2>
          <div className="flex lg:col-span-3 lg:justify-end">
            <ButtonAnchor href={feedPath} type="application/rss+xml">
              <Rss size={16} />
              {t('feed')}
            </ButtonAnchor>
          </div>
        </header>
        <div className="flex flex-col gap-10 lg:ml-[calc((100%+2rem)/12*2)]">
          {rest.length > 0 ? (
            <ol reversed start={rest[0]?.number} className="flex flex-col border-b border-groove">
              {rest.map((issue) => (
                <li key={issue?.slug} value={issue?.number} className="list-none">
                  {issue ? <IssueRow issue={issue} /> : null}
                </li>
              ))}
            </ol>
          ) : (
            <EmptyState title={newest ? t('first') : t('none')}>{newest ? t('firstText') : t('noneText')}</EmptyState>
          )}
          <Pager label={t('pages')} page={page} pageCount={pageCount} />
        </div>
      </div>
    </section>
  )
}

/** Latest issue, displayed large above the others. */
function LatestIssue({ issue: { slug, number, kind, title, summary, sentAt, image = '' } }: { issue: IssueHeadline }) {
  const t = useTranslations('issues.archive')
  const { numberOf, kindOf, dateOf, lang } = useIssueLabels()
  const to = issuePath(slug)
  const carries = useViewTransitionState(to)
  return (
    <article className="border-b border-groove bg-plate-raised">
      <div className="wrap grid gap-x-8 gap-y-8 py-12 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:py-20 lg:grid-cols-12">
        <Link
          to={to}
          prefetch="intent"
          viewTransition
          tabIndex={-1}
          aria-hidden="true"
          className="group block aspect-square w-3/4 max-w-sm self-start overflow-hidden border border-groove bg-plate transition-colors hover:border-sand sm:w-full lg:col-span-4 lg:col-start-2 lg:max-w-none"
        >
          <Figure
            slug={slug}
            image={image}
            variant="square"
            sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 38vw, 68vw"
            transitionName={carries ? issueTransition(slug) : undefined}
            className="size-full object-cover"
          />
        </Link>
        <div className="flex min-w-0 flex-col items-start gap-6 self-end lg:col-span-6 lg:col-start-7">
          <p className="label flex flex-wrap gap-x-4 gap-y-1 text-dust">
            <span>{t('latest')}</span>
            <span>{numberOf(number)}</span>
            <span>{kindOf(kind)}</span>
            <time dateTime={sentAt}>{dateOf(sentAt)}</time>
          </p>
          <h2 lang={lang} className="heading [overflow-wrap:anywhere]">
            <Link to={to} prefetch="intent" viewTransition className="inline-block py-1.5 hover:text-live">
              {title}
            </Link>
          </h2>
          <p lang={lang} className="measure text-lead text-sand/85">
            {summary}
          </p>
          <ButtonLink to={to}>
            {t('read')}
            <ArrowRight size={16} />
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}
