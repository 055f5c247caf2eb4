import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Occurrence, VenueProps } from '#features/venue/contract.ts'
import { en } from '#features/venue/messages/en.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { EventSchedule } from './event-schedule.tsx'

const at = '2030-01-05T20:30:00.000Z'

function dates(count: number, startsAt: string, isCalledOff = false): Occurrence[] {
  const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString()
  const facts = { title: 'Tape Night', description: 'One reel.', timeZone: 'Europe/Berlin', setList: [] }
  return Array.from({ length: count }, (_, index) => ({
    ...facts,
    key: `${startsAt}-${index}`,
    startsAt,
    endsAt,
    isCalledOff,
  }))
}
const show = (schedule: Pick<VenueProps, 'coming' | 'past'>) =>
  renderToString(inEnglish(<EventSchedule at={at} room={undefined} {...schedule} />, { venue: en }))

const [live, later, over] = ['2030-01-05T20:00:00.000Z', '2030-02-05T20:00:00.000Z', '2029-12-05T20:00:00.000Z']

test('an event that has begun is the current one, not the next', () => {
  expect(show({ coming: dates(1, live), past: [] })).toContain('Current event')
  expect(show({ coming: dates(1, live), past: [] })).not.toContain('Next event')
  expect(show({ coming: dates(1, later), past: [] })).toContain('Next event')
  expect(show({ coming: dates(1, live, true), past: [] })).not.toContain('Current event')
})

test('the number of events is named only if the page lists all of them', () => {
  const few = show({ coming: dates(6, later), past: dates(1, over) })
  expect(few).toContain('2 more events')
  expect(few).toContain('1 past event')
  const many = show({ coming: dates(24, later), past: dates(12, over) })
  expect(many).toMatch(/More events.*Past events/)
  expect(many).not.toMatch(/\d+ (?:more|past) events/)
})
