import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { issuePath, type IssueHeadline } from '#features/issues/contract.ts'
import { useIssueLabels } from './use-issue-labels.ts'

/** Links to the previous and the next issue. */
export function IssueNeighbours({
  older,
  newer,
}: {
  older: IssueHeadline | undefined
  newer: IssueHeadline | undefined
}) {
  const t = useTranslations('issues.page')
  if (!older && !newer) return null
  return (
    <nav aria-label={t('others')} className="border-t border-groove">
      <div className="wrap grid md:grid-cols-2">
        {older ? <Neighbour issue={older} /> : null}
        {newer ? <Neighbour issue={newer} isNewer /> : null}
      </div>
    </nav>
  )
}

function Neighbour({ issue, isNewer = false }: { issue: IssueHeadline; isNewer?: boolean }) {
  const t = useTranslations('issues.page')
  const { numberOf, lang } = useIssueLabels()
  const number = numberOf(issue.number)
  const Arrow = isNewer ? ArrowRight : ArrowLeft
  return (
    <Link
      to={issuePath(issue.slug)}
      rel={isNewer ? 'next' : 'prev'}
      prefetch="intent"
      viewTransition
      className={classNames(
        'group flex min-w-0 flex-col gap-3 py-8 hover:text-live md:py-12',
        isNewer &&
          'max-md:border-t max-md:border-groove md:col-start-2 md:items-end md:border-l md:border-groove md:pl-8 md:text-right',
      )}
    >
      <span className="label inline-flex items-center gap-2 text-dust">
        <Arrow size={14} strokeWidth={1.5} aria-hidden="true" />
        {isNewer ? t('next', { number }) : t('previous', { number })}
      </span>
      <span lang={lang} className="title [overflow-wrap:anywhere]">
        {issue.title}
      </span>
    </Link>
  )
}
