import { useViewTransitionState } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { BackLink } from '#ui/back-link.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { issuePath, type IssueHeadline } from '#features/issues/contract.ts'
import { issueTransition } from './issue-row.tsx'
import { useIssueLabels } from './use-issue-labels.ts'

/** Header of an issue with its artwork and title. */
export function IssueHero({ issue }: { issue: IssueHeadline }) {
  const { slug, number, kind, title, summary, sentAt, image = '', imageAlt = '' } = issue
  const t = useTranslations('issues.page')
  const { numberOf, kindOf, dateOf, lang } = useIssueLabels()
  const carries = useViewTransitionState(issuePath(slug))
  return (
    <header className="overflow-x-clip lg:shown-whole">
      <div className="wrap grid gap-y-8 print:py-0 pt-20 pb-12 md:pt-24 md:pb-16 lg:grid-cols-12 lg:gap-x-8">
        <div className="lg:col-span-12">
          <BackLink to="/newsletter">{t('all')}</BackLink>
        </div>
        <div className="relative -mx-[clamp(1.25rem,4vw,4rem)] aspect-[3/2] overflow-hidden border-y border-groove bg-plate-raised md:mx-0 md:border lg:col-span-5 lg:col-start-8 lg:row-start-2 lg:-mr-[max(4rem,calc((100vw-90rem)/2+4rem))] lg:aspect-auto lg:h-[clamp(24rem,60vh,34rem)] lg:border-r-0">
          <Figure
            slug={slug}
            image={image}
            alt={imageAlt}
            variant="square"
            sizes="(min-width: 64rem) 42vw, 100vw"
            priority
            transitionName={carries ? issueTransition(slug) : undefined}
            className="size-full object-cover"
          />
        </div>
        <div className="flex min-w-0 flex-col items-start gap-6 lg:col-span-7 lg:row-start-2 lg:justify-end lg:pr-8">
          <p className="label flex flex-wrap gap-x-4 gap-y-2 text-dust">
            {number > 0 ? <span>{numberOf(number)}</span> : null}
            <span>{kindOf(kind)}</span>
            <time dateTime={sentAt}>{dateOf(sentAt)}</time>
          </p>
          {/* The title is a sentence, not a name, so it is one step smaller than the names of artists and books. */}
          <h1
            lang={lang}
            className="display text-[clamp(2.5rem,1.4rem+4.2vw,5rem)] leading-[0.96] [overflow-wrap:anywhere]"
          >
            {title}
          </h1>
          <p lang={lang} className="measure text-lead text-sand/85">
            {summary}
          </p>
        </div>
      </div>
    </header>
  )
}
