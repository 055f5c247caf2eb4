import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const browser = { 'user-agent': firefox, 'origin': ownOrigin }
let now = new Date('2026-05-10T10:00:00Z')
const clock = { now: () => now }
let site: TestSite

beforeAll(async () => {
  site = await buildTestSite({ clock, pageBuild: loadPageHandles })
}, 60_000)
afterAll(() => site.close())
beforeEach(async () => {
  await save()
  await site.database.pool.query('delete from site_counts')
})

const save = (of = site) => of.statistics.saveNow()
const show = (view: object, headers: Record<string, string> = browser, of = site) =>
  of.app.inject({ method: 'POST', url: '/api/views', headers, payload: view })
/** Lists all counts in the database as `metric key: count`. */
async function counts(): Promise<string[]> {
  await save()
  const { rows } = await site.database.pool.query(
    `select metric || ' ' || key || ': ' || sum(count) as line from site_counts group by metric, key order by 1`,
  )
  return rows.map(({ line }) => line as string)
}

test('a view counts its page, and the first view of a visit also counts its source and campaign', async () => {
  const arrival = { isArrival: true, referrer: 'https://www.example.org/x', search: '?utm_source=letter' }
  expect((await show({ path: '/', ...arrival })).statusCode).toBe(204)
  await show({ path: '/books' })
  await show({ path: '/es/books' })
  await show({ path: '/', isArrival: true, referrer: `${ownOrigin}/books` })
  await show({ path: '/', isArrival: true })
  expect(await counts()).toEqual([
    'campaigns letter / – / –: 1',
    'sources (direct): 1',
    'sources example.org: 1',
    'views /: 3',
    'views /books: 2',
  ])
})

test('a personal page counts by its pattern, never by the secret in its address', async () => {
  await show({ path: '/my-books/open/secret-of-the-buyer' })
  await show({ path: '/newsletter/unsubscribe/secret-of-the-reader' })
  await show({ path: '/book/the-first-signal/read' })
  const lines = await counts()
  expect(lines.join()).not.toContain('secret')
  expect(lines).toContain('views /my-books/open/:token: 1')
})

test.each([
  ['an unknown page', { path: '/no-such-page' }],
  ['an unknown artist', { path: '/artist/nobody' }],
  ['an admin page', { path: '/admin/orders' }],
  ['a development page', { path: '/dev/ui' }],
  ['a data request of a page', { path: '/books.data' }],
  ['another host', { path: '//evil.example/books' }],
  ['an invalid path', { path: '/%E0%A4%A' }],
  ['a path with NUL', { path: '/\u0000' }],
])('%s counts nothing and is not an error', async (_name, view) => {
  expect((await show(view)).statusCode).toBe(204)
  expect(await counts()).toEqual([])
})

test.each([
  ['no path', {}],
  ['a number', { path: 7 }],
  ['another address', { path: 'https://evil.example/' }],
  ['a long path', { path: `/${'x'.repeat(3000)}` }],
])('a view with %s is rejected with 400', async (_name, view) => {
  expect((await show(view)).statusCode).toBe(400)
})

