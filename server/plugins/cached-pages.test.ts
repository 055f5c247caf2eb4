import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { PageCache, preparePage } from '../page-cache.ts'
import { cachedPages } from './cached-pages.ts'

const apps: FastifyInstance[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

const html = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
}

/** Creates an app with two cached pages, whose handler and later hooks only record requests. */
async function openSite() {
  const cache = new PageCache()
  await cache.get('/books', () => preparePage(200, html, Buffer.from('books '.repeat(400))))
  await cache.get('/not-found', () =>
    preparePage(404, { ...html, 'cache-control': 'no-store' }, Buffer.from('not there')),
  )
  const app = Fastify()
  apps.push(app)
  const later: string[] = []
  await app.register(cachedPages, { cache })
  app.addHook('onRequest', async ({ url }) => void later.push(url))
  app.route({ method: ['GET', 'HEAD', 'POST'], url: '/*', handler: () => 'the app' })
  return { app, later }
}

test('a cached page is served before later hooks run, in the preferred encoding of the visitor', async () => {
  const { app, later } = await openSite()
  for (const [accepted, encoding] of [
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['BR', undefined],
    ['nonsense', undefined],
    ['identity;q=0', undefined],
  ] as const) {
    const reply = await app.inject({
      url: '/books',
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    })
    expect([reply.statusCode, reply.headers['content-encoding'], reply.headers['vary']], accepted).toEqual([
      200,
      encoding,
      'Accept-Encoding, Accept-Language',
    ])
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (body: Buffer) => body }[encoding ?? 'none']
    expect(unpack(reply.rawPayload).toString()).toBe('books '.repeat(400))
    expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
  }
  expect(later).toEqual([])
})

test('a visitor who has the page gets 304 without a body, also when bypassing caches on the way', async () => {
  const { app } = await openSite()
  const { headers } = await app.inject({ url: '/books' })
  const etag = String(headers.etag)
  const held = await app.inject({ url: '/books', headers: { 'if-none-match': etag, 'accept-encoding': 'br' } })
  expect([held.statusCode, held.body, held.headers.etag, held.headers['content-encoding']]).toEqual([
    304,
    '',
    etag,
    undefined,
  ])
  expect(held.headers['cache-control']).toBe(html['cache-control'])
  for (const headers of [{ 'cache-control': 'no-cache' }, { 'cache-control': 'max-age=0' }]) {
    const again = await app.inject({ url: '/books', headers: { ...headers, 'if-none-match': `"other", ${etag}` } })
    expect(again.statusCode).toBe(304)
  }
  expect((await app.inject({ url: '/books', headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
})

test('a cached page that must not be stored has no etag', async () => {
  const { app } = await openSite()
  const reply = await app.inject({ url: '/not-found', headers: { 'if-none-match': '*' } })
  expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([404, 'not there', undefined])
})

test.each([
  ['another page', '/journey', 'GET'],
  ['search parameters', '/books?a=b', 'GET'],
  ['a form', '/books', 'POST'],
  ['only the headers', '/books', 'HEAD'],
] as const)('%s is left to the app', async (_name, url, method) => {
  const { app, later } = await openSite()
  const reply = await app.inject({ url, method })
  expect([reply.statusCode, reply.headers.etag, later]).toEqual([200, undefined, [url]])
})
