import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Occurrence } from '#features/venue/contract.ts'
import { calendarPath, occurrenceCalendarPath } from '#features/venue/venue-addresses.ts'
import { venueRoutes } from './routes.ts'

const night: Occurrence = {
  key: 'night-20300105t2000z',
  title: 'Night of Tape',
  description: 'One reel.',
  timeZone: 'Europe/Berlin',
  setList: [],
  isCalledOff: false,
  startsAt: '2030-01-05T20:00:00.000Z',
  endsAt: '2030-01-05T21:30:00.000Z',
}

test('a calendar is cached per schedule, and rendered again when the schedule changes', async () => {
  let occurrences = [night]
  let written = 0
  const venue = {
    occurrences: () => occurrences,
    revisedAt: () => ((written += 1), new Date('2029-12-01T00:00:00Z')),
    room: () => undefined,
  }
  const app = Fastify()
  await app.register(
    venueRoutes({ venue, checkRoom: async () => 'open', origin: 'https://swade.example', siteName: () => 'Swade' }),
  )
  const addresses = [calendarPath, occurrenceCalendarPath(night.key)]
  const before = await Promise.all(addresses.map((address) => app.inject(address)))
  for (const [place, address] of addresses.entries()) expect((await app.inject(address)).body).toBe(before[place]!.body)
  expect(written).toBe(2)

  occurrences = [{ ...night, isCalledOff: true }]
  for (const [place, address] of addresses.entries()) {
    const after = await app.inject(address)
    expect(after.body).toContain('STATUS:CANCELLED')
    expect(after.headers.etag).not.toBe(before[place]!.headers.etag)
  }
  expect(written).toBe(4)
  await app.close()
})
