import { Tag } from '#ui/tag.tsx'
import type { Occurrence } from '#features/venue/contract.ts'
import { timeUntil } from './moments.ts'
import { CalendarLink } from './occurrence-row.tsx'
import { OccurrenceTime } from './occurrence-time.tsx'
import { useNow } from './visitor-clock.ts'

/** The event that comes next, or is on just now, and how long there is until then. */
export function NextEvent({ at, occurrence }: { at: string; occurrence: Occurrence }) {
  const { key, title, description, isCalledOff } = occurrence
  return (
    <article id={key} className="grid gap-x-8 gap-y-6 border border-groove bg-plate-raised p-5 md:p-6 lg:grid-cols-5">
      <div className="flex flex-col gap-3 lg:col-span-3">
        <p className="label text-dust">Next</p>
        <h4 className="title flex flex-wrap items-center gap-3">
          <span className={isCalledOff ? 'text-dust line-through' : undefined}>{title}</span>
          {isCalledOff ? <Tag>Called off</Tag> : null}
        </h4>
        <p className="measure text-dust">{description}</p>
      </div>
      <div className="flex flex-col items-start gap-4 lg:col-span-2">
        <Countdown at={at} occurrence={occurrence} />
        <OccurrenceTime occurrence={occurrence} />
        <CalendarLink occurrence={occurrence} />
      </div>
    </article>
  )
}

function Countdown({ at, occurrence: { startsAt, isCalledOff } }: { at: string; occurrence: Occurrence }) {
  const now = useNow(at, 1_000)
  if (isCalledOff) return null
  if (Date.parse(startsAt) <= now) return <p className="label text-live">On now</p>
  return (
    // A timer is read when it is asked for, not at every second.
    // Without script it would stand still: the dates below say when.
    <p role="timer" aria-label={`Begins in ${timeUntil(startsAt, now)}`} className="figures text-title text-sand noscript:hidden">
      <span aria-hidden="true">{timeUntil(startsAt, now)}</span>
    </p>
  )
}
