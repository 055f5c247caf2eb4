import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeedFake, startFeedFake } from '#tests/support/feed-fake.ts'
import { editorEmail, editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { FeedListItem } from '#features/issues/contract.ts'

let site: TestSite
let fake: FeedFake
let other: FeedFake
let headers: { authorization: string }
const root = '/api/newsletter/admin/feeds'

beforeAll(async () => {
  ;[fake, other] = [await startFeedFake(), await startFeedFake()]
  site = await buildTestSite({ environment: { NEWSLETTER_LOCAL_FEEDS: `${fake.host},${other.host}` } })
  headers = await editorHeaders(site, 'editor')
})
afterAll(async () => {
  await site.close()
  await fake.close()
})

const call = (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) =>
  site.app.inject({ method, url: root + path, headers, ...(payload ? { payload } : {}) })
const list = async () => (await call('GET')).json<{ items: FeedListItem[] }>().items

test('no feed is listed or fetched by default', async () => {
  expect(await list()).toEqual([])
  expect(fake.requests).toEqual([])
})

test('a readable feed is listed once with its title and items, and audited', async () => {
  fake.publish([
    { title: 'One', link: `${fake.origin}/page?1` },
    { title: 'Two', link: 'https://notes.example/2' },
    { title: 'Without TLS', link: 'http://notes.example/3' },
  ])
  const added = await call('POST', '', { url: ` ${fake.origin}/feed.xml ` })
  expect(added.statusCode).toBe(201)
  expect(added.json()).toMatchObject({
    success: true,
    feed: { url: `${fake.origin}/feed.xml`, title: 'Field notes', items: 2, problem: '' },
  })
  expect((await call('POST', '', { url: `${fake.origin}/feed.xml` })).statusCode).toBe(409)
  const { rows } = await site.database.pool.query(
    "select actor, action, detail from audit_log where action like 'feed.%'",
  )
  expect(rows).toEqual([{ actor: editorEmail('editor'), action: 'feed.add', detail: `${fake.origin}/feed.xml` }])
})

// read-feed.test.ts and fetch-feed.test.ts cover the other invalid feeds.
test.each([
  ['https://169.254.169.254/latest/meta-data', 'private network address'],
  ['https://localhost/feed.xml', 'private network address'],
  [
    'http://notes.example/feed.xml',
    'This feed could not be read: the URL must start with https:// and contain no username or password.',
  ],
  ['file:///etc/passwd', 'the URL must start with https:// and contain no username or password'],
  ['https://user:word@notes.example/feed.xml', 'the URL must start with https:// and contain no username or password'],
  ['not an address', 'full URL'],
  ['/page.html', 'not an RSS, Atom or JSON feed'],
  [
    `/inside?to=${encodeURIComponent('http://127.0.0.1:1/')}`,
    'it redirects to another URL, which must start with https://',
  ],
])('%s is not listed, and the error says why', async (address, why) => {
  const refused = await call('POST', '', { url: address.startsWith('/') ? fake.origin + address : address })
  expect(refused.statusCode).toBe(400)
  expect(refused.json<{ detail: string }>().detail).toContain(why)
  expect(await list()).toHaveLength(1)
})

test('fetching again updates items, and removing deletes them', async () => {
  const [feed] = await list()
  fake.publish([
    { title: 'One, corrected', link: `${fake.origin}/page?1` },
    { title: 'Three', link: 'https://notes.example/3' },
  ])
  expect((await call('POST', `/${feed!.id}/read`)).json()).toMatchObject({ feed: { items: 3 } })
  const { rows } = await site.database.pool.query('select title from newsletter_feed_items order by title')
  expect(rows.map(({ title }) => title)).toEqual(['One, corrected', 'Three', 'Two'])
  expect((await call('DELETE', `/${feed!.id}`)).statusCode).toBe(200)
  expect((await call('DELETE', `/${feed!.id}`)).statusCode).toBe(404)
  expect((await call('POST', '/not-an-id/read')).statusCode).toBe(404)
  expect((await site.database.pool.query('select 1 from newsletter_feed_items')).rows).toEqual([])
})

test('invalid characters and dates before 1970 do not break a feed', async () => {
  other.publish([
    { title: 'Unkept', link: 'https://notes.example/a', id: 'nul \u0000 and \ud800 half' },
    { title: 'From the beginning', link: 'https://notes.example/b', at: new Date(-8.6e15) },
  ])
  const added = await call('POST', '', { url: `${other.origin}/feed.json` })
  expect(added.json()).toMatchObject({ feed: { items: 2, problem: '' } })
})

// The last test, because it stops the feed server.
test('a broken feed keeps its items and shows the error', async () => {
  other.publish([{ title: 'Kept', link: 'https://notes.example/9' }])
  const { id } = (await call('POST', '', { url: `${other.origin}/feed.xml` })).json<{ feed: FeedListItem }>().feed
  await other.close()
  expect((await call('POST', `/${id}/read`)).json()).toMatchObject({
    feed: { items: 1, title: 'Field notes', problem: 'connection refused' },
  })
})
