import { CalendarPlus, ChevronDown } from 'lucide-react'
import { ButtonAnchor } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { calendarPath } from '#features/venue/venue-addresses.ts'
import type { Occurrence, VenueProps } from '#features/venue/contract.ts'
import { NextEvent } from './next-event.tsx'
import { OccurrenceRow } from './occurrence-row.tsx'
import { useNow } from './visitor-clock.ts'

/** How many stand open below the next one. */
const openRows = 3

/** What happens in the room: the next event, some that follow, and folded away the rest and what is over. */
export function Programme({ at, room, coming, past }: VenueProps) {
  const now = useNow(at, 15_000)
  // Between the making of the page and now something may have ended.
  const isOver = ({ endsAt }: Occurrence) => Date.parse(endsAt) <= now
  const [next, ...later] = coming.filter((one) => !isOver(one))
  const over = [...coming.filter(isOver).toReversed(), ...past]
  const folded = later.slice(openRows)
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="flex flex-col gap-2">
          <h3 className="title">Program</h3>
          {room || !next ? null : <p className="text-small text-dust">No room is connected yet. These are the dates it is wanted for.</p>}
        </div>
        {next ? (
          <ButtonAnchor href={calendarPath} download>
            <CalendarPlus size={16} strokeWidth={1.5} aria-hidden="true" />
            All dates, as a calendar
          </ButtonAnchor>
        ) : null}
      </div>
      {next ? (
        <NextEvent at={at} occurrence={next} />
      ) : (
        <EmptyState title="Nothing announced">When something is planned in the room, it is told here, in your own time.</EmptyState>
      )}
      {later.length > 0 ? <Rows occurrences={later.slice(0, openRows)} /> : null}
      {folded.length > 0 ? <Fold label={folded.length === 1 ? '1 more date' : `${folded.length} more dates`} occurrences={folded} /> : null}
      {over.length > 0 ? <Fold label={over.length === 1 ? '1 past date' : `${over.length} past dates`} occurrences={over} isOver /> : null}
    </div>
  )
}

function Rows({ occurrences, isOver }: { occurrences: Occurrence[]; isOver?: boolean }) {
  return (
    <ul className="flex flex-col border-b border-groove">
      {occurrences.map((one) => (
        <OccurrenceRow key={one.key} occurrence={one} isOver={isOver} />
      ))}
    </ul>
  )
}

function Fold({ label, ...rows }: { label: string; occurrences: Occurrence[]; isOver?: boolean }) {
  return (
    <details className="group border border-groove">
      <summary className="label flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 text-sand hover:text-live">
        {label}
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" className="text-dust group-open:rotate-180" />
      </summary>
      <div className="px-4">
        <Rows {...rows} />
      </div>
    </details>
  )
}
