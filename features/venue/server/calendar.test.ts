import { expect, test } from 'vitest'
import type { Occurrence } from '#features/venue/contract.ts'
import { calendarOf } from './calendar.ts'

const night: Occurrence = {
  key: 'open-floor-20261212t0200z',
  title: 'Open Floor; no set list, no rules\\',
  description: `First line\nSecond, with a \u0007 bell and ${'ünïcödé 🎛 '.repeat(12)}`,
  timeZone: 'America/New_York',
  setList: [],
  isCalledOff: false,
  startsAt: '2026-12-12T02:00:00.000Z',
  endsAt: '2026-12-12T03:30:00.000Z',
}
const about = { origin: 'https://swade.example', siteName: 'Swade', revisedAt: new Date('2026-11-20T10:11:12.345Z') }

/** Returns the unfolded lines of a calendar. */
function linesOf(calendar: string): string[] {
  return calendar.replaceAll('\r\n ', '').split('\r\n')
}

test('an event has all required calendar properties, with times in UTC', () => {
  const lines = linesOf(calendarOf([night], about))
  expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Swade//Virtual World//EN'])
  expect(lines).toEqual(
    expect.arrayContaining([
      'UID:open-floor-20261212t0200z@swade.example',
      'DTSTAMP:20261120T101112Z',
      'DTSTART:20261212T020000Z',
      'DTEND:20261212T033000Z',
      'STATUS:CONFIRMED',
      'URL;VALUE=URI:https://swade.example/#virtual-world',
    ]),
  )
  expect(lines.slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', ''])
})

test.each([
  ['Night // Bus', 'Night / Bus'],
  ['AC//DC', 'AC/DC'],
  ['AC/DC', 'AC/DC'],
  ['//Bus/', 'Bus'],
  ['/ / //', 'Swade'],
  ['A; B, C\\D', 'A\\; B\\, C\\\\D'],
  ['Two\r\nX-EVIL:1', 'Two X-EVIL:1'],
  ['Música 音楽', 'Música 音楽'],
])('a site named %j is one part of the identifier of its calendars', (siteName, publisher) => {
  const lines = linesOf(calendarOf([night], { ...about, siteName }))
  expect(lines[2]).toBe(`PRODID:-//${publisher}//Virtual World//EN`)
  expect(lines[2]?.split('//')).toHaveLength(4)
})

test('text cannot end a line or start another property', () => {
  const lines = linesOf(
    calendarOf([{ ...night, title: 'x\r\nATTENDEE:mailto:a@b.example\rEND:VEVENT\nz' }, night], about),
  )
  expect(lines.filter((line) => /^(ATTENDEE|END:VEVENT)/.test(line))).toEqual(['END:VEVENT', 'END:VEVENT'])
  expect(lines).toContain('SUMMARY:x\\nATTENDEE:mailto:a@b.example\\nEND:VEVENT\\nz')
  expect(lines).toContain('SUMMARY:Open Floor\\; no set list\\, no rules\\\\')
  expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toMatch(
    /^DESCRIPTION:First line\\nSecond\\, with a {3}bell and ünïcödé 🎛/,
  )
})

test('every line ends in CRLF, has at most 75 bytes and splits no character', () => {
  const calendar = calendarOf([night], about)
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of calendar.split('\r\n')) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
    expect(Buffer.from(line).toString(), line).not.toContain('\uFFFD')
    expect(line.isWellFormed()).toBe(true)
  }
  expect(linesOf(calendar).join('\n')).toContain('ünïcödé 🎛 '.repeat(12))
})

test('a canceled event is marked as such in calendars', () => {
  const lines = linesOf(calendarOf([{ ...night, isCalledOff: true }], about))
  expect(lines).toEqual(
    expect.arrayContaining(['STATUS:CANCELLED', 'SUMMARY:Cancelled: Open Floor\\; no set list\\, no rules\\\\']),
  )
})

test('a calendar without events is valid', () => {
  expect(calendarOf([], about)).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
})
