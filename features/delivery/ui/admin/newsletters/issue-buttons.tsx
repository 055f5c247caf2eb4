import { ButtonLink, Button } from '#ui/button.tsx'
import { type ScheduleView, undoSeconds } from '#features/delivery/contract.ts'
import type { IssueListItem } from '#features/issues/contract.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import type { AdminData } from '#ui/admin/use-admin-data.ts'
import { SecondsLeft, useSecondsLeft } from './countdown.tsx'
import { draftPath, noRecipientsText } from './format-issue.ts'
import type { useIssueActions } from './use-issue-actions.ts'
import { type ReactNode, useState, useId } from 'react'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { formatCount, countOf } from '#shared/count-of.ts'

/** The schedule while it is loaded: before, and after a failure, `data` is undefined. */
export type LoadedSchedule = Pick<AdminData<ScheduleView>, 'data' | 'error' | 'reload'>

/** Actions for an issue in its current status; none for viewers. */
export function IssueButtons({
  issue,
  schedule,
  actions,
  isWhole = false,
}: {
  issue: IssueListItem
  schedule: LoadedSchedule
  actions: ReturnType<typeof useIssueActions>
  isWhole?: boolean
}) {
  const { may } = useAdmin()
  if (!may('editor')) return null
  const { id, title, status, progress } = issue
  const { run } = actions
  const isBusy = actions.busy === id
  const button = (words: string, press: () => void, variant: 'primary' | 'quiet' = 'quiet') => (
    <Button
      variant={variant}
      aria-disabled={isBusy}
      aria-label={`${words}: ${title}`}
      onClick={() => !isBusy && press()}
      className="px-4 py-2"
    >
      {words}
    </Button>
  )
  // An issue that was paused before it started can still be unscheduled.
  const hasBegun = progress !== null
  return (
    <div className="flex flex-wrap items-center gap-2 md:justify-end">
      {status === 'draft' ? (
        <>
          {isWhole ? <ButtonLink to={draftPath(id)}>Edit</ButtonLink> : null}
          {isWhole
            ? button('Send on Friday', () => void run(id, 'send', { when: 'friday' }), 'primary')
            : button('Send', () => void run(id, 'send', { when: 'friday' }))}
          {isWhole ? (
            <ConfirmSend
              name="Send now"
              issue={issue}
              schedule={schedule}
              send={() => run(id, 'send', { when: 'now' })}
            />
          ) : null}
        </>
      ) : null}
      {status === 'scheduled' || (status === 'paused' && !hasBegun) ? (
        status === 'scheduled' && issue.due_at && schedule.data?.is_held === false ? (
          <LastSeconds until={Date.parse(issue.due_at)}>
            {(isLast) => button(isLast ? 'Undo' : 'Unschedule', () => void run(id, 'undo'))}
          </LastSeconds>
        ) : (
          button('Unschedule', () => void run(id, 'undo'))
        )
      ) : null}
      {status === 'sending' ? button('Pause', () => void run(id, 'pause')) : null}
      {status === 'paused' && !hasBegun ? (
        <Reschedule issue={issue} schedule={schedule} resume={() => run(id, 'resume', {}, 'Scheduled again.')} />
      ) : null}
      {status === 'paused' && hasBegun
        ? button('Resume', () => void run(id, 'resume'), isWhole ? 'primary' : 'quiet')
        : null}
      {status === 'sending' || (status === 'paused' && hasBegun) ? (
        <CancelDialog
          issue={issue}
          isPaused={status === 'paused' || (schedule.data?.is_held ?? false)}
          cancel={() => run(id, 'cancel')}
        />
      ) : null}
    </div>
  )
}

/** Shows a countdown in the last minute before an issue is sent, in which its button undoes sending. */
function LastSeconds({ until, children }: { until: number; children(isLast: boolean): ReactNode }) {
  const left = useSecondsLeft(until)
  const isLast = left <= undoSeconds
  return (
    <>
      {isLast ? <SecondsLeft left={left} /> : null}
      {children(isLast)}
    </>
  )
}

/**
 * Resumes an issue that was paused before it started: at its own time if that is ahead, otherwise at once after a
 * confirmation.
 */
