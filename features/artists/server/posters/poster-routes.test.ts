import { afterAll, beforeAll, expect, test } from 'vitest'
import Fastify, { type FastifyInstance } from 'fastify'
import { figureAddress, type FigureImage } from '#shared/chladni-address.ts'
import type { ArtistsService } from '#features/artists/contract.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { posterKey } from './posters.ts'
import { posterRoutes } from './poster-routes.ts'

const film = 'dQw4w9WgXcQ'
let folder: string
let storage: Storage
let app: FastifyInstance

const addressOf = (image: FigureImage) => figureAddress(image, '0a1b2c3d')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posters-'))
  storage = await localStorage(folder)
  const videos = [{ title: 'One', youtubeId: film }]
  const artists = {
    find: (slug: string) =>
      ({
        'a-swade': { image: '', videos },
        'pictured-swade': { image: '/media/artists/pictured-swade/b.webp', videos },
      })[slug],
  }
  app = Fastify()
  await app.register(posterRoutes({ artists: artists as unknown as ArtistsService, storage, figureAddress: addressOf }))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test('a missing poster redirects to the image of the owner, if the artist has one', async () => {
  const reply = await app.inject(`/media/artists/pictured-swade/posters/${film}.webp`)
  expect([reply.statusCode, reply.headers.location]).toEqual([302, '/media/artists/pictured-swade/b.webp'])
})

test('a missing poster redirects to the artist’s artwork, and a stored one is served', async () => {
  const first = await app.inject(`/media/artists/a-swade/posters/${film}.webp`)
  expect(first.statusCode).toBe(302)
  expect(first.headers.location).toBe('/figures/a-swade.wide.960.0a1b2c3d')
  await storage.put(posterKey(film), Buffer.from('picture'), { contentType: 'image/webp' })
  const second = await app.inject(`/media/artists/a-swade/posters/${film}.webp`)
  expect(second.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=86400' })
  expect(second.body).toBe('picture')
})

test('a poster that disappears during the request is treated as missing', async () => {
  await storage.put(posterKey(film), Buffer.from('picture'), { contentType: 'image/webp' })
  const { open } = storage
  storage.open = async (...parameters) => {
    await storage.delete(posterKey(film))
    return open(...parameters)
  }
  const { statusCode, headers } = await app.inject({
    url: `/media/artists/a-swade/posters/${film}.webp`,
    headers: { range: 'bytes=0-3' },
  })
  storage.open = open
  expect([statusCode, headers.location, headers.etag]).toEqual([302, '/figures/a-swade.wide.960.0a1b2c3d', undefined])
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300', 'content-length': '0' })
})

test('only videos of the catalogue have a poster, each with its own artist', async () => {
  for (const path of [
    `a-swade/posters/AAAAAAAAAAA.webp`,
    `b-swade/posters/${film}.webp`,
    `a-swade/posters/..%2f..%2fx.webp`,
  ])
    expect((await app.inject(`/media/artists/${path}`)).statusCode, path).toBeGreaterThanOrEqual(400)
})
