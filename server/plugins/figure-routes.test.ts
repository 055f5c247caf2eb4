import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { artworkFile, artworkKey } from '#platform/figures/render-artwork.ts'
import { type ArtDirection, deriveArtDirection } from '#shared/art-direction.ts'
import { figureAddress } from '#shared/chladni-address.ts'
import { errorHandling } from './errors.ts'
import { figureRoutes } from './figure-routes.ts'

async function freshApp(options: { directionOf?: (slug: string) => ArtDirection | undefined; builtDir?: string } = {}) {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(errorHandling)
  await app.register(
    figureRoutes({
      isKnown: async (slug) => slug === 'rio-swade',
      describe: async (kind, slug) =>
        kind === 'artist' && slug === 'rio-swade' ? { title: 'Rio Swade', kicker: 'Tropical house' } : undefined,
      siteName: () => 'Swade',
      cacheDir: await mkdtemp(join(tmpdir(), 'figures-')),
      ...options,
    }),
  )
  return app
}

test('a figure is an immutable WebP image', async () => {
  const app = await freshApp()
  const answer = await app.inject('/figures/rio-swade.square.160.v2')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(answer.rawPayload.length),
  })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 })
})

test('an address without a key still responds, and is cached for a day', async () => {
  const app = await freshApp()
  const answer = await app.inject('/figures/v2/rio-swade.square.160.webp')
  expect(answer.headers['cache-control']).toBe('public, max-age=86400, stale-while-revalidate=604800')
  expect(answer.rawPayload.equals((await app.inject('/figures/rio-swade.square.160.v2')).rawPayload)).toBe(true)
})

/** Creates a folder like that of the build, with a plain red drawing for each direction. */
async function builtFolder(...directions: readonly ArtDirection[]) {
  const builtDir = await mkdtemp(join(tmpdir(), 'artwork-'))
  const drawing = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#ff0000' } })
    .webp()
    .toBuffer()
  for (const direction of directions) {
    const file = artworkFile({ slug: 'rio-swade', variant: 'square', width: 640 }, direction)
    await writeFile(join(builtDir, file), drawing)
  }
  return builtDir
}

