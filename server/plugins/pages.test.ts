import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Services } from '#shared/services.ts'
import { PageCache } from '../page-cache.ts'
import { createPageReader } from '../site-pages.ts'
import { cachedPages } from './cached-pages.ts'
import { compression } from './compression.ts'
import { errorHandling } from './errors.ts'
import { pages, type PageBuild } from './pages.ts'
import { baseHeaders, inlineScriptHashes, securityHeaders } from './security-headers.ts'

const apps: FastifyInstance[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

const page = (path: string, handle: object = {}) => ({
  id: path || 'home',
  parentId: 'root',
  path,
  module: { default: () => null, action: () => null, handle },
})
const publicPaths = ['books', 'journey', 'newsletter']
const ownPaths = ['dev/outbox', 'my-books', 'newsletter/confirm/:token', 'newsletter/unsubscribe/:token']

/** Creates a site whose renderer records its requests; tests/e2e tests the real pages. */
async function site({
  isProduction = true,
  isDevelopment = false,
  failure = undefined as unknown,
  hold = undefined as Promise<void> | undefined,
  text = '',
} = {}) {
  const seen: { url: string; method: string; headers: Record<string, string>; body: string }[] = []
  const services = {
    site: { origin: 'https://swade.example', supportEmail: '', spatialRoomUrl: undefined, isProduction },
  } as Services
  const build = {
    entry: {
      module: {
        createPageContext: () => new RouterContextProvider(),
        failureOf: () => failure && { error: failure },
        areaSheets: { public: 'a{}', reader: 'b{}' },
        default: async (request: Request, status: number) => {
          seen.push({
            url: request.url,
            method: request.method,
            headers: Object.fromEntries(request.headers),
            body: await request.clone().text(),
          })
          if (new URL(request.url).pathname !== '/books') await hold
          if (failure) status = 500
          return new Response(`<html><script>1</script><script type="application/ld+json">{}</script>${text}</html>`, {
            status,
            headers: { 'content-type': 'text/html; charset=utf-8' },
          })
        },
      },
    },
    routes: {
      'root': { id: 'root', path: '', module: { default: () => null, action: () => null } },
      '*': page('*'),
      'home': { ...page('', { cache: 'public' }), path: undefined, index: true },
      ...Object.fromEntries(publicPaths.map((path) => [path, page(path, { cache: 'public' })])),
      ...Object.fromEntries(ownPaths.map((path) => [path, page(path)])),
    },
    assets: { routes: {}, entry: { module: '', imports: [] }, url: '', version: '' },
    assetsBuildDirectory: '',
    basename: '/',
    future: {},
    publicPath: '/',
    isSpaMode: false,
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as PageBuild
  const app = Fastify()
  apps.push(app)
  await app.register(securityHeaders, {
    headers: baseHeaders({ outside: { frames: [] }, isSecure: true, isDevelopment: false }),
  })
  await app.register(errorHandling)
  const sitePages = createPageReader({ build: () => build, services })
  const cache = new PageCache()
  await app.register(cachedPages, { cache })
  await app.register(compression)
  await app.register(pages, {
    build: () => build,
    services,
    sitePages,
    cache,
    outside: () => ({ frames: [] }),
    isDevelopment,
  })
  return { app, seen }
}

test('a public page is rendered once for all queries, hosts and cookies', async () => {
  const { app, seen } = await site()
  for (const url of ['/books', '/books?utm_source=a', '/books?b=c']) {
    const reply = await app.inject({
      url,
      headers: { 'host': 'evil.example', 'cookie': 'a=b', 'x-forwarded-host': 'evil.example' },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toBe('public, max-age=0, s-maxage=1, must-revalidate')
  }
  expect(seen).toEqual([{ url: 'https://swade.example/books', method: 'GET', headers: {}, body: '' }])
})

test('a visitor who has the page gets 304 and no body', async () => {
  const { app } = await site()
  const first = await app.inject({ url: '/' })
  const etag = String(first.headers.etag)
  expect(etag, 'weak: one name for three encodings').toMatch(/^W\/"[\w-]{22}"$/)
  for (const held of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const again = await app.inject({ url: '/', headers: { 'if-none-match': held } })
    expect([again.statusCode, again.body, again.headers.etag], held).toEqual([304, '', etag])
  }
  expect((await app.inject({ url: '/', headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
})

test('the encoding is one that the browser accepts', async () => {
  const { app } = await site()
  expect(
    (await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })).headers[
      'content-encoding'
    ],
  ).toBe('br')
  expect((await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding']).toBe(
    'gzip',
  )
  expect(
    (await app.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } })).headers['content-encoding'],
  ).toBe('gzip')
  expect((await app.inject({ url: '/' })).headers['content-encoding']).toBeUndefined()
})

test('a personal page is rendered for each visitor and never stored', async () => {
  const { app, seen } = await site()
  for (let index = 0; index < 2; index += 1) {
    const reply = await app.inject({ url: '/newsletter/unsubscribe/abc' })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers.etag).toBeUndefined()
  }
  expect(seen).toHaveLength(2)
})

test('a personal page is compressed for its visitor alone, in an accepted encoding', async () => {
  const { app, seen } = await site({
    text: Array.from({ length: 4_000 }, (_, index) => (index * 7919) % 997).join(' '),
  })
  const own = async (encoding?: string) => {
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
    const reply = await app.inject({ url: '/newsletter/unsubscribe/abc', headers })
    expect([reply.headers['cache-control'], reply.headers['content-encoding']]).toEqual(['no-store', encoding])
    return reply.rawPayload
  }
  const plain = await own()
  const [brotli, gzip] = [await own('br'), await own('gzip')]
  expect(brotliDecompressSync(brotli)).toEqual(plain)
  expect(gunzipSync(gzip)).toEqual(plain)
  expect(Math.max(brotli.length, gzip.length)).toBeLessThan(plain.length / 2)
  expect(seen).toHaveLength(3)
  // A cached page is sent many times, so it is compressed better.
  const text = (await app.inject({ url: '/books' })).rawPayload
  const cached = (await app.inject({ url: '/books', headers: { 'accept-encoding': 'br' } })).rawPayload
  expect(brotliDecompressSync(cached)).toEqual(text)
  expect(cached.length).toBeLessThan(brotli.length)
})

test('the policy contains the hashes of the inline scripts of this page and allows no other inline script', async () => {
  const { app } = await site()
  const policy = String((await app.inject({ url: '/' })).headers['content-security-policy'])
  expect(policy).toContain("script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=';")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(inlineScriptHashes('<script src="/a.js"></script><script type="application/ld+json">{}</script>')).toEqual([])
})

test('the policy allows the style sheets of all areas, which navigation may load, and no inline style of the page', async () => {
  const { app } = await site({ text: '<style>evil{}</style>' })
  const strict = String((await app.inject({ url: '/' })).headers['content-security-policy'])
  expect(strict).toContain(
    [
      "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk=' ",
      "'sha256-7yqHVAesot11p6HczDsgKRipvI5UPgs97z80zNXlans='; style-src-attr 'unsafe-inline';",
    ].join(''),
  )
  expect(strict).toContain("img-src 'self' data: blob:;")
})

test('a form reaches its page as it was sent, with our origin and the address that we saw', async () => {
  const { app, seen } = await site()
  await app.inject({
    method: 'POST',
    url: '/newsletter',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'origin': 'https://swade.example',
      'host': 'evil.example',
      'x-swade-client-address': '6.6.6.6',
      'cookie': 'a=b',
    },
    payload: 'email=a%40example.com',
    remoteAddress: '203.0.113.9',
  })
  expect(seen[0]).toMatchObject({
    url: 'https://swade.example/newsletter',
    method: 'POST',
    body: 'email=a%40example.com',
  })
  expect(seen[0]?.headers).toEqual({
    'content-type': 'application/x-www-form-urlencoded',
    'origin': 'https://swade.example',
    'x-swade-client-address': '203.0.113.9',
  })
})

test('a page for one visitor gets only our own cookies, and is never stored', async () => {
  const { app, seen } = await site()
  const cookie = 'a=b; __Host-swade-shelf=one; session=secret; swade-shelf=two;x-swade-shelf=three'
  const reply = await app.inject({ url: '/my-books', headers: { cookie, 'user-agent': 'x' } })
  const ours = { cookie: '__Host-swade-shelf=one; swade-shelf=two' }
  expect(seen).toEqual([{ url: 'https://swade.example/my-books', method: 'GET', headers: ours, body: '' }])
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('an address that looks like another host is a path of this site; an absolute one is rejected', async () => {
  const { app, seen } = await site()
  const joined = await app.inject({ url: '//evil.example/books/' })
  expect([joined.headers.location, seen[0]?.url]).toEqual([undefined, 'https://swade.example/not-found'])
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const reply = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.end('GET http://evil.example/books HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
    )
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk))).on('close', () => resolve(text))
  })
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
  expect(seen).toHaveLength(1)
})

