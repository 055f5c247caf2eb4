import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import { issuePath, type IssueHeadline } from '#features/issues/contract.ts'
import { issueNumber } from './issue-date.ts'

/** The issues before and after this one. */
export function IssueNeighbours({
  older,
  newer,
}: {
  older: IssueHeadline | undefined
  newer: IssueHeadline | undefined
}) {
  if (!older && !newer) return null
  return (
    <nav aria-label="Other issues" className="border-t border-groove">
      <div className="wrap grid md:grid-cols-2">
        {older ? <Neighbour issue={older} label="Previous issue" /> : null}
        {newer ? <Neighbour issue={newer} label="Next issue" isNewer /> : null}
      </div>
    </nav>
  )
}

function Neighbour({ issue, label, isNewer = false }: { issue: IssueHeadline; label: string; isNewer?: boolean }) {
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
        {label}, {issueNumber(issue.number)}
      </span>
      <span className="title [overflow-wrap:anywhere]">{issue.title}</span>
    </Link>
  )
}
