/*
 * Venue: the virtual world, a room on an outside service once the owner has set one (SPATIAL_ROOM_URL), and what
 * happens in it. Owns: content/events.yaml with the owner's edits over it, the calendar files, how the room is shown
 * and what stands there while none is connected. Does not own: the room itself; the one speaker it borrows (ui/audio).
 */
import { z } from 'zod'
import { slugSchema, textSchema } from '#shared/contract.ts'

/** A moment to the minute in UTC, `2026-12-04T02:00Z`; days that are in no calendar are refused. */
export const instantSchema = z
  .string()
  .trim()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/, 'must be a UTC time such as 2026-12-04T02:00Z')
  .refine(isInCalendar, 'must be a valid date and time')

/**
 * One event of the venue, as `content/events.yaml` and the desk write it: the same night may come round several times.
 * Labels and hints are the form's.
 */
export const venueEventSchema = z
  .object({
    id: slugSchema,
    title: textSchema.max(80).meta({ label: 'Title' }),
    description: textSchema.max(600).meta({ label: 'Description', form: 'paragraphs' }),
    /** When it begins, each time; the order does not matter, and no time comes twice. */
    starts: z
      .array(instantSchema)
      .min(1)
      .max(60)
      .refine((starts) => new Set(starts).size === starts.length, 'must not contain the same time twice')
      .meta({
        label: 'Start times',
        itemLabel: 'Time',
        hint: 'In UTC, one per line: 2026-12-04T02:00Z is 9 PM on December 3 in New York. Visitors see it in their own time zone.',
      }),
    durationMinutes: z.number().int().min(5).max(1440).meta({ label: 'Duration in minutes' }),
    /** The clock it is announced by: an IANA zone such as `America/New_York`. */
    timeZone: textSchema
      .max(60)
      .refine(isTimeZone, 'must be a time zone such as America/New_York')
      .meta({ label: 'Time zone', hint: 'The time zone the event is announced in, such as America/New_York.' }),
    /** Called off: stays in the calendars that know it, marked as such. */
    isCalledOff: z.boolean().default(false).meta({
      label: 'Cancelled',
      hint: 'The event stays listed as cancelled, and subscribed calendars are updated. Deleting it notifies nobody.',
    }),
  })
  .strict()

/** An event as it is written. */
export type VenueEvent = z.infer<typeof venueEventSchema>

/** One time of an event. */
export type Occurrence = Pick<VenueEvent, 'title' | 'description' | 'timeZone' | 'isCalledOff'> & {
  /** Names this time of this event for ever: `open-floor-20261204t0200z`. */
  key: string
  /** ISO in UTC, with seconds and milliseconds as `Date` writes them. */
  startsAt: string
  endsAt: string
}

/** The room as a page needs it. */
export type VenueRoom = {
  /** What 'Open Full' and 'Open in Spatial App' lead to. */
  url: string
  host: string
  /**
   * What a frame shows; undefined where the room has no such form or may not be framed, and its door is a link alone.
   */
  embedUrl: string | undefined
}

/** What is found when the room is looked at: it would show itself in a page of ours, refuses to, or does not answer. */
export type RoomCheck = 'open' | 'refuses' | 'down'

/** What the landing page shows of the venue; `at` is the moment it was made for. */
export type VenueProps = {
  at: string
  room: VenueRoom | undefined
  /** Not over yet, the next one first; at most 24. */
  coming: Occurrence[]
  /** Over, the last one first; at most twelve. */
  past: Occurrence[]
}

/** The venue, as pages and calendars ask for it. */
export type VenueService = {
  room(): VenueRoom | undefined
  /** Every time of every event, the earliest first. */
  occurrences(): readonly Occurrence[]
  schedule(at: Date): VenueProps
  /** When the schedule was last written. */
  revisedAt(): Date
}

declare module '#shared/services.ts' {
  interface Services {
    venue: VenueService
  }
}

// The calendar of `Date` rolls 31 November over into December; what it gives back is then another day.
function isInCalendar(instant: string): boolean {
  const date = new Date(instant)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 16) === instant.slice(0, 16)
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined && /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
