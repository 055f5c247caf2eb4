import { parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const origin = 'https://swade.example'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ environment: { PUBLIC_ORIGIN: origin } })
})
afterAll(() => site.close())

test('every artist has a feed with the track to play, videos and collections, labeled as AI-generated', async () => {
  let collections = 0
  for (const { slug, name } of site.services.artists.list()) {
    const reply = await site.app.inject(`/artist/${slug}/feed.xml`)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'access-control-allow-origin': '*',
    })
    const feed = parseRssFeed(reply.body)
    expect(feed.title).toBe(`${name} on Swade`)
    expect(feed.description).toMatch(/AI-generated\.$/)
    expect(feed.atom?.links?.[0]).toMatchObject({ rel: 'self', href: `${origin}/artist/${slug}/feed.xml` })
    const items = feed.items ?? []
    expect(new Set(items.map(({ guid }) => guid?.value)).size).toBe(items.length)
    const artist = site.services.artists.find(slug)!
    const enclosures = items.flatMap((item) => item.enclosures ?? [])
    expect(enclosures.length).toBe(artist.featuredTrack ? 1 : 0)
    for (const { url, length } of enclosures) {
      const sound = await site.app.inject({ url: url!.slice(origin.length), method: 'HEAD' })
      expect([sound.statusCode, Number(sound.headers['content-length'])]).toEqual([200, length])
      expect(sound.headers['cross-origin-resource-policy']).toBe('cross-origin')
    }
    expect(items.filter(({ title }) => title?.startsWith('Video: ')).length).toBe(artist.videos.length)
    collections += items.filter(({ title }) => title?.startsWith('NFT collection: ')).length
  }
  expect(collections).toBe(site.services.market.list().filter(({ artistSlug }) => artistSlug).length)
})

test('a track supports ranges under its permanent address; unknown artists have neither track nor feed', async () => {
  const { slug } = site.services.artists.list().find((one) => site.services.artists.find(one.slug)?.featuredTrack)!
  const part = await site.app.inject({ url: `/artist/${slug}/track.mp3`, headers: { range: 'bytes=0-99' } })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100])
  for (const url of ['/artist/nobody-swade/track.mp3', '/artist/nobody-swade/feed.xml'])
    expect((await site.app.inject(url)).statusCode, url).toBe(404)
})
