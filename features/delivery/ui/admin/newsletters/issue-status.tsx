import { Check } from 'lucide-react'
import { type IssueListItem, issueStatusLabel, type Progress } from '#features/issues/contract.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { formatNewYork, doneOf, formatDuration } from './format-issue.ts'
import { formatCount } from '#shared/count-of.ts'

/**
 * Status of an issue with its time, its progress or its error.
 *
 * @param isPaused All sending is paused.
 */
export function IssueStatusCell({ issue, isPaused }: { issue: IssueListItem; isPaused: boolean }) {
  const { status, due_at: dueAt, sent_date: sentAt, reason, progress, title } = issue
  const uncertain = progress?.uncertain ?? 0
  const isSent = status === 'sent'
  const waiting = progress?.waiting ?? 0
  const isRetrying = status === 'sending' && sentAt !== null && waiting > 0
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {isSent ? (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Check size={18} className="shrink-0 text-gain" />
          <span>sent</span>
          {sentAt ? (
            <time dateTime={sentAt} className="figures text-[0.8125rem] whitespace-nowrap text-dust">
              {formatTimestamp(sentAt)}
            </time>
          ) : null}
        </span>
      ) : (
        <span>
          {isPaused && (status === 'scheduled' || status === 'sending')
            ? `${status}, paused`
            : issueStatusLabel(status)}
        </span>
      )}
      {status === 'scheduled' && dueAt ? (
        <span className="figures text-[0.8125rem] text-dust">
          <time dateTime={dueAt} className="block">{`${formatNewYork(dueAt)} New York`}</time>
          <time dateTime={dueAt} className="block">
            {formatTimestamp(dueAt)}
          </time>
        </span>
      ) : null}
      {isRetrying ? (
        <span className="text-dust">
          {`${formatCount(waiting)} queued for a retry. First attempts finished at `}
          <time dateTime={sentAt} className="figures text-[0.8125rem] whitespace-nowrap">
            {formatTimestamp(sentAt)}
          </time>
        </span>
      ) : null}
      {progress && (status === 'sending' || status === 'paused') ? (
        <SendProgress
          progress={progress}
          // The pace of the first attempts does not tell when the next retry is due.
          isChanging={status === 'sending' && !isPaused && !isRetrying}
          label={`Progress of ${title}`}
        />
      ) : null}
      {reason && !isSent ? <span className="text-dust [overflow-wrap:anywhere]">{reason}</span> : null}
      {uncertain > 0 ? <span className="text-live">{`${formatCount(uncertain)} uncertain, action needed`}</span> : null}
    </div>
  )
}

/** Progress bar of a send, with its rate and remaining time. */
function SendProgress({ progress, isChanging, label }: { progress: Progress; isChanging: boolean; label: string }) {
  const done = doneOf(progress)
  const share = progress.planned > 0 ? done / progress.planned : 1
  const pace = isChanging
    ? [
        `${progress.per_second >= 10 ? Math.round(progress.per_second) : progress.per_second.toFixed(1)} per second`,
        progress.seconds_left === null ? '' : `${formatDuration(progress.seconds_left)} left`,
      ].filter(Boolean)
    : []
  const words = [`${formatCount(done)} of ${formatCount(progress.planned)}`, ...pace].join(', ')
  return (
    <div className="flex w-full max-w-80 min-w-40 flex-col gap-1.5">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={progress.planned}
        aria-valuenow={done}
        aria-valuetext={words}
        className="h-1.5 w-full overflow-hidden bg-groove"
      >
        <div className="h-full origin-left bg-sand transition-transform" style={{ transform: `scaleX(${share})` }} />
      </div>
      <p aria-hidden="true" className="figures text-[0.8125rem] text-dust">
        {words}
      </p>
    </div>
  )
}
