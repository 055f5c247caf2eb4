/** Tells a visitor who is about to enter whether the room will show itself: a `RoomCheck`. */
export const roomCheckPath = '/api/venue/room'

/** The calendar of everything in the venue; a calendar program may follow it. */
export const calendarPath = '/api/venue/events.ics'

/** The calendar file of one time of an event. @param key Of the occurrence. */
export function occurrenceCalendarPath(key: string): string {
  return `/api/venue/events/${key}.ics`
}