test.each(['application/json', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary=b', 'nonsense'])(
  'a post to a page as %s is rejected before it is rendered',
  async (type) => {
    const { app, seen } = await site()
    const reply = await app.inject({
      method: 'POST',
      url: '/newsletter',
      headers: { 'content-type': type },
      payload: '{}',
    })
    expect(reply.statusCode).toBe(415)
    expect(seen).toEqual([])
  },
)

test('a page that fails during a database outage is a 503 with a retry time', async () => {
  const { app } = await site({ failure: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) })
  const reply = await app.inject({ url: '/newsletter/unsubscribe/abc' })
  expect([reply.statusCode, reply.headers['retry-after'], reply.headers['cache-control']]).toEqual([
    503,
    '5',
    'no-store',
  ])
  const { app: broken } = await site({ failure: new Error('a slip') })
  expect((await broken.inject({ url: '/books' })).statusCode).toBe(500)
})

test('a page for developers is shown on this machine only, also in development', async () => {
  for (const isDevelopment of [false, true]) {
    const { app, seen } = await site({ isDevelopment })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    await app.inject({ url: '/dev/outbox', remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1:3000' } })
    await app.inject({ url: '/dev/outbox', remoteAddress: '127.0.0.1', headers: { host: 'swade.example' } })
    await app.inject({
      method: 'POST',
      url: '/dev/outbox',
      remoteAddress: '192.168.1.20',
      headers: { host: 'localhost', ...type },
      payload: 'a=b',
    })
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(['/dev/outbox', '/not-found', '/not-found'])
  }
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
  '%s on a page is a 405 with the allowed methods',
  async (method) => {
    const { app, seen } = await site()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const headers = { 'content-type': 'application/json', 'content-length': 2 }
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/books', method, headers }, resolve).on('error', reject).end('{}')
    })
    reply.resume()
    expect([reply.statusCode, reply.headers.allow, reply.headers['cache-control']]).toEqual([
      405,
      'GET, HEAD, POST',
      'no-store',
    ])
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(seen).toEqual([])
  },
)

test('beyond eight renderings in progress and thirty-two waiting, visitors get a retry time; a cached page is served to everyone', async () => {
  let open = () => undefined as void
  const hold = new Promise<void>((resolve) => {
    open = resolve
  })
  const { app, seen } = await site({ hold })
  await app.inject({ url: '/books' })
  const crowd = Array.from({ length: 40 }, (_, index) => app.inject({ url: `/newsletter/confirm/${index}` }))
  await expect.poll(() => seen.length).toBe(1 + 8)
  const refused = await app.inject({ url: '/newsletter/confirm/late' })
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
    503,
    '1',
    'no-store',
  ])
  expect(refused.json()).toMatchObject({
    code: 'unavailable',
    detail: 'The site is very busy. Try again in a moment.',
  })
  expect((await app.inject({ url: '/journey' })).statusCode, 'a page that is not ready').toBe(503)
  expect((await app.inject({ url: '/books' })).statusCode, 'a page that is ready').toBe(200)
  open()
  expect((await Promise.all(crowd)).every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await app.inject({ url: '/journey' })).statusCode).toBe(200)
})

test('a form larger than 64 KB is rejected before it is rendered', async () => {
  const { app, seen } = await site()
  const reply = await app.inject({
    method: 'POST',
    url: '/newsletter',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'a'.repeat(65 * 1024),
  })
  expect(reply.statusCode).toBe(413)
  expect(seen).toEqual([])
})
