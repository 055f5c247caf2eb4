import { CalendarPlus } from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { occurrenceCalendarPath } from '#features/venue/venue-addresses.ts'
import type { Occurrence } from '#features/venue/contract.ts'
import { momentIn } from './moments.ts'
import { OccurrenceTime } from './occurrence-time.tsx'

/** One date of the programme. */
export function OccurrenceRow({ occurrence, isOver }: { occurrence: Occurrence; isOver?: boolean | undefined }) {
  const { key, title, isCalledOff } = occurrence
  return (
    <li id={key} className="grid items-center gap-x-8 gap-y-2 border-t border-groove py-4 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_auto]">
      <OccurrenceTime occurrence={occurrence} />
      <span className="flex flex-wrap items-center gap-3">
        <span className={isCalledOff ? 'text-dust line-through' : isOver ? 'text-dust' : 'text-sand'}>{title}</span>
        {isCalledOff ? <Tag>Called off</Tag> : null}
      </span>
      {isOver ? null : <CalendarLink occurrence={occurrence} />}
    </li>
  )
}

/** The calendar file of one date. */
export function CalendarLink({ occurrence: { key, title, startsAt, timeZone } }: { occurrence: Occurrence }) {
  return (
    <a href={occurrenceCalendarPath(key)} download className={buttonClass('bare', 'justify-self-start')}>
      <CalendarPlus size={16} strokeWidth={1.5} aria-hidden="true" />
      Add to calendar
      <span className="sr-only">
        : {title}, {momentIn(timeZone, startsAt)}
      </span>
    </a>
  )
}
