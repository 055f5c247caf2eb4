import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { errorHandling } from '#server/plugins/errors.ts'
import { loadArtists } from './catalogue.ts'
import { artistRoutes } from './routes.ts'

test('the featured track is sent as audio that can be kept and asked for again', async () => {
  const app = await stage()
  const first = await app.inject('/media/artists/test-swade/song.mp3')
  expect(first.statusCode).toBe(200)
  expect(first.headers['content-type']).toBe('audio/mpeg')
  expect(first.headers['cache-control']).toBe('public, max-age=86400')
  expect(first.headers['last-modified']).toBeDefined()
  expect(first.body).toBe('0123456789')
  const again = await app.inject({ url: '/media/artists/test-swade/song.mp3', headers: { 'if-none-match': String(first.headers.etag) } })
  expect(again.statusCode).toBe(304)
})

test('a player that seeks gets just the part it asked for', async () => {
  const app = await stage()
  const part = await app.inject({ url: '/media/artists/test-swade/song.mp3', headers: { range: 'bytes=2-4' } })
  expect(part.statusCode).toBe(206)
  expect(part.headers['content-range']).toBe('bytes 2-4/10')
  expect(part.body).toBe('234')
  const beyond = await app.inject({ url: '/media/artists/test-swade/song.mp3', headers: { range: 'bytes=50-' } })
  expect(beyond.statusCode).toBe(416)
})

test('films and posters carry their own types', async () => {
  const app = await stage()
  const film = await app.inject({ method: 'HEAD', url: '/media/artists/test-swade/film.webm' })
  expect(film.statusCode).toBe(200)
  expect(film.headers['content-type']).toBe('video/webm')
  expect((await app.inject('/media/artists/test-swade/film.webp')).headers['content-type']).toBe('image/webp')
})

test.each([
  '/media/artists/test-swade/artist.yaml',
  '/media/artists/test-swade/unnamed.mp3',
  '/media/artists/other-swade/song.mp3',
  '/media/artists/test-swade/..%2Fsecret.mp3',
  '/media/artists/..%2Fartists/song.mp3',
  '/media/artists/test-swade/%2e%2e%2fother-swade%2fartist.yaml',
  '/media/artists/test-swade/song.mp3%00.webm',
  '/media/artists/test-swade/',
])('%s is not there for the outside', async (url) => {
  const app = await stage()
  const reply = await app.inject(url)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ success: false, code: 'not-found' })
})

async function stage() {
  const contentDir = mkdtempSync(join(tmpdir(), 'artist-media-'))
  const folder = join(contentDir, 'artists', 'test-swade')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(contentDir, 'artists', 'secret.mp3'), 'secret')
  for (const file of ['song.mp3', 'unnamed.mp3', 'film.webm', 'film.webp']) writeFileSync(join(folder, file), '0123456789')
  writeFileSync(
    join(folder, 'artist.yaml'),
    [
      'order: 1',
      'name: Test Swade',
      'genres: [Dub]',
      'tagline: A line.',
      'description: Words.',
      'aiGenerated: true',
      'featuredTrack: { title: Song, file: song.mp3, durationSeconds: 60 }',
      'videos: [{ title: Film, file: film.webm, poster: film.webp }, { title: Clip, youtubeId: abcdefghijk }]',
    ].join('\n'),
  )
  const app = Fastify()
  await app.register(errorHandling)
  await app.register(fastifyStatic, { root: contentDir, serve: false })
  await app.register(artistRoutes({ artists: loadArtists(contentDir), contentDir }))
  return app
}
