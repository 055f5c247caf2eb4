import { useState } from 'react'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { letterPath, type IssueDetail, type Progress, type IssueLine } from '#features/issues/contract.ts'
import type { ScheduleView } from '#features/delivery/contract.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { IssueButtons } from './issue-buttons.tsx'
import { IssueStatusCell } from './issue-status.tsx'
import { isMoving, counted } from './list-words.ts'
import { RecipientList } from './recipient-list.tsx'
import { useFollowing } from './use-following.ts'
import { useIssueActs } from './use-issue-acts.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'

/** One issue: where it stands, what can be done, and every single recipient. */
export function IssueScreen({ id }: { id: string }) {
  const { data: issue, error, reload } = useAdminData<IssueDetail>(`newsletters/${encodeURIComponent(id)}`)
  const schedule = useAdminData<ScheduleView>('schedule')
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
          Who gets it is settled the moment sending begins; from then on every recipient stands here with what became of
          their copy.
        </EmptyState>
      )}
    </>
  )
}

const facts = [
  ['planned', 'Planned'],
  ['sent', 'Sent'],
  ['waiting', 'Waiting'],
  ['failed', 'Refused'],
  ['uncertain', 'Uncertain'],
  ['dropped', 'Dropped'],
  ['excluded', 'Left out'],
] as const

/** What became of the copies, in numbers; the first is the sum of the next five. */
function IssueCounts({ progress }: { progress: Progress }) {
  return (
    <dl className="cells grid-cols-2 sm:grid-cols-4 lg:grid-cols-7">
      {facts.map(([key, name]) => (
        <div key={key} className="flex flex-col gap-1 bg-plate px-4 py-3">
          <dt className="label text-dust">{name}</dt>
          <dd className="figures">{counted(progress[key])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Copies nobody but the relay knows about; the editor decides of them. */
function SettlePanel({ issue: { id, progress }, acts }: { issue: IssueLine; acts: ReturnType<typeof useIssueActs> }) {
  const { may } = useAdmin()
  const count = progress?.uncertain ?? 0
  if (count === 0) return null
  const isBusy = acts.busy === id
  const settle = (as: 'sent' | 'again', told: string) => () =>
    void (!isBusy && acts.act(id, 'settle', { as, deliveries: 'all' }, told))
  return (
    <section aria-labelledby="settle-heading" className="flex flex-col gap-4 border border-live p-4 md:p-6">
      <h2 id="settle-heading" className="title">
        {count === 1 ? 'One copy is uncertain' : `${counted(count)} copies are uncertain`}
      </h2>
      <p className="measure text-small text-dust">
        The line broke, or we were stopped, while these were being handed over. Only the relay knows whether it took
        them: look for their message ids in its log. Sending again may reach somebody twice; taking them as arrived may
        leave somebody without.
      </p>
      {may('editor') ? (
        <div className="flex flex-wrap gap-3">
          <Button aria-disabled={isBusy} onClick={settle('sent', 'Taken as arrived.')}>
            Take all as arrived
          </Button>
          <Button aria-disabled={isBusy} onClick={settle('again', 'They are sent again.')}>
            Send all again
          </Button>
        </div>
      ) : null}
    </section>
  )
}
