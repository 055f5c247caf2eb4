import { useState } from 'react'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { issuePath, type IssueDetail, type Progress, type IssueListItem } from '#features/issues/contract.ts'
import { pausedSentence, type ScheduleView } from '#features/delivery/contract.ts'
import { RetryButton } from '#ui/admin/retry-button.tsx'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { IssueButtons } from './issue-buttons.tsx'
import { IssueStatusCell } from './issue-status.tsx'
import { changesFrom } from './format-issue.ts'
import { RecipientList } from './recipient-list.tsx'
import { ResumeHint } from './schedule-panel.tsx'
import { usePolling } from './use-polling.ts'
import { useIssueActions } from './use-issue-actions.ts'
import { useAdmin, useTabReload } from '#ui/admin/admin-context.ts'
import { formatCount } from '#shared/count-of.ts'

/** Screen of one issue: status, actions and all recipients. */
export function IssueScreen({ id }: { id: string }) {
  const loaded = useAdminData<IssueDetail>(`newsletters/${encodeURIComponent(id)}`)
  const { data: issue, error, reload } = loaded
  const schedule = useAdminData<ScheduleView>('schedule')
  const isPaused = schedule.data?.is_held ?? false
  const [round, setRound] = useState(0)
  const reloadAll = () => {
    reload()
    setRound((before) => before + 1)
  }
  const actions = useIssueActions(reloadAll)
  useTabReload(reloadAll)
  usePolling(reload, issue ? changesFrom(issue) : Infinity)
  if (!issue) {
    return (
      <>
        <BackLink to="?tab=newsletters">All newsletters</BackLink>
        {error ? (
          <div role="alert">
            <EmptyState title="Couldn’t load this newsletter" action={<RetryButton loaded={loaded} />}>
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
            {issue.sent_date ? (
              <ButtonAnchor href={issuePath(issue.slug)}>View in archive</ButtonAnchor>
            ) : hasRecipients(issue) ? (
              // The archive does not list it, but the emails link to it.
              <ButtonAnchor href={issuePath(issue.slug)}>View on the site</ButtonAnchor>
            ) : null}
            <IssueButtons issue={issue} schedule={schedule} actions={actions} isWhole />
          </>
        }
      >
        {issue.content.summary || undefined}
      </ScreenHeading>
      {error ? <FieldError>{`This page may be out of date. ${error}`}</FieldError> : null}
      <section aria-label="Status" className="border border-groove bg-plate-raised px-4 py-3 text-small">
        <IssueStatusCell issue={issue} isPaused={isPaused} />
        {schedule.data && isPaused && (issue.status === 'scheduled' || issue.status === 'sending') ? (
          <p className="mt-1.5 text-loss">
            {pausedSentence(schedule.data.held_reason)}{' '}
            <ResumeHint schedule={schedule.data} className="underline underline-offset-4" />
          </p>
        ) : null}
      </section>
      {issue.progress ? (
        <>
          <IssueCounts progress={issue.progress} />
          <ResolvePanel issue={issue} actions={actions} />
          {/* Reloaded after each action. While the issue is being sent, its own button reloads it, so that rows do
              not jump under the pointer. */}
          <RecipientList key={round} id={issue.id} actions={actions} />
        </>
      ) : (
        <NoRecipients status={issue.status} />
      )}
    </>
  )
}

/** Returns whether the emails of a cancelled issue were sent to some of its recipients. */
function hasRecipients({ status, progress }: Pick<IssueListItem, 'status' | 'progress'>): boolean {
  return status === 'failed' && (progress?.sent ?? 0) + (progress?.uncertain ?? 0) > 0
}

/** Says why an issue has no recipients. */
function NoRecipients({ status }: Pick<IssueListItem, 'status'>) {
  if (status === 'failed')
    return <EmptyState title="No recipients">Sending was cancelled before it started, so no email was sent.</EmptyState>
  if (status === 'sent' || status === 'sending')
    return (
      <EmptyState title="No recipients">The list had no subscribers for this issue when sending started.</EmptyState>
    )
  return (
    <EmptyState title="No recipients yet">
      When sending starts, the recipients appear here with a delivery status. Until then, see the list of newsletters
      for the current number of recipients.
    </EmptyState>
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

/** Numbers of deliveries by outcome; the first is the sum of the next five. */
function IssueCounts({ progress }: { progress: Progress }) {
  return (
    <dl className="cells grid-cols-2 sm:grid-cols-4 lg:grid-cols-7">
      {facts.map(([key, name]) => (
        <div key={key} className="flex flex-col gap-1 bg-plate px-4 py-3">
          <dt className="label text-dust">{name}</dt>
          <dd className="figures">{formatCount(progress[key])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Panel to resolve uncertain deliveries. */
function ResolvePanel({
  issue: { id, progress },
  actions,
}: {
  issue: IssueListItem
  actions: ReturnType<typeof useIssueActions>
}) {
  const { may } = useAdmin()
  const count = progress?.uncertain ?? 0
  if (count === 0) return null
  const isBusy = actions.busy === id
  const settle = (as: 'sent' | 'again', successMessage: string) => () =>
    void (!isBusy && actions.run(id, 'settle', { as, deliveries: 'all' }, successMessage))
  return (
    <section aria-labelledby="settle-heading" className="flex flex-col gap-4 border border-live p-4 md:p-6">
      <h2 id="settle-heading" className="title">
        {count === 1 ? '1 email is uncertain' : `${formatCount(count)} emails are uncertain`}
      </h2>
      <p className="measure text-small text-dust">
        Sending was interrupted: the connection to the mail server broke, or the process stopped. Only the mail server
        knows what it accepted: search its log for the start of the message ID, which the list shows under Details.
        Resending may deliver the email twice. Marking as sent may leave a recipient without it.
        {may('editor')
          ? ''
          : ` An editor can mark ${count === 1 ? 'this email as sent or resend it' : 'these emails as sent or resend them'}.`}
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
