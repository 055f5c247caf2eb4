import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { noEdits } from '#platform/content-edits/test-edits.ts'
import { createRecordingAnalyser } from '#platform/recordings/recording-analyser.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { en } from '#features/artists/messages/en.ts'
import { es } from '#features/artists/messages/es.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { errorHandling } from '#server/plugins/errors.ts'
import { trackLevelsPath, trackWaveformPath } from '#features/artists/contract.ts'
import { loadArtists } from './catalogue.ts'
import { artistRoutes } from './routes.ts'

test('the featured track is served as cacheable audio', async () => {
  const app = await stage()
  const first = await app.inject('/media/artists/test-swade/song.mp3')
  expect(first.statusCode).toBe(200)
  expect(first.headers['content-type']).toBe('audio/mpeg')
  expect(first.headers['cache-control']).toBe('public, max-age=86400')
  expect(first.headers['last-modified']).toBeDefined()
  expect(first.body).toBe('0123456789')
  const again = await app.inject({
    url: '/media/artists/test-swade/song.mp3',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

test('a range request gets only the requested part', async () => {
  const app = await stage()
  const part = await app.inject({ url: '/media/artists/test-swade/song.mp3', headers: { range: 'bytes=2-4' } })
  expect(part.statusCode).toBe(206)
  expect(part.headers['content-range']).toBe('bytes 2-4/10')
  expect(part.body).toBe('234')
  const beyond = await app.inject({ url: '/media/artists/test-swade/song.mp3', headers: { range: 'bytes=50-' } })
  expect(beyond.statusCode).toBe(416)
})

test('videos and posters have their content types', async () => {
  const app = await stage()
  const film = await app.inject({ method: 'HEAD', url: '/media/artists/test-swade/film.webm' })
  expect(film.statusCode).toBe(200)
  expect(film.headers['content-type']).toBe('video/webm')
  expect((await app.inject('/media/artists/test-swade/film.webp')).headers['content-type']).toBe('image/webp')
})

test('waveform and levels of a featured track are computed once and cacheable', async () => {
  const app = await stage(
    readFileSync(join(import.meta.dirname, '../../../content/artists/luma-swade/glass-arcade.mp3')),
  )
  const waveform = await app.inject(trackWaveformPath('test-swade'))
  expect(waveform.statusCode).toBe(200)
  expect(waveform.headers['cache-control']).toBe('public, max-age=86400')
  expect(waveform.json().peaks).toHaveLength(240)
  const levels = await app.inject(trackLevelsPath('test-swade'))
  expect(levels.json()).toMatchObject({ bandCount: 8, perSecond: 10 })
  expect(Buffer.from(levels.json().bands, 'base64').length / 80).toBeCloseTo(levels.json().durationSeconds, 0)
  expect(levels.headers.etag).not.toBe(waveform.headers.etag)
  const again = await app.inject({
    url: trackLevelsPath('test-swade'),
    headers: { 'if-none-match': String(levels.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('a track that cannot be decoded has no waveform, and neither has an unknown artist', async () => {
  const app = await stage()
  expect((await app.inject(trackWaveformPath('test-swade'))).statusCode).toBe(404)
  expect((await app.inject(trackLevelsPath('nobody-swade'))).statusCode).toBe(404)
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
])('%s is not served', async (url) => {
  const app = await stage()
  const reply = await app.inject(url)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ success: false, code: 'not-found' })
})

async function stage(song: string | Buffer = '0123456789') {
  const contentDir = mkdtempSync(join(tmpdir(), 'artist-media-'))
  const folder = join(contentDir, 'artists', 'test-swade')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(contentDir, 'artists', 'secret.mp3'), 'secret')
  for (const file of ['song.mp3', 'unnamed.mp3', 'film.webm', 'film.webp'])
    writeFileSync(join(folder, file), '0123456789')
  writeFileSync(join(folder, 'song.mp3'), song)
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
  const analyseRecording = createRecordingAnalyser({ dir: join(contentDir, 'cache') })
  const storage = await localStorage(join(contentDir, 'files'))
  const app = Fastify()
  await app.register(errorHandling, {
    texts: joinCatalogues({ features: [{ name: 'artists', messages: { en, es } }] }),
  })
  await app.register(fastifyStatic, { root: contentDir, serve: false })
  await app.register(
    artistRoutes({ artists: loadArtists(contentDir, noEdits()).service, contentDir, storage, analyseRecording }),
  )
  return app
}
