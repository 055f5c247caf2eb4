import { DateTime } from 'luxon'

/** Issues are due at 09:00 New York time, all year; see docs/decisions/016-sending.md. */
const zone = 'America/New_York'
const friday = 5
const hour = 9

/** Time slot of an issue; its name is unique in the database, so that there is one issue per slot. */
type Slot = {
  /** `2026-11-27` for a Friday, `digest-2026-11` for a past month. */
  name: string
  at: Date
}

/** @returns the first Friday 09:00 after `now`. */
export function nextFriday(now: Date): Slot {
  const local = DateTime.fromJSDate(now, { zone })
  const days = (friday - local.weekday + 7) % 7
  const candidate = fridayAt(local.plus({ days }))
  return toSlot(candidate.toMillis() > now.getTime() ? candidate : fridayAt(candidate.plus({ weeks: 1 })))
}

/**
 * @returns the slot of the latest due digest, which covers the previous month: the first Friday of a month, 09:00.
 * Never after `now`.
 */
export function lastDigest(now: Date): Slot & { from: Date; until: Date } {
  const local = DateTime.fromJSDate(now, { zone })
  const thisMonth = firstFriday(local)
  const at = thisMonth.toMillis() <= now.getTime() ? thisMonth : firstFriday(local.minus({ months: 1 }))
  const until = at.startOf('month')
  const from = until.minus({ months: 1 })
  return {
    name: `digest-${from.toFormat('yyyy-MM')}`,
    at: at.toJSDate(),
    from: from.toJSDate(),
    until: until.toJSDate(),
  }
}

/** Formats a timestamp in New York time, such as `Friday, November 27, 2026 at 9:00 AM EST`. */
export function inNewYork(at: Date): string {
  return DateTime.fromJSDate(at, { zone }).setLocale('en-US').toFormat("cccc, LLLL d, yyyy 'at' h:mm a ZZZZ")
}

/** Formats the day of a timestamp in New York, such as `Friday, November 27, 2026`. */
export function dateInNewYork(at: Date): string {
  return DateTime.fromJSDate(at, { zone }).setLocale('en-US').toFormat('cccc, LLLL d, yyyy')
}

function fridayAt(day: DateTime): DateTime {
  return day.set({ hour, minute: 0, second: 0, millisecond: 0 })
}

function firstFriday(local: DateTime): DateTime {
  const first = fridayAt(local.startOf('month'))
  return fridayAt(first.plus({ days: (friday - first.weekday + 7) % 7 }))
}

function toSlot(at: DateTime): Slot {
  return { name: at.toFormat('yyyy-MM-dd'), at: at.toJSDate() }
}
