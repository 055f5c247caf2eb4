import type { Occurrence, VenueEvent } from '#features/venue/contract.ts'
import { maxListed } from '#features/venue/schedule-limits.ts'

/** Lists all dates of all events by start time; equal times keep the order of the events. */
export function listOccurrences(events: readonly VenueEvent[]): Occurrence[] {
  return events
    .flatMap((event) => event.starts.map((start) => occurrenceOf(event, start)))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

function occurrenceOf(
  { id, title, description, timeZone, isCalledOff, setList, durationMinutes }: VenueEvent,
  start: string,
): Occurrence {
  const startsAt = new Date(start)
  return {
    key: `${id}-${start.replace(/[-:]/g, '').toLowerCase()}`,
    title,
    description,
    timeZone,
    isCalledOff,
    setList,
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000).toISOString(),
  }
}

/** Splits a schedule into upcoming and past dates; a running event counts as upcoming. */
export function splitSchedule(
  occurrences: readonly Occurrence[],
  at: Date,
): { coming: Occurrence[]; past: Occurrence[] } {
  const isOver = ({ endsAt }: Occurrence) => endsAt <= at.toISOString()
  return {
    coming: occurrences.filter((one) => !isOver(one)).slice(0, maxListed.coming),
    past: occurrences.filter(isOver).toReversed().slice(0, maxListed.past),
  }
}
