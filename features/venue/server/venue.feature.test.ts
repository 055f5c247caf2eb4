import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { noEdits } from '#platform/content-edits/test-edits.ts'
import { venueEventSchema } from '#features/venue/contract.ts'
import { calendarPath, occurrenceCalendarPath, roomCheckPath } from '#features/venue/venue-addresses.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { startVenueFake } from '#tests/support/venue-fake.ts'
import { loadVenue } from './venue.ts'

const contentDir = join(import.meta.dirname, '../../../content')
const actor = 'owner@swade.example'
let site: TestSite

beforeAll(async () => {
  site = await buildTestSite()
})
afterAll(() => site?.close())

const night = {
  title: 'Night of Tape',
  description: 'One reel.',
  starts: ['2030-02-02T20:00Z', '2030-01-05T20:00Z'],
  durationMinutes: 90,
  timeZone: 'Europe/Berlin',
  setList: [],
  isCalledOff: false,
}

test('an event the owner adds is in the schedule, sorted, and in the calendars', async () => {
  const { contentAdmin, venue } = site.services
  const begun = await contentAdmin.create({ kind: 'venue-event', name: night.title, actor })
  expect(begun).toEqual({ ok: true, key: 'night-of-tape' })
  expect(
    await contentAdmin.publish({ kind: 'venue-event', key: 'night-of-tape', actor, revision: undefined, data: night }),
  ).toEqual({
    ok: true,
  })

  const { coming } = venue.schedule(new Date('2030-01-05T21:29:00Z'))
  expect(coming.map(({ key }) => key)).toEqual(['night-of-tape-20300105t2000z', 'night-of-tape-20300202t2000z'])
  const over = venue.schedule(new Date('2030-01-05T21:30:00Z'))
  expect([over.coming.length, over.past[0]?.key]).toEqual([1, 'night-of-tape-20300105t2000z'])

  const one = await site.app.inject(occurrenceCalendarPath('night-of-tape-20300105t2000z'))
  expect([one.statusCode, one.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(one.headers['content-disposition']).toBe('attachment; filename="night-of-tape-20300105t2000z.ics"')
  expect(one.body.match(/DTSTART:.*\r\n/g)).toEqual(['DTSTART:20300105T200000Z\r\n'])
  const all = await site.app.inject(calendarPath)
  expect(all.body).toContain('UID:night-of-tape-20300202t2000z@localhost\r\n')
  // A proxy that compresses the file weakens its ETag, and a calendar program may send several.
  for (const tag of [`${all.headers.etag}`, `W/${all.headers.etag}`, `"other", ${all.headers.etag}`]) {
    const again = await site.app.inject({ url: calendarPath, headers: { 'if-none-match': tag } })
    expect(again.statusCode, tag).toBe(304)
  }
})

test('an edit increases the sequence number of the event in calendars, which never decreases', async () => {
  const { contentAdmin, venue } = site.services
  const before = venue.revisedAt().getTime()
  const entry = await contentAdmin.find('venue-event', 'open-floor')
  const data = { ...(entry?.published as object), isCalledOff: true }
  expect(
    await contentAdmin.publish({ kind: 'venue-event', key: 'open-floor', actor, revision: undefined, data }),
  ).toEqual({ ok: true })
  expect(venue.revisedAt().getTime()).toBeGreaterThanOrEqual(before)
  expect((await site.app.inject(calendarPath)).body).toContain('SUMMARY:Cancelled: Open Floor\r\n')
})

test('an invalid event is reported at its field and not published', async () => {
  const data = { ...night, starts: ['2030-11-31T20:00Z', 'tomorrow'], timeZone: 'Mars/Olympus', durationMinutes: 0 }
  const outcome = await site.services.contentAdmin.publish({
    kind: 'venue-event',
    key: 'the-long-tone',
    actor,
    revision: undefined,
    data,
  })
  expect(outcome).toMatchObject({ ok: false, reason: 'problems' })
  const paths = outcome.ok || outcome.reason !== 'problems' ? [] : outcome.problems.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['starts.0', 'starts.1', 'timeZone', 'durationMinutes']))
  expect(venueEventSchema.safeParse({ id: 'x', ...night, starts: [night.starts[0], night.starts[0]] }).success).toBe(
    false,
  )
})

test('an unknown event has no calendar, and without a room there is nothing to check', async () => {
  for (const address of [
    occurrenceCalendarPath('nothing-20300105t2000z'),
    occurrenceCalendarPath('..%2f..'),
    roomCheckPath,
  ])
    expect((await site.app.inject(address)).statusCode, address).toBe(404)
})

test('the server detects that a room refuses to be embedded', async () => {
  const room = await startVenueFake()
  room.behave('refusing')
  const withRoom = await buildTestSite({
    environment: { SPATIAL_ROOM_URL: room.roomUrl, PLATFORM_LOCAL_SITES: room.host },
  })
  onTestFinished(async () => {
    await withRoom.close()
    await room.stop()
  })
  const reply = await withRoom.app.inject(roomCheckPath)
  expect([reply.json(), reply.headers['cache-control']]).toEqual([{ check: 'refuses' }, 'no-store'])
})

test("a change of the room's address applies without a restart", () => {
  const facts: { roomUrl: string | undefined; origin: string } = { roomUrl: undefined, origin: 'https://swade.example' }
  const { service } = loadVenue(contentDir, facts, noEdits())
  expect(service.room()).toBeUndefined()
  facts.roomUrl = 'https://www.spatial.io/s/Hall-62f1a0b3c4d5e6f708192a3b'
  expect(service.room()?.host).toBe('www.spatial.io')
})
