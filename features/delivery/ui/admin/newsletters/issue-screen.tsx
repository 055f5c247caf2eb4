import { useState } from 'react'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { issuePath, type IssueDetail, type Progress, type IssueListItem } from '#features/issues/contract.ts'
import type { ScheduleView } from '#features/delivery/contract.ts'
import { useDeskData } from '#ui/desk/use-desk-data.ts'
import { IssueButtons } from './issue-buttons.tsx'
import { IssueStatusCell } from './issue-status.tsx'
import { isMoving, counted } from './list-words.ts'
import { RecipientList } from './recipient-list.tsx'
import { useFollowing } from './use-following.ts'
import { useIssueActs } from './use-issue-acts.ts'
import { useDesk } from '#ui/desk/desk-context.ts'

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
            {issue.sent_date ? <ButtonAnchor href={issuePath(issue.slug)}>View in archive</ButtonAnchor> : null}
            <IssueButtons issue={issue} isHeld={isHeld} acts={acts} isWhole />
          </>
        }
      >
        {issue.content.summary || undefined}
      </ScreenHeading>
      {error ? <FieldError>{`This page may be out of date. ${error}`}</FieldError> : null}
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
        <EmptyState title="No recipients yet">
          The recipients are fixed when sending starts. Each of them is then listed here with a delivery status.
        </EmptyState>
      )}
    </>
  )
}

const facts = [
  ['planned', 'Planned'],
  ['sent', 'Sent'],
  ['waiting', 'Queued'],
  ['failed', 'Failed'],
  ['uncertain', 'Uncertain'],
  ['dropped', 'Not sent'],
  ['excluded', 'Excluded'],
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
function SettlePanel({
  issue: { id, progress },
  acts,
}: {
  issue: IssueListItem
  acts: ReturnType<typeof useIssueActs>
}) {
  const { may } = useDesk()
  const count = progress?.uncertain ?? 0
  if (count === 0) return null
  const isBusy = acts.busy === id
  const settle = (as: 'sent' | 'again', told: string) => () =>
    void (!isBusy && acts.act(id, 'settle', { as, deliveries: 'all' }, told))
  return (
    <section aria-labelledby="settle-heading" className="flex flex-col gap-4 border border-live p-4 md:p-6">
      <h2 id="settle-heading" className="title">
        {count === 1 ? '1 email is uncertain' : `${counted(count)} emails are uncertain`}
      </h2>
      <p className="measure text-small text-dust">
        The connection to the mail server broke, or the process stopped, while these were being sent. Only the mail
        server knows whether it accepted them: search its log for their message IDs. If you resend them, some people may
        get the email twice. If you mark them as sent, some may not get it.
      </p>
      {may('editor') ? (
        <div className="flex flex-wrap gap-3">
          <Button aria-disabled={isBusy} onClick={settle('sent', 'Marked as sent.')}>
            Mark all as sent
          </Button>
          <Button aria-disabled={isBusy} onClick={settle('again', 'Queued to send again.')}>
            Resend all
          </Button>
        </div>
      ) : null}
    </section>
  )
}
