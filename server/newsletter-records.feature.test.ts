import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSubmission } from '#features/submissions/server/admin/test-submissions.ts'
import { formatLongDate } from '#shared/long-date.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createRecordCollector } from '#features/issues/server/generate/gather-records.ts'

const dayMs = 24 * 3_600_000
let site: TestSite
beforeAll(async () => {
  site = await buildTestSite()
}, 60_000)
afterAll(() => site.close())

const gather = (now: Date, since = new Date(now.getTime() - 7 * dayMs)) =>
  createRecordCollector({ sources: () => site.collect('newsletterRecords'), clock: { now: () => now } })(since)

test('a track is told of once it is accepted and can be played, and no more once that is taken back', async () => {
  const { id } = await addSubmission(site, {
    artistEmail: 'maker@example.com',
    artistName: 'Nova Swade',
    songTitle: 'Night Ferry',
    genre: 'ambient',
  })
  const tracks = async () => (await gather(new Date())).filter(({ kind }) => kind === 'track')
  expect(await tracks()).toEqual([])
  await site.services.submissionAdmin.accept(id)
  expect(await tracks(), 'while the recording is being converted').toEqual([])
  await site.database.pool.query("update radio_sounds set state = 'ready' where recording_id = $1", [
    `submission:${id}`,
  ])
  const [track, ...others] = await tracks()
  expect(others).toEqual([])
  expect(track).toMatchObject({ title: '“Night Ferry” by Nova Swade', path: '/artist/nova-swade' })
  expect(track!.facts).toMatch(
    /^“Night Ferry” by Nova Swade joined the rotation of Swade Radio on \w+ \d+, \d{4}\. Genre: Ambient\.$/,
  )
  expect(JSON.stringify(track)).not.toContain('maker@example.com')
  await site.services.submissionAdmin.undo(id)
  expect(await tracks()).toEqual([])
})

test('plays since the last issue are counted from the log, without planned ones, the most played first', async () => {
  const now = Date.now()
  const plays = [
    ['track:juno-swade', 'Mirrorball Math', 'Juno Swade', now - dayMs, 3],
    ['track:juno-swade', 'Mirrorball Math', 'Juno Swade', now - 2 * dayMs, 7],
    ['submission:1', 'Elsewhere', 'A Stranger', now - 3 * dayMs, 0],
    ['track:nova-swade', 'Too long ago', 'Nova Swade', now - 40 * dayMs, 9],
    ['track:nova-swade', 'Not begun', 'Nova Swade', now + dayMs, null],
  ] as const
  for (const [position, [id, title, artist, startsAtMs, peak]] of plays.entries())
    await site.database.pool.query(
      'insert into radio_plays (position, recording_id, title, artist, starts_at_ms, frame_count, sample_rate, peak_listeners) values ($1, $2, $3, $4, $5, 100, 44100, $6)',
      [position + 1000, id, title, artist, startsAtMs, peak],
    )
  const airplay = (await gather(new Date(now))).filter(({ kind }) => kind === 'airplay')
  expect(airplay.map(({ title, path }) => [title, path])).toEqual([
    ['“Mirrorball Math” by Juno Swade', '/artist/juno-swade'],
    ['“Elsewhere” by A Stranger', '/'],
  ])
  expect(airplay[0]!.facts).toMatch(
    /has been played twice on Swade Radio since \w+ \d+, \d{4}\. Up to 7 people listened at once\.$/,
  )
  // The dates are those of the first play, because the station may be newer than the period.
  const day = (ago: number) => formatLongDate(new Date(now - ago * dayMs))
  expect(airplay[0]!.facts).toContain(`since ${day(2)}.`)
  expect(airplay[1]!.facts).toBe(`“Elsewhere” by A Stranger was played once on Swade Radio on ${day(3)}.`)
})

test('a book is news in the weeks after its publication, and not before', async () => {
  const books = async (day: string) =>
    (await gather(new Date(`${day}T12:00:00Z`))).filter(({ kind }) => kind === 'book').map(({ path }) => path)
  expect(await books('2026-11-08')).toContain('/book/ai-fun-profit')
  expect(await books('2026-11-05')).not.toContain('/book/ai-fun-profit')
  expect(await books('2026-12-24')).toEqual([])
})

test('permanent records rotate: different ones each week, and every one in time', async () => {
  const weeks = await Promise.all(
    Array.from({ length: 11 }, (_, week) => gather(new Date(Date.UTC(2026, 10, 20 + 7 * week)))),
  )
  const of = (kind: string) =>
    weeks.map((records) => records.filter((one) => one.kind === kind).map(({ title }) => title))
  const sources = site.collect('newsletterRecords').filter(({ rotates }) => rotates)
  expect(sources.length).toBeGreaterThan(1)
  for (const source of sources) {
    const all = await source.list(new Date(0), new Date())
    const { kind } = all[0]!
    const titlesByWeek = of(kind)
    expect(new Set(titlesByWeek.flat()), kind).toEqual(new Set(all.map(({ title }) => title)))
    for (const [week, titles] of titlesByWeek.slice(1).entries()) expect(titles, kind).not.toEqual(titlesByWeek[week])
  }
})

test('a platform without an address is marked as not linked, so that no issue sends readers to it', async () => {
  const platforms = (await Promise.all([20, 27, 34].map((day) => gather(new Date(Date.UTC(2026, 10, day))))))
    .flat()
    .filter(({ kind }) => kind === 'platform')
  const isUnlinkedByTitle = Object.fromEntries(platforms.map(({ title, isUnlinked }) => [title, isUnlinked]))
  // The radio is open here; of the rest, as they ship, none has an address of its own.
  expect(Object.entries(isUnlinkedByTitle).filter(([, isUnlinked]) => !isUnlinked)).toEqual([['Swade Radio', false]])
  expect(platforms).toHaveLength(18)
})

test('every record links to an existing page', async () => {
  const known = (path: string) =>
    path === '/' ||
    site.services.artists.find(path.replace('/artist/', '')) ||
    site.services.books.find(path.replace('/book/', '')) ||
    site.services.platforms.find(path.replace('/platform/', ''))
  const records = await gather(new Date('2026-11-20T12:00:00Z'))
  // All milestones share one page.
  for (const { kind, path } of records) if (kind !== 'milestone') expect(known(path), path).toBeTruthy()
  expect(records.length).toBeGreaterThan(5)
})