function Reschedule({
  issue,
  schedule,
  resume,
}: {
  issue: IssueListItem
  schedule: LoadedSchedule
  resume(): Promise<boolean>
}) {
  const [now] = useState(() => Date.now())
  if (issue.due_at && Date.parse(issue.due_at) > now)
    return (
      <Button aria-label={`Resume: ${issue.title}`} onClick={() => void resume()} className="px-4 py-2">
        Resume
      </Button>
    )
  return (
    <ConfirmSend
      name="Resume"
      issue={issue}
      schedule={schedule}
      why="Its send time has passed, so it will be sent right away."
      send={resume}
    />
  )
}

/**
 * Cancels a send after a confirmation, because it cannot be undone.
 *
 * @param isPaused True while the issue or all sending is paused.
 */
function CancelDialog({
  issue: { title, progress },
  isPaused,
  cancel,
}: {
  issue: IssueListItem
  isPaused: boolean
  cancel(): Promise<boolean>
}) {
  const id = `cancel-${useId()}`
  const wasSent = (progress?.sent ?? 0) + (progress?.uncertain ?? 0) > 0
  return (
    <>
      <DialogTrigger for={id} aria-label={`Cancel: ${title}`} className="px-4 py-2">
        Cancel
      </DialogTrigger>
      <Dialog
        id={id}
        kicker={title}
        title="Cancel sending?"
        actions={
          <>
            <Button
              variant="primary"
              onClick={(event) => {
                event.currentTarget.closest('dialog')?.close()
                void cancel()
              }}
            >
              Cancel sending
            </Button>
            <DialogClose for={id}>{isPaused ? 'Keep paused' : 'Keep sending'}</DialogClose>
          </>
        }
      >
        <p className="measure">
          {`Emails that will not be sent: ${formatCount(progress?.waiting ?? 0)}. ${wasSent ? 'Emails that were already sent are not affected, and the issue stays on the site. ' : ''}This cannot be undone.${isPaused ? '' : ' To stop temporarily, pause instead.'}`}
        </p>
      </Dialog>
    </>
  )
}

type ConfirmSendProps = {
  name: string
  issue: IssueListItem
  schedule: LoadedSchedule
  why?: string
  send(): Promise<boolean>
}

/**
 * Button that sends at once after a confirmation with the number of recipients. If it cannot be sent, the dialog says
 * why.
 *
 * @param why Reason, shown before the undo note.
 */
function ConfirmSend({ name, issue, schedule, why = '', send }: ConfirmSendProps) {
  const { title, subscriber_count: count } = issue
  const id = `send-${useId()}`
  const isPaused = schedule.data?.is_held ?? false
  const blockers = blockersOf(issue, schedule)
  const canSend = blockers?.length === 0
  return (
    <>
      <DialogTrigger for={id} aria-label={`${name}: ${title}`} className="px-4 py-2">
        {name}
      </DialogTrigger>
      <Dialog
        id={id}
        kicker={title}
        title={
          canSend
            ? `Send to ${countOf(count, 'subscriber')} ${isPaused ? 'when sending resumes' : 'now'}?`
            : blockers
              ? 'This issue cannot be sent now'
              : 'Loading the schedule…'
        }
        actions={
          <>
            {canSend ? (
              <Button
                variant="primary"
                onClick={(event) => {
                  event.currentTarget.closest('dialog')?.close()
                  void send()
                }}
              >
                {isPaused ? 'Schedule' : 'Send now'}
              </Button>
            ) : null}
            {schedule.data || !schedule.error ? null : <Button onClick={schedule.reload}>Try again</Button>}
            <DialogClose for={id}>{canSend ? 'Not now' : 'Close'}</DialogClose>
          </>
        }
      >
        <p className="measure">
          {!canSend
            ? (blockers ?? []).join(' ')
            : isPaused
              ? 'All sending is paused. This issue will be sent if sending resumes within two hours. After that, an editor must resume the issue. Until it is sent, you can unschedule it.'
              : `${why} You can undo this for 60 seconds. Then sending starts.`.trimStart()}
        </p>
      </Dialog>
    </>
  )
}

/**
 * Returns the reasons why an issue cannot be sent; unlike a pause, they also prevent scheduling. Undefined while the
 * schedule is loading.
 */
function blockersOf(
  { kind, subscriber_count: count }: IssueListItem,
  { data, error }: LoadedSchedule,
): string[] | undefined {
  if (!data) return error ? [`Couldn’t load the schedule. ${error}`] : undefined
  return [...data.obstacles, ...(count > 0 ? [] : [noRecipientsText(kind === 'digest' ? 'monthly' : 'weekly')])]
}
