import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VenueEvent } from '#features/venue/contract.ts'
import { listOccurrences, splitSchedule } from './occurrences.ts'
import { pollSchedule } from './poll-schedule.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-01T20:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const event = (id: string, durationMinutes: number): VenueEvent => ({
  id,
  title: id,
  description: id,
  starts: ['2026-12-01T20:00Z'],
  durationMinutes,
  timeZone: 'UTC',
  setList: [],
  isCalledOff: false,
})

test('pages are rendered again when an event has ended, and not at every poll', () => {
  const occurrences = listOccurrences([event('long', 60), event('short', 10)])
  const schedule = (at: Date) => ({ at: at.toISOString(), room: undefined, ...splitSchedule(occurrences, at) })
  const venue = { occurrences: () => occurrences, schedule, room: () => undefined, revisedAt: () => new Date() }
  let turns = 0
  const stop = pollSchedule({ venue, clock: { now: () => new Date() }, onChange: () => (turns += 1) })
  vi.advanceTimersByTime(9 * 60_000)
  expect(turns).toBe(0)
  vi.advanceTimersByTime(2 * 60_000)
  expect(turns).toBe(1)
  vi.advanceTimersByTime(50 * 60_000)
  expect(turns).toBe(2)
  stop()
})
