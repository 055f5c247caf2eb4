import Fastify from 'fastify'
import { parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import type { JourneyService, Milestone } from '#features/journey/contract.ts'
import { journeyRoutes } from './routes.ts'

const early: Milestone = {
  id: 'first',
  period: '1983',
  title: 'Tape & hiss',
  icon: 'drum',
  description: 'One <handclap>.\u0007 ]]></item><item>',
  category: 'Recording',
  colour: 38,
  award: 'Prize "A"',
}
const late: Milestone = {
  id: 'last',
  period: '2023-present',
  title: 'Doors',
  icon: 'network',
  description: 'Eighteen.',
  category: 'Ecosystem',
  colour: 54,
}

test('the feed lists the milestones, newest first, with absolute addresses', async () => {
  const reply = await site().inject('/journey/feed.xml')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  expect(parseRssFeed(reply.body).items?.map(({ title }) => title)).toEqual([
    '2023-present: Doors',
    '1983: Tape & hiss',
  ])
  // Not every feed reader trims whitespace around a title.
  expect(reply.body).toMatch(/<title>\S[^\n]*\S<\/title>\s+<link>https:\/\/swade\.example\/journey#first<\/link>/)
  expect(reply.body).toContain(
    '<atom:link href="https://swade.example/journey/feed.xml" rel="self" type="application/rss+xml"/>',
  )
  expect(reply.body).toContain('<guid isPermaLink="true">https://swade.example/journey#first</guid>')
})

test("text cannot break the feed's markup", async () => {
  const { body } = await site().inject('/journey/feed.xml')
  const { items = [] } = parseRssFeed(body)
  expect(items).toHaveLength(2)
  expect(items[1]?.description).toBe('One <handclap>. ]]></item><item> Award: Prize "A".')
  // oxlint-disable-next-line no-control-regex
  expect(body).not.toMatch(/[\u0000-\u0008]/)
})

test('no milestone has an invented date', async () => {
  expect((await site().inject('/journey/feed.xml')).body).not.toContain('pubDate')
})

test('a reader with the current feed gets 304', async () => {
  const app = site()
  const { headers } = await app.inject('/journey/feed.xml')
  const again = await app.inject({ url: '/journey/feed.xml', headers: { 'if-none-match': String(headers.etag) } })
  expect(again.statusCode).toBe(304)
})

function site() {
  const journey = {
    eras: () => [],
    milestones: () => [early, late],
    page: () => ({ lead: 'Forty years.' }),
  } as unknown as JourneyService
  const app = Fastify()
  void app.register(journeyRoutes({ journey, origin: 'https://swade.example', siteName: () => 'Swade' }))
  return app
}
