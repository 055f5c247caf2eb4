import { readFile } from 'node:fs/promises'
import { parseRssFeed } from 'feedsmith'
import { parseFeed, Phase4Medium } from 'podcast-partytime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharp } from '#platform/sharp.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { feedGuid } from './podcast-feed.ts'

const origin = 'https://swade.example'
const freeBook = 'indie-music-ai-guide-2'
const feed = `/podcast/${freeBook}.xml`

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ environment: { PUBLIC_ORIGIN: origin, SUPPORT_EMAIL: 'hello@swade.example' } })
})
afterAll(() => site.close())

const pathOf = (address: string) => address.slice(origin.length)

test('a podcast app can use the free audiobook: ten chapters in order, with every tag that directories require', async () => {
  const reply = await site.app.inject(feed)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/rss+xml; charset=utf-8',
    'access-control-allow-origin': '*',
  })
  const parsed = parseFeed(reply.body)!
  expect(parsed).toMatchObject({
    title: 'Indie Music AI Guide 2',
    language: 'en',
    explicit: false,
    author: 'Swade',
    owner: { name: 'Swade', email: 'hello@swade.example' },
    itunesType: 'serial',
    itunesImage: `${origin}/podcast/${freeBook}.jpg`,
    locked: true,
    guid: feedGuid(`${origin}${feed}`),
    medium: Phase4Medium.Audiobook,
  })
  expect(parsed.itunesCategory).not.toEqual([])
  expect(parsed.podcastPeople?.map(({ name, role }) => [name, role])).toContainEqual(['Swade', 'Author'])
  const episodes = parsed.items.toSorted((a, b) => Number(a.pubDate) - Number(b.pubDate))
  expect(episodes.map(({ itunesEpisode }) => itunesEpisode)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(new Set(episodes.map(({ guid }) => guid)).size).toBe(10)
  for (const { enclosure, duration, podcastChapters, podcastTranscripts } of episodes) {
    expect(duration).toBeGreaterThan(500)
    expect(enclosure.type).toBe('audio/mpeg')
    const head = await site.app.inject({ url: pathOf(enclosure.url), method: 'HEAD' })
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(enclosure.length)])
    expect(head.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await site.app.inject(pathOf(podcastChapters!.url))).json().chapters.length).toBeGreaterThan(3)
    const transcript = await site.app.inject(pathOf(podcastTranscripts![0]!.url))
    expect(transcript.headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(transcript.body).toMatch(/^WEBVTT\n\n00:00:00\.000 --> /)
  }
})

test('the feed contains its own address, and its chapter marks with their content type', async () => {
  const parsed = parseRssFeed((await site.app.inject(feed)).body)
  expect(parsed.items?.[0]?.podcast?.chapters?.type).toBe('application/json+chapters')
  expect(parsed.atom?.links?.[0]).toMatchObject({ rel: 'self', href: `${origin}${feed}` })
})

test('a recording supports ranges, which podcast apps need to seek', async () => {
  const reply = await site.app.inject({ url: `/podcast/${freeBook}/01.mp3`, headers: { range: 'bytes=100-199' } })
  expect(reply.statusCode).toBe(206)
  const whole = await readFile(`content/books/${freeBook}/narration/01.mp3`)
  expect(reply.rawPayload.equals(whole.subarray(100, 200))).toBe(true)
})

test('the cover is a square JPEG of the size that directories accept', async () => {
  const reply = await site.app.inject(`/podcast/${freeBook}.jpg`)
  const { format, width, height } = await sharp(reply.rawPayload).metadata()
  expect([format, width, height]).toEqual(['jpeg', 1600, 1600])
  expect(reply.rawPayload.length).toBeLessThan(512 * 1024)
  const again = await site.app.inject({
    url: `/podcast/${freeBook}.jpg`,
    headers: { 'if-none-match': `"other", W/${reply.headers.etag}` },
  })
  expect(again.statusCode).toBe(304)
})

test('paid books, unknown books and files that are not episodes are not found', async () => {
  for (const url of [
    '/podcast/swade-real-ai-music.xml',
    '/podcast/swade-real-ai-music.jpg',
    '/podcast/swade-real-ai-music/01.mp3',
    '/podcast/nowhere.xml',
    `/podcast/${freeBook}/preview.mp3`,
    `/podcast/${freeBook}/11.vtt`,
    `/podcast/${freeBook}/..%2f..%2fbook.yaml`,
    `/podcast/${freeBook}/01.json`,
  ]) {
    const reply = await site.app.inject(url)
    expect(reply.statusCode, url).toBe(404)
    expect(reply.json(), url).toMatchObject({ code: 'not-found', detail: expect.stringMatching(/\.$/) })
  }
})
