import { Link, useViewTransitionState } from 'react-router'
import { Figure } from '#ui/figure/figure.tsx'
import { issuePath, type IssueHeadline } from '#features/issues/contract.ts'
import { useIssueLabels } from './use-issue-labels.ts'

/** One issue as a row of the track list: artwork, number, date and subject. */
export function IssueRow({
  issue: { slug, number, kind, title, summary, sentAt, image = '' },
}: {
  issue: IssueHeadline
}) {
  const { numberOf, kindOf, dateOf, lang } = useIssueLabels()
  const carries = useViewTransitionState(issuePath(slug))
  return (
    <article className="group relative grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-5 border-t border-groove py-6 md:grid-cols-[7rem_minmax(0,1fr)_12rem] md:gap-x-8">
      <div className="aspect-square overflow-hidden border border-groove bg-plate-raised transition-colors group-focus-within:border-sand group-hover:border-sand">
        <Figure
          slug={slug}
          image={image}
          variant="square"
          width={160}
          sizes="7rem"
          transitionName={carries ? issueTransition(slug) : undefined}
          className="size-full object-cover opacity-70 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-90"
        />
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <p className="label text-dust md:hidden">
          {numberOf(number)} · <time dateTime={sentAt}>{dateOf(sentAt)}</time>
        </p>
        <h3 lang={lang} className="title">
          <Link
            to={issuePath(slug)}
            prefetch="intent"
            viewTransition
            className="[overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-live"
          >
            {title}
          </Link>
        </h3>
        <p lang={lang} className="measure line-clamp-3 text-small text-dust">
          {summary}
        </p>
        {kind === 'digest' ? <p className="label text-dust">{kindOf(kind)}</p> : null}
      </div>
      <p className="label hidden flex-col gap-2 text-right whitespace-nowrap text-dust md:flex">
        <span className="text-sand">{numberOf(number)}</span>
        <time dateTime={sentAt}>{dateOf(sentAt)}</time>
      </p>
    </article>
  )
}

/** Returns the view transition name of an issue's artwork, shared by the list and its page. */
export function issueTransition(slug: string): string {
  return `letter-${slug}`
}
