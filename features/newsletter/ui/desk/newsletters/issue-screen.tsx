import { useState } from 'react'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { letterPath } from '#features/newsletter/archive.ts'
import type { IssueDetail, ScheduleView } from '#features/newsletter/desk.ts'
import { useDeskData } from '../use-desk-data.ts'
import { IssueButtons } from './issue-buttons.tsx'
import { IssueCounts } from './issue-counts.tsx'
import { IssueStatusCell } from './issue-status.tsx'
import { isMoving } from './list-words.ts'
import { RecipientList } from './recipient-list.tsx'
import { SettlePanel } from './settle-panel.tsx'
import { useFollowing } from './use-following.ts'
import { useIssueActs } from './use-issue-acts.ts'

/** One issue: where it stands, what can be done, and every single recipient. */
export function IssueScreen({ id }: { id: string }) {
  const { data: issue, error, reload } = useDeskData<IssueDetail>(`newsletters/${encodeURIComponent(id)}`)
  const schedule = useDeskData<ScheduleView>('schedule')
  const isHeld = schedule.data?.is_held ?? false
  const [round, setRound] = useState(0)
  const [now] = useState(() => Date.now())
  const acts = useIssueActs(() => {
    reload()
    setRound((before) => before + 1)
  })
  useFollowing(reload, issue ? isMoving(issue, now) : false)
  if (!issue) {
    return (
      <>
        <BackLink to="?tab=newsletters">All newsletters</BackLink>
        {error ? (
          <div role="alert">
            <EmptyState title="Failed to load newsletters" action={<Button onClick={reload}>Try again</Button>}>
              {error}
            </EmptyState>
          </div>
        ) : (
          <Skeleton className="h-96" />
        )}
      </>
    )
  }
  return (
    <>
      <BackLink to="?tab=newsletters">All newsletters</BackLink>
      <ScreenHeading
        title={issue.title}
        actions={
          <>
            {issue.sent_date ? <ButtonAnchor href={letterPath(issue.slug)}>In the archive</ButtonAnchor> : null}
            <IssueButtons issue={issue} isHeld={isHeld} acts={acts} isWhole />
          </>
        }
      >
        {issue.content.summary || undefined}
      </ScreenHeading>
      {error ? <FieldError>{`What stands here is from before. ${error}`}</FieldError> : null}
      <section aria-label="Status" className="border border-groove bg-plate-raised px-4 py-3 text-small">
        <IssueStatusCell issue={issue} isHeld={isHeld} />
      </section>
      {issue.progress ? (
        <>
          <IssueCounts progress={issue.progress} />
          <SettlePanel issue={issue} acts={acts} />
          {/* Asked for again after each act; while it is being sent, by its own button, so that lines do not jump under the pointer. */}
          <RecipientList key={round} id={issue.id} acts={acts} />
        </>
      ) : (
        <EmptyState title="Nobody has it yet">
          Who gets it is settled the moment sending begins; from then on every recipient stands here with what became of their copy.
        </EmptyState>
      )}
    </>
  )
}
