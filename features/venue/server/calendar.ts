import type { Occurrence } from '#features/venue/contract.ts'

/**
 * A calendar of occurrences. Times stand in UTC, so every calendar program shows them in its owner's own zone.
 *
 * @param origin Absolute origin of the site: where the room is entered, and whose the events are.
 * @param revisedAt When the programme was last written.
 * @see RFC 5545 section 3.1 (lines and folding), 3.3.11 (text), 3.6.1 (events); RFC 7986 section 5 (name and refresh)
 */
export function calendarOf(occurrences: readonly Occurrence[], { origin, revisedAt }: { origin: string; revisedAt: Date }): string {
  const { hostname } = new URL(origin)
  const door = `${origin}/#virtual-world`
  const event = ({ key, title, description, startsAt, endsAt, isCalledOff }: Occurrence) => [
    'BEGIN:VEVENT',
    `UID:${key}@${hostname}`,
    `DTSTAMP:${stamp(revisedAt)}`,
    `LAST-MODIFIED:${stamp(revisedAt)}`,
    // Rises with every edit, so that a calendar that has the event takes the change.
    `SEQUENCE:${Math.floor(revisedAt.getTime() / 1000) % 2 ** 31}`,
    `DTSTART:${stamp(new Date(startsAt))}`,
    `DTEND:${stamp(new Date(endsAt))}`,
    `SUMMARY:${escaped(isCalledOff ? `Called off: ${title}` : title)}`,
    `DESCRIPTION:${escaped(description)}`,
    `LOCATION:${escaped(`Virtual World, ${door}`)}`,
    `URL:${door}`,
    `STATUS:${isCalledOff ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Swade//Virtual World//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Swade Virtual World',
    'X-WR-CALNAME:Swade Virtual World',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...occurrences.flatMap(event),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

// `20261205T020000Z`
function stamp(at: Date): string {
  return `${at.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
}

function escaped(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // No text may hold a control character but the break, which is written out.
      .replace(/(?!\n)\p{Cc}/gu, ' ')
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\n/g, '\\n')
  )
}

const mostBytes = 75

/** Breaks a line after at most 75 bytes and never inside a letter; the blank that begins the next part counts. */
function folded(line: string): string {
  let written = ''
  let bytes = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > mostBytes) {
      written += '\r\n '
      bytes = 1
    }
    written += letter
    bytes += size
  }
  return written
}