test('an image is immutable under its own key only, and each art direction has a different address', async () => {
  const [ink, oil] = [deriveArtDirection('rio-swade', 'ink'), deriveArtDirection('rio-swade', 'oil')]
  const repainted = { ...oil, ground: '#101010', ink: '#ffffff' }
  let direction: ArtDirection | undefined
  const app = await freshApp({ directionOf: () => direction, builtDir: await builtFolder(ink, oil, repainted) })
  const addresses: string[] = []
  for (const current of [undefined, ink, oil, repainted]) {
    direction = current
    const image = { slug: 'rio-swade', variant: 'square', width: 160 } as const
    const address = figureAddress(image, current && artworkKey(current))
    expect((await app.inject(address)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    // Earlier addresses serve the current image, with a short cache time.
    for (const earlier of addresses)
      expect((await app.inject(earlier)).headers['cache-control']).toBe('public, max-age=60')
    addresses.push(address)
  }
  expect(new Set(addresses).size).toBe(4)
})

test('artwork is AVIF for browsers that accept it, otherwise WebP', async () => {
  const direction = deriveArtDirection('rio-swade', 'thread')
  const app = await freshApp({ directionOf: () => direction, builtDir: await builtFolder(direction) })
  const url = `/figures/rio-swade.square.160.${artworkKey(direction)}`
  for (const [accept, format] of [
    ['image/avif,image/webp,image/apng,*/*;q=0.8', 'avif'],
    ['image/webp, image/avif;q=0.5', 'avif'],
    ['IMAGE/AVIF', 'avif'],
    ['image/webp,*/*', 'webp'],
    ['image/*', 'webp'],
    ['*/*', 'webp'],
    ['image/avif;q=0,image/webp', 'webp'],
    ['image/avif; q=0.0', 'webp'],
    ['image/avifs', 'webp'],
    [undefined, 'webp'],
  ] as const) {
    const answer = await app.inject({ url, headers: accept === undefined ? {} : { accept } })
    expect([answer.headers['content-type'], answer.headers.vary], accept).toEqual([`image/${format}`, 'Accept'])
    expect((await sharp(answer.rawPayload).metadata()).format, accept).toBe(format === 'avif' ? 'heif' : 'webp')
  }
})

test('a client that has the image gets 304', async () => {
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

test('a HEAD request gets the size without the image', async () => {
  const app = await freshApp()
  const url = '/figures/v2/rio-swade.cover.160.webp'
  const head = await app.inject({ method: 'HEAD', url })
  expect(head.statusCode).toBe(200)
  expect(head.rawPayload.length).toBe(0)
  expect(head.headers['content-length']).toBe((await app.inject(url)).headers['content-length'])
})

test.each([
  '/figures/nobody.square.160.v2',
  '/figures/rio-swade.square.160',
  '/figures/rio-swade.oval.160.v2',
  '/figures/v2/rio-swade.square.160.v2',
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
])('%s is not found', async (url) => {
  const app = await freshApp()
  const answer = await app.inject({ url, headers: { accept: 'image/*' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
})

test.each([
  ['png', 'image/png', 'png'],
  ['jpg', 'image/jpeg', 'jpeg'],
])('a share image is served as .%s', async (extension, type, format) => {
  const app = await freshApp()
  const answer = await app.inject(`/share/artist/rio-swade.${extension}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe(type)
  expect(answer.headers['cache-control']).toBe('public, max-age=86400')
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width: 1200, height: 630 })
})

const colourOf = async (picture: Buffer) => {
  const { channels } = await sharp(picture).stats()
  return channels.map(({ mean }) => Math.round(mean))
}

test('a slug with an art direction gets its artwork, opaque, which browsers revalidate after a day', async () => {
  let direction = deriveArtDirection('rio-swade', 'ink')
  const app = await freshApp({ directionOf: () => direction })
  const url = '/figures/v2/rio-swade.portrait.160.webp'
  const first = await app.inject(url)
  expect(first.statusCode).toBe(200)
  expect(first.headers['cache-control']).toBe('public, max-age=86400, stale-while-revalidate=604800')
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 160, height: 200, hasAlpha: false })
  expect((await app.inject({ url, headers: { 'if-none-match': first.headers.etag as string } })).statusCode).toBe(304)

  direction = { ...direction, ground: '#101010', ink: '#ffffff' }
  const edited = await app.inject(url)
  expect(edited.headers.etag).not.toBe(first.headers.etag)
  expect((await colourOf(edited.rawPayload))[0]).toBeLessThan((await colourOf(first.rawPayload))[0]!)
})

test('small artwork is made from the image that the build has drawn', async () => {
  const direction = deriveArtDirection('rio-swade', 'oil')
  const app = await freshApp({ directionOf: () => direction, builtDir: await builtFolder(direction) })
  for (const width of [160, 480, 640]) {
    const answer = await app.inject(`/figures/v2/rio-swade.square.${width}.webp`)
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width, height: width })
    const [red, green] = await colourOf(answer.rawPayload)
    expect([red! > 240, green! < 10]).toEqual([true, true])
  }
})

test('a share image has the title on the background of the art direction', async () => {
  const direction: ArtDirection = { ...deriveArtDirection('rio-swade', 'thread'), ground: '#f2b61c', ink: '#123a8f' }
  const app = await freshApp({ directionOf: () => direction })
  const { rawPayload } = await app.inject('/share/artist/rio-swade.png')
  expect(rawPayload.length).toBeLessThan(200 * 1024)
  const corner = await sharp(rawPayload).extract({ left: 4, top: 4, width: 8, height: 8 }).toBuffer()
  const [red, green, blue] = await colourOf(corner)
  expect(Math.abs(red! - 0xf2) + Math.abs(green! - 0xb6) + Math.abs(blue! - 0x1c)).toBeLessThan(24)
})
