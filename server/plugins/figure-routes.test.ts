import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { errorHandling } from './errors.ts'
import { figureRoutes } from './figure-routes.ts'

async function freshApp() {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(errorHandling)
  await app.register(
    figureRoutes({
      isKnown: async (slug) => slug === 'rio-swade',
      describe: async (kind, slug) =>
        kind === 'artist' && slug === 'rio-swade' ? { title: 'Rio Swade', kicker: 'Tropical house' } : undefined,
      cacheDir: await mkdtemp(join(tmpdir(), 'figures-')),
    }),
  )
  return app
}

test('a figure is a WebP picture that may be kept for good', async () => {
  const app = await freshApp()
  const answer = await app.inject('/figures/v2/rio-swade.square.160.webp')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(answer.rawPayload.length),
  })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 })
})

test('who has the picture already is told so', async () => {
  const app = await freshApp()
  const url = '/figures/v2/rio-swade.wide.160.webp'
  const { headers } = await app.inject(url)
  const etag = String(headers.etag)
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await app.inject({ url, headers: { 'if-none-match': held } })
    expect(answer.statusCode).toBe(304)
    expect(answer.rawPayload.length).toBe(0)
    expect(answer.headers.etag).toBe(etag)
  }
  expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
})

test('a HEAD request learns the size without the picture', async () => {
  const app = await freshApp()
  const url = '/figures/v2/rio-swade.cover.160.webp'
  const head = await app.inject({ method: 'HEAD', url })
  expect(head.statusCode).toBe(200)
  expect(head.rawPayload.length).toBe(0)
  expect(head.headers['content-length']).toBe((await app.inject(url)).headers['content-length'])
})

test.each([
  '/figures/v2/nobody.square.160.webp',
  '/figures/v2/rio-swade.square.161.webp',
  '/figures/v2/rio-swade.oval.160.webp',
  '/figures/v2/rio-swade.square.160.gif',
  '/figures/v2/..%2f..%2fetc%2fpasswd',
  '/figures/v2/rio-swade.square.160.webp%00',
  '/figures/v0/rio-swade.square.160.webp',
  '/share/artist/nobody.png',
  '/share/constructor/rio-swade.png',
  '/share/artist/rio-swade.gif',
  '/share/artist/rio-swade',
  '/share/..%2fartist/rio-swade.png',
])('%s is not there', async (url) => {
  const app = await freshApp()
  const answer = await app.inject({ url, headers: { accept: 'image/*' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
})

test.each([
  ['png', 'image/png', 'png'],
  ['jpg', 'image/jpeg', 'jpeg'],
])('a picture for sharing comes as .%s', async (extension, type, format) => {
  const app = await freshApp()
  const answer = await app.inject(`/share/artist/rio-swade.${extension}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe(type)
  expect(answer.headers['cache-control']).toBe('public, max-age=86400')
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width: 1200, height: 630 })
})
