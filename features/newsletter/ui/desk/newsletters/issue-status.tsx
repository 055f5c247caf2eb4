import { Check } from 'lucide-react'
import type { IssueLine } from '#features/newsletter/desk.ts'
import { counted, minuteOf, newYorkOf } from './list-words.ts'
import { SendProgress } from './send-progress.tsx'

/** Where an issue stands, with its time, its progress or why it stopped. @param isHeld Nothing is begun or sent, whatever is due. */
export function IssueStatusCell({ issue, isHeld }: { issue: IssueLine; isHeld: boolean }) {
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
        <span>{isHeld && (status === 'scheduled' || status === 'sending') ? `${status}, held` : status}</span>
      )}
      {status === 'scheduled' && dueAt ? (
        <span className="figures text-[0.8125rem] text-dust">
          <time dateTime={dueAt} className="block">{`${newYorkOf(dueAt)} New York`}</time>
          <time dateTime={dueAt} className="block">{`${minuteOf(dueAt)} UTC`}</time>
        </span>
      ) : null}
      {isOut && progress && progress.waiting > 0 ? <span className="text-dust">{`${counted(progress.waiting)} tried again`}</span> : null}
      {progress && (status === 'sending' || status === 'paused') ? (
        <SendProgress progress={progress} isMoving={status === 'sending' && !isHeld} label={`Progress of ${title}`} />
      ) : null}
      {reason && !isOut ? <span className="text-dust [overflow-wrap:anywhere]">{reason}</span> : null}
      {uncertain > 0 ? <span className="text-live">{`${counted(uncertain)} uncertain, to be settled`}</span> : null}
    </div>
  )
}
