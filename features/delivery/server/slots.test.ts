import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { inNewYork, lastDigest, nextFriday } from './slots.ts'

const iso = (at: Date) => at.toISOString()

test.each([
  ['2026-03-05T12:00:00Z', '2026-03-06T14:00:00.000Z'],
  ['2026-03-06T14:00:00Z', '2026-03-13T13:00:00.000Z'],
  ['2026-10-30T12:59:59.999Z', '2026-10-30T13:00:00.000Z'],
  ['2026-10-30T13:00:00Z', '2026-11-06T14:00:00.000Z'],
])('after %s the next Friday 9 AM in New York is %s', (now, next) => {
  expect(iso(nextFriday(new Date(now)).at)).toBe(next)
})

test('104 Fridays: each is found once from any hour, a week apart, at 9 AM local time', () => {
  const names = new Set<string>()
  let now = DateTime.fromISO('2026-01-01T00:00:00Z')
  const end = now.plus({ weeks: 104 })
  while (now < end) {
    const slot = nextFriday(now.toJSDate())
    const wall = DateTime.fromJSDate(slot.at, { zone: 'America/New_York' })
    expect([wall.weekday, wall.hour, wall.minute, wall.second]).toEqual([5, 9, 0, 0])
    expect(slot.at.getTime()).toBeGreaterThan(now.toMillis())
    expect(slot.name).toBe(wall.toFormat('yyyy-MM-dd'))
    names.add(slot.name)
    now = now.plus({ minutes: 181 })
  }
  const sorted = [...names].toSorted()
  expect(sorted.length).toBeGreaterThanOrEqual(104)
  for (let at = 1; at < sorted.length; at += 1)
    expect(DateTime.fromISO(sorted[at]!).diff(DateTime.fromISO(sorted[at - 1]!), 'days').days).toBe(7)
})

test('a monthly digest is due on the first Friday of the next month', () => {
  const digest = lastDigest(new Date('2026-12-04T14:00:00Z'))
  expect([digest.name, iso(digest.at), iso(digest.from), iso(digest.until)]).toEqual([
    'digest-2026-11',
    '2026-12-04T14:00:00.000Z',
    '2026-11-01T04:00:00.000Z',
    '2026-12-01T05:00:00.000Z',
  ])
  expect(lastDigest(new Date('2026-12-04T13:59:59Z')).name).toBe('digest-2026-10')
})

test('a timestamp is formatted in New York time', () => {
  expect(inNewYork(new Date('2026-11-27T14:00:00Z'))).toBe('Friday, November 27, 2026 at 9:00 AM EST')
  expect(inNewYork(new Date('2026-07-03T13:00:00Z'))).toBe('Friday, July 3, 2026 at 9:00 AM EDT')
})