test('views from other sites and without a source are rejected; those of crawlers and of the owner are not counted', async () => {
  expect((await show({ path: '/' }, { ...browser, origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await show({ path: '/' }, { 'user-agent': firefox })).statusCode).toBe(403)
  expect((await show({ path: '/' }, { ...browser, 'user-agent': 'Googlebot/2.1' })).statusCode).toBe(204)
  expect((await show({ path: '/' }, { ...browser, cookie: 'swade-owner=x' })).statusCode).toBe(204)
  expect(await counts()).toEqual([])
})

test('one client adds at most sixty views a minute', async () => {
  const send = (remoteAddress: string) =>
    site.app.inject({ method: 'POST', url: '/api/views', headers: browser, remoteAddress, payload: { path: '/books' } })
  for (let times = 0; times < 70; times++) expect((await send('203.0.113.9')).statusCode).toBe(204)
  await send('203.0.113.10')
  expect(await counts()).toEqual(['views /books: 61'])
})

test('a recording counts when it starts, once per visitor in half an hour, and not for automated clients', async () => {
  const [artist] = site.services.artists.list().filter(({ slug }) => site.services.artists.find(slug)?.featuredTrack)
  const address = `/media/artists/${artist!.slug}/${site.services.artists.find(artist!.slug)!.featuredTrack!.file}`
  const play = (headers: Record<string, string>, remoteAddress = '203.0.113.20') =>
    site.app.inject({
      url: `/api/pdf/audio-proxy?url=${encodeURIComponent(address)}`,
      headers: { ...browser, ...headers },
      remoteAddress,
    })
  expect((await play({ range: 'bytes=0-1' })).statusCode).toBe(206)
  await play({ range: 'bytes=0-' })
  await play({ range: 'bytes=5000-' })
  await play({ 'range': 'bytes=0-', 'user-agent': 'curl/8.5.0' }, '203.0.113.21')
  await play({ range: 'bytes=9000-' }, '203.0.113.22')
  await play({}, '203.0.113.23')
  expect(await counts()).toEqual([`plays ${address}: 2`])
  const { plays } = await site.services.statistics.report(7)
  expect(plays[0]?.title).toMatch(/^.+ – .+$/)
  expect(plays[0]?.href).toBe(`/artist/${artist!.slug}`)
})

test('the page, its chart and the file show the same counts, sales and sign-ups by day', async () => {
  await show({ path: '/books' })
  await save()
  now = new Date('2026-05-11T00:00:00Z')
  await show({ path: '/books' })
  await save()
  await site.database.pool.query(`
    insert into orders (code, book_id, book_title, price_cents, paid_cents, provider, state, origin, paid_at) values
      ('SW-A', 'a-book', 'A Book', 900, 999, 'stripe', 'fulfilled', 'o', '2026-05-10T23:59:59Z'),
      ('SW-B', 'a-book', 'A Book', 900, null, 'cashapp', 'refunded', 'o', '2026-05-11T00:00:00Z'),
      ('SW-C', 'a-book', 'A Book', 900, null, 'stripe', 'expired', 'o', null);
    with added as (insert into subscribers (email, status) values ('a@example.com', 'subscribed') returning id)
      insert into subscriber_events (subscriber_id, kind, at) select id, 'signed-up', '2026-05-10T01:00:00Z' from added`)
  const { days, sales, testOrders } = await site.services.statistics.report(7)
  expect(days).toHaveLength(7)
  expect(days.slice(-2)).toMatchObject([
    { day: '2026-05-10', views: 1, orders: 1, revenueCents: 999, signUps: 1 },
    { day: '2026-05-11', views: 1, orders: 1, revenueCents: 900, signUps: 0 },
  ])
  expect(sales).toMatchObject([{ key: 'a-book', count: 2, revenueCents: 1899 }])
  expect(testOrders).toBe(0)
  await site.database.pool.query(`update orders set provider = 'test' where code = 'SW-B'`)
  await site.database.pool.query(`update orders set is_sample = true where code in ('SW-A', 'SW-C')`)
  expect(await site.services.statistics.report(7)).toMatchObject({ testOrders: 2, sales })

  expect((await site.app.inject('/api/owner/statistics.csv')).statusCode).toBe(401)
  const cookie = await ownerCookie(site)
  const file = await site.app.inject({ url: '/api/owner/statistics.csv?days=7', headers: { cookie } })
  expect(file.headers['content-disposition']).toBe('attachment; filename="statistics-2026-05-11.csv"')
  expect(file.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Day (UTC),Metric,Item,Count',
    '2026-05-10,views,/books,1',
    '2026-05-10,orders,a-book,1',
    '2026-05-10,revenue in cents,a-book,999',
    '2026-05-10,sign-ups,,1',
    '2026-05-11,views,/books,1',
    '2026-05-11,orders,a-book,1',
    '2026-05-11,revenue in cents,a-book,900',
  ])
})

test('processes on one database add to the same counts, concurrently and on shutdown', async () => {
  const other = await buildTestSite({ clock, pageBuild: loadPageHandles, connect: async () => withoutClose(site) })
  for (const path of ['/', '/books', '/journey', '/market']) {
    await show({ path })
    await show({ path }, browser, other)
  }
  await Promise.all([save(), save(other)])
  await show({ path: '/' }, browser, other)
  await other.close()
  expect(await counts()).toEqual(['views /: 3', 'views /books: 2', 'views /journey: 2', 'views /market: 2'])
})

test('counts are deleted after three years', async () => {
  await site.database.pool.query(
    `insert into site_counts values ('2023-05-11', 'views', '/', 1), ('2023-05-12', 'views', '/', 1)`,
  )
  now = new Date('2026-05-11T12:00:00Z')
  await site.jobs.runNow('owner.apply-retention')
  expect((await site.database.pool.query('select day::text from site_counts')).rows).toEqual([{ day: '2023-05-12' }])
})

const withoutClose = ({ database }: TestSite) => ({ ...database, close: async () => undefined })
