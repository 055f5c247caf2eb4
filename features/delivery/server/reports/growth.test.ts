import { expect, test } from 'vitest'
import { daysBetween, growthOf } from './growth.ts'

test('days are consecutive across leap days and year ends', () => {
  expect(daysBetween(new Date('2023-12-30T23:59:59Z'), new Date('2024-01-02T00:00:00Z'))).toEqual([
    '2023-12-30',
    '2023-12-31',
    '2024-01-01',
    '2024-01-02',
  ])
  expect(daysBetween(new Date('2024-02-28T12:00:00Z'), new Date('2024-03-01T01:00:00Z'))).toEqual([
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
  ])
  expect(daysBetween(new Date('2026-11-27T00:00:00Z'), new Date('2026-11-27T23:00:00Z'))).toEqual(['2026-11-27'])
})

test('growth is computed backwards from today and is never negative', () => {
  const days = ['2026-11-25', '2026-11-26', '2026-11-27']
  expect(
    growthOf(days, 10, [
      { day: '2026-11-26', joined: 4, left: 1 },
      { day: '2026-11-27', joined: 2, left: 0 },
    ]),
  ).toEqual([
    { day: '2026-11-25', subscribers: 5, joined: 0, left: 0 },
    { day: '2026-11-26', subscribers: 8, joined: 4, left: 1 },
    { day: '2026-11-27', subscribers: 10, joined: 2, left: 0 },
  ])
  expect(growthOf(days, 1, [{ day: '2026-11-26', joined: 5, left: 0 }]).map(({ subscribers }) => subscribers)).toEqual([
    0, 1, 1,
  ])
})
