import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Skeleton } from '#ui/skeleton.tsx'
import { nextSendLabel, overdueLabel, pausedSentence, type ScheduleView } from '#features/delivery/contract.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { issueAdminPath, formatMinute, formatNewYork } from './format-issue.ts'
import { countOf } from '#shared/count-of.ts'

/** Next send in both time zones, with its issue, recipients and blockers. */
export function SchedulePanel({ schedule, error }: { schedule: ScheduleView | undefined; error: string }) {
  if (!schedule)
    return error ? (
      <p className="text-small text-dust">{`Couldn’t load the schedule. ${error}`}</p>
    ) : (
      <Skeleton className="h-24" />
    )
  const { next_send_at: at, newsletter, recipients, is_held: isPaused, obstacles: blockers } = schedule
  const isWaiting = isPaused && schedule.is_overdue
  const sendLabel = nextSendLabel(schedule)
  return (
    <section aria-label="Next send" className="flex flex-col border border-groove bg-plate-raised">
      <dl className="grid sm:grid-cols-2 lg:grid-cols-4">
        <Fact name={`${sendLabel}, New York`}>
          {isWaiting ? overdueLabel : <time dateTime={at}>{formatNewYork(at)}</time>}
        </Fact>
        <Fact name={`${sendLabel}, UTC`}>{isWaiting ? '–' : <time dateTime={at}>{formatMinute(at)}</time>}</Fact>
        <Fact name="Next issue">
          {newsletter ? (
            <Link
              to={issueAdminPath(newsletter.id)}
              className="underline decoration-groove underline-offset-4 hover:decoration-sand"
            >
              {newsletter.title}
            </Link>
          ) : (
            <span className="text-dust">No issue scheduled</span>
          )}
        </Fact>
        <Fact name="Recipients">{countOf(recipients, 'subscriber')}</Fact>
      </dl>
      {isPaused ? (
        <Blocker>
          {pausedSentence(schedule.held_reason)}{' '}
          <ResumeHint schedule={schedule} className="underline underline-offset-4" />
        </Blocker>
      ) : null}
      {blockers.map((blocker) => (
        <Blocker key={blocker}>{blocker}</Blocker>
      ))}
    </section>
  )
}

/**
 * Says who can resume all sending: a super admin gets the link to the switch. On a restored copy the reason already
 * names the owner, and the switch would be refused.
 */
export function ResumeHint({
  schedule,
  ...link
}: { schedule: ScheduleView } & Pick<LinkProps, 'className' | 'onClick'>) {
  const { may } = useAdmin()
  if (schedule.is_restored_copy) return null
  if (!may('super_admin')) return 'A super admin can resume sending under Settings.'
  return (
    <Link to="/newsletter-admin?tab=settings" {...link}>
      Open Settings
    </Link>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 border-groove px-4 py-3 max-sm:not-first:border-t sm:not-last:border-r">
      <dt className="label text-dust">{name}</dt>
      <dd className="figures text-small [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Blocker({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 border-t border-groove px-4 py-3 text-small text-loss">
      <CircleAlert size={18} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
