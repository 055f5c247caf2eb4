import { ArrowRight } from 'lucide-react'
import { Link, useViewTransitionState } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { letterPath, type LetterHeadline } from '#features/issues/contract.ts'
import { kindWords, letterDate, letterNumber } from './letter-date.ts'
import { letterTransition } from './letter-row.tsx'

/** The letter that went out last, large, in front of the others. */
export function NewestLetter({ letter: { slug, number, kind, title, summary, sentAt } }: { letter: LetterHeadline }) {
  const to = letterPath(slug)
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
            variant="square"
            sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 38vw, 68vw"
            transitionName={carries ? letterTransition(slug) : undefined}
            className="size-full object-cover"
          />
        </Link>
        <div className="flex min-w-0 flex-col items-start gap-6 self-end lg:col-span-6 lg:col-start-7">
          <p className="label flex flex-wrap gap-x-4 gap-y-1 text-dust">
            <span>The newest letter</span>
            <span>{letterNumber(number)}</span>
            <span>{kindWords[kind]}</span>
            <time dateTime={sentAt}>{letterDate(sentAt)}</time>
          </p>
          <h2 className="heading [overflow-wrap:anywhere]">
            <Link to={to} prefetch="intent" viewTransition className="inline-block py-1.5 hover:text-live">
              {title}
            </Link>
          </h2>
          <p className="measure text-lead text-sand/85">{summary}</p>
          <ButtonLink to={to}>
            Read the letter
            <ArrowRight size={16} strokeWidth={1.5} aria-hidden="true" />
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}
