import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadPageHandles })
})
afterAll(() => site.close())

const isOpen = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}
const open = [
  '/radio/stream.mp3',
  '/api/radio/now-playing',
  '/newsletter/feed.xml',
  '/api/venue/events.ics',
  '/share/page/books.jpg',
  '/figures/v2/unknown.square.640.webp',
  '/media/artists/unknown/portrait.webp',
  '/radio.m3u',
  '/radio/streaminfo.json',
  '/podcast/unknown.xml',
  '/podcast/unknown/01.mp3',
  '/artist/unknown/track.mp3',
  '/artist/unknown/feed.xml',
  '/embed/radio',
  '/oembed',
  '/api/v1/artists',
  '/api/v1/unknown',
]

test('public resources may be displayed, played and read on other sites, including their errors', async () => {
  for (const url of open) {
    const { headers } = await site.app.inject({ url, method: url.includes('stream') ? 'HEAD' : 'GET' })
    expect(headers, url).toMatchObject(isOpen)
    expect(headers, url).not.toHaveProperty('access-control-allow-credentials')
  }
})

test('a preflight request gets the allowed headers', async () => {
  for (const url of open) {
    const headers = { 'origin': 'https://elsewhere.example', 'access-control-request-method': 'GET' }
    const reply = await site.app.inject({
      url,
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-headers': 'icy-metadata' },
    })
    expect(reply.statusCode, url).toBe(204)
    expect(reply.headers, url).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': expect.stringContaining('icy-metadata'),
    })
  }
})

test('all other responses stay closed to other sites', async () => {
  for (const url of [
    '/',
    '/api/',
    '/api/tokens/prices',
    '/api/books/swade-real-ai-music/pdf',
    '/api/books/swade-real-ai-music/access',
    '/api/pdf/audio-proxy?url=/x.webp',
    '/media/artists/unknown/track.mp3',
    '/media/artists/unknown/track.mp3?.webp',
    '/media/books/unknown/cover.webp',
    '/api/owner/orders.csv',
    '/api/newsletter/admin/subscribers',
    '/healthz',
  ]) {
    const { headers } = await site.app.inject({ url, headers: { origin: 'https://elsewhere.example' } })
    expect(headers['cross-origin-resource-policy'], url).toBe('same-origin')
    expect(Object.keys(headers), url).not.toContain('access-control-allow-origin')
    const preflight = await site.app.inject({
      url,
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(Object.keys(preflight.headers), url).not.toContain('access-control-allow-origin')
  }
})
