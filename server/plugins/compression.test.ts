import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compression } from './compression.ts'

const long = { lines: Array.from({ length: 200 }, (_, line) => `line ${line}`) }

async function openSite() {
  const app = Fastify()
  await app.register(compression)
  app.get('/api/reader/:book', (_request, reply) => reply.header('vary', 'Cookie').send(long))
  app.get('/api/reader/:book/short', () => ({ lines: [] }))
  app.get('/api/reader/:book/picture', (_request, reply) => reply.type('image/webp').send(Buffer.alloc(4000)))
  app.get('/api/radio/now-playing', (_request, reply) =>
    reply.type('application/json').send(Buffer.from(JSON.stringify(long))),
  )
  app.get('/api/orders', () => long)
  app.get('/preview', { compress: {} }, (_request, reply) => reply.type('text/html').send(JSON.stringify(long)))
  return (url: string, encodings = 'gzip, deflate, br') =>
    app.inject({ url, headers: { 'accept-encoding': encodings } })
}

test('long responses of the reader and the radio are compressed as the visitor accepts', async () => {
  const request = await openSite()
  for (const url of ['/api/reader/book', '/api/radio/now-playing']) {
    const brotli = await request(url)
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(brotli.rawPayload.length),
    })
    expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(long)
    const gzip = await request(url, 'gzip')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(long)
    expect((await request(url, 'br;q=0')).json()).toEqual(long)
  }
})

test('a compressed response varies by encoding in addition to its other Vary headers', async () => {
  const request = await openSite()
  expect((await request('/api/reader/book', 'br')).headers['vary']).toBe('Cookie, accept-encoding')
})

test('a route compresses its responses on request', async () => {
  const request = await openSite()
  expect(JSON.parse(brotliDecompressSync((await request('/preview')).rawPayload).toString())).toEqual(long)
})

test('short responses, images and responses of other features are not compressed', async () => {
  const request = await openSite()
  for (const url of ['/api/reader/book/short', '/api/reader/book/picture', '/api/orders']) {
    const { headers } = await request(url)
    expect([url, headers['content-encoding'], headers['vary']]).toEqual([url, undefined, undefined])
  }
})
