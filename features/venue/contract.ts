/*
 * Venue: the virtual world and its events. Owns: content/events.yaml with the owner's edits, the calendar files,
 * embedding a room on an external service (SPATIAL_ROOM_URL), and our own room if none is configured: its halls,
 * guests, stage and voice chat with its reports. Does not own: the external room; the recordings and the station that
 * its stage plays (artists, radio); the audio arbiter (ui/audio).
 */
import { z } from 'zod'
import { slugSchema, textSchema } from '#shared/contract.ts'

export { calendarPath, occurrenceCalendarPath } from './venue-addresses.ts'

/** Schema of a UTC time to the minute, `2026-12-04T02:00Z`; invalid dates are rejected. */
export const instantSchema = z
  .string()
  .trim()
  // A text of another form is not looked up in the calendar, which would be a second message for one mistake.
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/, { error: 'must be a UTC time such as 2026-12-04T02:00Z', abort: true })
  .refine(isInCalendar, 'must be a valid date and time')

/**
 * Schema of an event as in `content/events.yaml` and in the admin; an event may have several dates. Labels and hints
 * belong to the form.
 */
export const venueEventSchema = z
  .object({
    id: slugSchema,
    title: textSchema.max(80).meta({ label: 'Title' }),
    description: textSchema.max(600).meta({ label: 'Description', form: 'paragraphs' }),
    /** Start times in any order, without duplicates. */
    starts: z
      .array(instantSchema)
      .min(1)
      .max(60)
      .refine((starts) => new Set(starts).size === starts.length, 'must not contain the same time twice')
      .meta({
        label: 'Start times',
        itemLabel: 'Time',
        hint: 'Enter each time in UTC: 2026-12-04T02:00Z is 9 PM on December 3 in New York. Visitors see the times in their own time zone and in the event’s.',
      }),
    durationMinutes: z.number().int().min(5).max(1440).meta({ label: 'Duration in minutes' }),
    /** IANA time zone in which the event is announced, such as `America/New_York`. */
    timeZone: textSchema.max(60).refine(isTimeZone, 'must be a time zone such as America/New_York').meta({
      label: 'Time zone',
      hint: 'The event’s own time zone, such as America/New_York. Visitors see its times in this zone too.',
    }),
    /** Slugs of artists whose featured tracks our stage plays in order; if empty, the station plays. */
    setList: z.array(slugSchema).max(40).default([]).meta({
      label: 'Set list',
      itemLabel: 'Artist',
      hint: 'Enter artists by the last part of their page address, such as nova-swade. When the event starts, the stage plays their featured tracks in this order and then repeats them. Without a set list, the stage plays the radio. A Spatial room ignores the set list.',
    }),
    /** Canceled: stays in subscribed calendars, marked as such. */
    isCalledOff: z.boolean().default(false).meta({
      label: 'Cancelled',
      hint: 'The event stays listed as cancelled, and subscribed calendars are updated. If you remove it instead, no one is notified.',
    }),
  })
  .strict()

/** An event with all its dates. */
export type VenueEvent = z.infer<typeof venueEventSchema>

/** One date of an event. */
export type Occurrence = Pick<VenueEvent, 'title' | 'description' | 'timeZone' | 'isCalledOff' | 'setList'> & {
  /** Stable id of this date: `open-floor-20261204t0200z`. */
  key: string
  /** ISO 8601 in UTC, with seconds and milliseconds. */
  startsAt: string
  endsAt: string
}

/** The room as shown on a page. */
export type VenueRoom = {
  /** Target of 'Open Full' and 'Open in Spatial App'. */
  url: string
  host: string
  /** Address for a frame; undefined if the room cannot be embedded and is only linked. */
  embedUrl: string | undefined
}

/** Result of a check of the room: it can be embedded, refuses to be, or does not respond. */
export type RoomCheck = 'open' | 'refuses' | 'down'

/** Data of the landing page's venue section; `at` is the time it was rendered for. */
export type VenueProps = {
  at: string
  room: VenueRoom | undefined
  /** True if guests of our own venue may talk to each other. */
  isVoiceOn?: boolean
  /** Current and upcoming dates, the next one first; at most 24. */
  coming: Occurrence[]
  /** Past dates, the latest first; at most twelve. */
  past: Occurrence[]
}

/** The venue for pages and calendars. */
export type VenueService = {
  room(): VenueRoom | undefined
  /** Lists all dates of all events, earliest first. */
  occurrences(): readonly Occurrence[]
  schedule(at: Date): VenueProps
  /** Time of the last change of the schedule. */
  revisedAt(): Date
}

declare module '#shared/services.ts' {
  interface Services {
    venue: VenueService
  }
}

// `Date` turns November 31 into December 1, so the date that it returns differs from the input.
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
