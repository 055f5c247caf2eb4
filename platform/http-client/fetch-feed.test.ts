import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeedFake, startFeedFake } from '#tests/support/feed-fake.ts'
import { fetchFeed } from './fetch-feed.ts'

let fake: FeedFake
beforeAll(async () => {
  fake = await startFeedFake()
  fake.publish([{ title: 'Señal y ruido', link: 'https://notes.example/1' }])
})
afterAll(() => fake.close())

const fetchLocal = (path: string, rules: { timeoutMs?: number } = {}) =>
  fetchFeed(fake.origin + path, { localHosts: [fake.host], timeoutMs: 5_000, ...rules })

test.each(['/feed.xml', '/atom.xml', '/feed.json', '/packed.xml', '/latin.xml', '/moved'])(
  'the feed at %s is returned as text',
  async (path) => {
    const feed = await fetchLocal(path)
    expect(feed).toMatchObject({ ok: true, text: expect.stringContaining('Señal y ruido') })
  },
)

test.each([
  ['/hang', 'no response within 0.3 s'],
  ['/drip', 'no response within 0.3 s'],
  ['/gone', 'the server returned status 404'],
  ['/loop', 'too many redirects'],
])('the response at %s does not block other requests', async (path, why) => {
  expect(await fetchLocal(path, { timeoutMs: path === '/gone' || path === '/loop' ? 5_000 : 300 })).toEqual({
    ok: false,
    why,
  })
})

test.each(['/huge', '/packed-bomb'])(
  'an endless response from %s is aborted',
  async (path) => {
    expect(await fetchLocal(path, { timeoutMs: 20_000 })).toEqual({ ok: false, why: 'the feed is too large' })
  },
  30_000,
)

const inside = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  '10.0.0.1',
  '169.254.169.254',
  '[fd00::1]',
]

test('no unlisted host of the local network is requested, with or without TLS', async () => {
  const before = fake.requests.length
  const port = new URL(fake.origin).port
  for (const host of inside) {
    expect(await fetchFeed(`https://${host}:${port}/feed.xml`), host).toEqual({
      ok: false,
      why: 'the host name resolves to a private network address',
    })
    expect(await fetchFeed(`http://${host}:${port}/feed.xml`), host).toEqual({
      ok: false,
      why: 'the URL must start with https:// and contain no username or password',
    })
  }
  for (const address of [
    'file:///etc/passwd',
    'data:text/xml,<rss/>',
    'ftp://example.com/',
    'https://user:word@example.com/',
    'none',
  ])
    expect(await fetchFeed(address), address).toHaveProperty('ok', false)
  expect(fake.requests.length).toBe(before)
})

test('every redirect to a local address is checked again', async () => {
  const other = await startFeedFake()
  try {
    for (const to of [
      `${other.origin}/feed.xml`,
      `https://${other.host}/feed.xml`,
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
    ])
      expect(await fetchLocal(`/inside?to=${encodeURIComponent(to)}`), to).toMatchObject({ ok: false })
    expect(other.requests).toEqual([])
  } finally {
    await other.close()
  }
})

test('a listed host is allowed with its port only', async () => {
  const other = await startFeedFake()
  try {
    expect(await fetchFeed(`${other.origin}/feed.xml`, { localHosts: [fake.host] })).toMatchObject({ ok: false })
    expect(other.requests).toEqual([])
  } finally {
    await other.close()
  }
})
