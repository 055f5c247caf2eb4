import { Check } from 'lucide-react'
import type { IssueListItem, Progress } from '#features/issues/contract.ts'
import { counted, minuteOf, newYorkOf, doneOf, spanInWords } from './list-words.ts'

/**
 * Where an issue stands, with its time, its progress or why it stopped.
 *
 * @param isHeld Nothing is begun or sent,
 * whatever is due.
 */
export function IssueStatusCell({ issue, isHeld }: { issue: IssueListItem; isHeld: boolean }) {
  const { status, due_at: dueAt, sent_date: sentAt, reason, progress, title } = issue
  const uncertain = progress?.uncertain ?? 0
  // Everybody was tried; what is still being sent are copies that were refused for a while.
  const isOut = status === 'sent' || (status === 'sending' && sentAt !== null)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {isOut ? (
        <span className="inline-flex items-center gap-2">
          <Check size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-gain" />
          <span>sent</span>
          {sentAt ? (
            <time dateTime={sentAt} className="figures text-[0.8125rem] text-dust">
              {minuteOf(sentAt)}
            </time>
          ) : null}
        </span>
      ) : (
        <span>{isHeld && (status === 'scheduled' || status === 'sending') ? `${status}, paused` : status}</span>
      )}
      {status === 'scheduled' && dueAt ? (
        <span className="figures text-[0.8125rem] text-dust">
          <time dateTime={dueAt} className="block">{`${newYorkOf(dueAt)} New York`}</time>
          <time dateTime={dueAt} className="block">{`${minuteOf(dueAt)} UTC`}</time>
        </span>
      ) : null}
      {isOut && progress && progress.waiting > 0 ? (
        <span className="text-dust">{`${counted(progress.waiting)} retrying`}</span>
      ) : null}
      {progress && (status === 'sending' || status === 'paused') ? (
        <SendProgress progress={progress} isMoving={status === 'sending' && !isHeld} label={`Progress of ${title}`} />
      ) : null}
      {reason && !isOut ? <span className="text-dust [overflow-wrap:anywhere]">{reason}</span> : null}
      {uncertain > 0 ? <span className="text-live">{`${counted(uncertain)} uncertain, needs action`}</span> : null}
    </div>
  )
}

/** How far a send is: a bar, how fast it goes and how long it takes. */
function SendProgress({ progress, isMoving, label }: { progress: Progress; isMoving: boolean; label: string }) {
  const done = doneOf(progress)
  const share = progress.planned > 0 ? done / progress.planned : 1
  const pace = isMoving
    ? [
        `${progress.per_second >= 10 ? Math.round(progress.per_second) : progress.per_second.toFixed(1)} per second`,
        progress.seconds_left === null ? '' : `${spanInWords(progress.seconds_left)} left`,
      ].filter(Boolean)
    : []
  const words = [`${counted(done)} of ${counted(progress.planned)}`, ...pace].join(', ')
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
