import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { localStorage } from '#platform/storage/local-storage.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { errorHandling } from '#server/plugins/errors.ts'
import { en } from '#features/books/messages/en.ts'
import { es } from '#features/books/messages/es.ts'
import { securityHeaders } from '#server/plugins/security-headers.ts'
import { audioSource } from '#shared/audio-address.ts'
import { hostileAddresses } from '#tests/support/hostile-addresses.ts'
import { watchNetwork } from '#tests/support/watched-network.ts'
import { audioProxyRoutes } from './audio-proxy-routes.ts'

const origin = 'https://swade.example'
const song = '/media/artists/test-swade/song.mp3'
const bought = '/media/books/paid-book/01.mp3'
const hidden = '/media/artists/test-swade/hidden.mp3'
const bytes = '0123456789'

test('a recording plays by its path and by its full address', async () => {
  const app = await proxy()
  for (const url of [song, `${origin}${song}`]) {
    const reply = await app.inject(audioSource(url))
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
    })
    expect(reply.body).toBe(bytes)
    const again = await app.inject({ url: audioSource(url), headers: { 'if-none-match': String(reply.headers.etag) } })
    expect(again.statusCode).toBe(304)
  }
})

test('a hidden recording plays for the owner only, with ranges, and no cache stores it', async () => {
  const app = await proxy()
  const headers = { cookie: 'owner', range: 'bytes=2-4' }
  const reply = await app.inject({ url: audioSource(hidden), headers })
  expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([206, '234', 'private, no-store'])
  for (const cookie of ['', 'someone'])
    expect((await app.inject({ url: audioSource(hidden), headers: { cookie } })).statusCode).toBe(400)
})

test.each([
  ['bytes=0-', 'bytes 0-9/10', bytes],
  ['bytes=2-4', 'bytes 2-4/10', '234'],
  ['bytes=-3', 'bytes 7-9/10', '789'],
  ['bytes=8-200', 'bytes 8-9/10', '89'],
])('%s gets just that part', async (range, contentRange, body) => {
  const reply = await (await proxy()).inject({ url: audioSource(song), headers: { range } })
  expect(reply.statusCode).toBe(206)
  expect(reply.headers['content-range']).toBe(contentRange)
  expect(reply.body).toBe(body)
})

test.each(['bytes=10-', 'bytes=50-60', 'bytes=-0'])('%s is beyond the end', async (range) => {
  const reply = await (await proxy()).inject({ url: audioSource(song), headers: { range } })
  expect(reply.statusCode).toBe(416)
  expect(reply.headers['content-range']).toBe('bytes */10')
  expect(reply.json()).toMatchObject({ success: false, code: 'range-not-satisfiable' })
})

test.each([
  'bytes=0-1,4-6',
  `bytes=${'0-0,'.repeat(500)}0-0`,
  'bytes=4-2',
  'bytes=a-b',
  'lines=0-3',
  'bytes=',
  'bytes=--3',
  'bytes=-200',
])('invalid and multiple ranges (%s) never get more than the file once', async (range) => {
  const reply = await (await proxy()).inject({ url: audioSource(song), headers: { range } })
  expect([200, 206, 416]).toContain(reply.statusCode)
  expect(reply.headers['content-type']).not.toContain('multipart')
  if (reply.statusCode !== 416) expect(bytes).toContain(reply.body)
})

test('a HEAD request returns length and type without the audio', async () => {
  const reply = await (await proxy()).inject({ method: 'HEAD', url: audioSource(song) })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({ 'content-type': 'audio/mpeg', 'content-length': '10' })
  expect(reply.body).toBe('')
})

test('a chapter of a paid book plays for its buyer only, without shared caching', async () => {
  const app = await proxy()
  for (const headers of [{}, { cookie: 'owns another-book' }, { range: 'bytes=0-1' }]) {
    const reply = await app.inject({ url: audioSource(bought), headers })
    expect(reply.statusCode).toBe(402)
    expect(reply.headers['content-range']).toBeUndefined()
  }
  const reply = await app.inject({ url: audioSource(bought), headers: { cookie: 'owns paid-book' } })
  expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([200, bytes, 'private, no-store'])
})

test('addresses outside the catalogue are rejected without network access', async () => {
  const app = await proxy()
  const opened = watchNetwork()
  const addresses = hostileAddresses(origin, song)
  expect(addresses.length).toBeGreaterThan(150)
  for (const url of addresses) {
    const reply = await app.inject(audioSource(url))
    expect([url, reply.statusCode]).toEqual([url, 400])
    expect(reply.json()).toMatchObject({
      success: false,
      code: 'invalid-input',
      message: expect.any(String),
      detail: expect.any(String),
    })
    expect(reply.body).not.toContain('secret')
  }
  for (const query of [
    '',
    '?',
    '?url',
    '?url=',
    `?url=${song}&url=${song}`,
    `?url[]=${song}`,
    `?URL=${song}`,
    '?url=%',
    '?url=%E0%A4%A',
  ]) {
    expect([query, (await app.inject(`/api/pdf/audio-proxy${query}`)).statusCode]).toEqual([query, 400])
  }
  expect(opened()).toEqual([])
})

async function proxy() {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const path = join(folder, 'song.mp3')
  writeFileSync(path, bytes)
  writeFileSync(join(folder, 'secret.mp3'), 'secret')
  const app = Fastify({ routerOptions: { maxParamLength: 200 } })
  await app.register(securityHeaders, { headers: { 'x-content-type-options': 'nosniff' } })
  await app.register(errorHandling, { texts: joinCatalogues({ features: [{ name: 'books', messages: { en, es } }] }) })
  await app.register(fastifyStatic, { root: folder, serve: false })
  const recordings = [
    { address: song, path },
    { address: bought, path, paidBookId: 'paid-book' },
  ]
  const storage = await localStorage(join(folder, 'files'))
  const findRecording = (address: string) => recordings.find((one) => one.address === address)
  await app.register(
    audioProxyRoutes({
      findRecording,
      findForOwner: async (address, cookie) => (address === hidden && cookie === 'owner' ? { path } : undefined),
      storage,
      canListen: async (cookie, bookId) => cookie === `owns ${bookId}`,
      origin,
    }),
  )
  return app
}
