import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { localStorage } from '#platform/storage/local-storage.ts'
import { errorHandling } from '#server/plugins/errors.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { artistUploadRoutes } from './upload-routes.ts'

let site: TestSite
let cookie: string
beforeAll(async () => {
  site = await buildTestSite()
  cookie = await ownerCookie(site)
})
afterAll(() => site.close())

function send(
  what: string,
  body: Buffer,
  { path = '', accept = 'application/json', slug = 'atlas-swade', app = site.app } = {},
) {
  const boundary = 'a-boundary-of-ours'
  const field = path ? `--${boundary}\r\ncontent-disposition: form-data; name="path"\r\n\r\n${path}\r\n` : ''
  const head = `${field}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="../../x.php"\r\ncontent-type: text/html\r\n\r\n`
  return app.inject({
    method: 'POST',
    url: `/api/owner/content/artists/${slug}/${what}`,
    headers: { cookie, accept, 'origin': ownOrigin, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), body, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#c05020' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()

test('an image is re-encoded in three widths without its metadata, and is immutable', async () => {
  const reply = await send('image', await picture(1200))
  expect(reply.statusCode).toBe(200)
  const { value } = reply.json<{ value: string }>()
  expect(value).toMatch(/^\/media\/artists\/atlas-swade\/[0-9a-f]{32}\.webp$/)
  for (const [file, width] of [
    [value, 1200],
    [value.replace('.webp', '-480.webp'), 480],
    [value.replace('.webp', '-960.webp'), 960],
  ] as const) {
    const sent = await site.app.inject(file)
    expect(sent.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect((await sharp(sent.rawPayload).metadata()).width).toBe(width)
    expect(sent.rawPayload.includes('a secret place')).toBe(false)
  }
  expect(await site.storage.list('incoming/')).toEqual([])
})

test('the length of a track is read from its audio, it supports ranges, and station and proxy find it once it is published', async () => {
  const song = readFileSync(join(import.meta.dirname, '../../../content/artists/luma-swade/glass-arcade.mp3'))
  const { value, durationSeconds } = (await send('track', song)).json<{ value: string; durationSeconds: number }>()
  expect(durationSeconds).toBeCloseTo(102.7, 0)
  const { contentAdmin, artists } = site.services
  const at = { kind: 'artist', key: 'atlas-swade', actor: 'owner@swade.example', revision: undefined }
  const data = { ...artists.find('atlas-swade'), featuredTrack: { title: 'Sent', file: value, durationSeconds } }
  expect(await contentAdmin.publish({ ...at, data })).toEqual({ ok: true })
  const address = `/media/artists/atlas-swade/${value}`
  const part = await site.app.inject({ url: address, headers: { range: 'bytes=0-9' } })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload.equals(song.subarray(0, 10))).toBe(true)
  expect((await site.app.inject('/media/artists/atlas-swade/waveform.json')).json().peaks).toHaveLength(240)
  const proxied = await site.app.inject({
    url: `/api/pdf/audio-proxy?url=${encodeURIComponent(address)}`,
    headers: { range: 'bytes=0-9' },
  })
  expect(proxied.statusCode).toBe(206)
})

test('a form without JavaScript returns to the editor with the file name in the draft', async () => {
  const song = readFileSync(join(import.meta.dirname, '../../../content/artists/nova-swade/slow-voltage.mp3'))
  const reply = await send('track', song, { path: 'featuredTrack.file', accept: 'text/html', slug: 'nova-swade' })
  expect(reply.statusCode).toBe(303)
  expect(reply.headers.location).toBe('/admin/content/artist/nova-swade?done=sent')
  const draft = (await site.services.contentAdmin.find('artist', 'nova-swade'))?.draft?.data
  expect(draft).toMatchObject({
    name: 'Nova Swade',
    featuredTrack: { file: expect.stringMatching(/^[0-9a-f]{32}\.mp3$/) },
  })
})

test.each([
  ['image', 'a page called a picture', async () => Buffer.from('<html><script>alert(1)</script>')],
  [
    'image',
    'a drawing with script',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script/></svg>'),
  ],
  ['image', 'a picture too small', async () => picture(300)],
  ['image', 'nothing', async () => Buffer.alloc(0)],
  ['track', 'noise called music', async () => Buffer.alloc(50_000, 'ID3')],
  ['film', 'a page called a film', async () => Buffer.from(`<html>${' '.repeat(100)}`)],
])('%s: %s is rejected with a message, and nothing is stored', async (what, _name, body) => {
  const before = await site.storage.list('')
  const reply = await send(what, await body())
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toMatch(/^[A-Z].*\.$/)
  expect(await site.storage.list('')).toEqual(before)
})

test('an oversized file is rejected, and an unknown upload type is not found', async () => {
  expect((await send('track', Buffer.alloc(20 * 1024 * 1024 + 1))).statusCode).toBe(413)
  expect((await send('anything', Buffer.alloc(10))).statusCode).toBe(404)
  expect((await send('image', Buffer.alloc(10), { slug: 'somebody' })).statusCode).toBe(404)
})

test('a full disk is reported, whether it fills up during the upload or while saving', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const folder = await mkdtemp(join(tmpdir(), 'artist-uploads-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = await localStorage(folder)
  for (const isFull of [() => true, (key: string) => key.startsWith('artists/')]) {
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(errorHandling)
    await app.register(
      artistUploadRoutes({
        storage: { ...files, put: (key, ...rest) => (isFull(key) ? Promise.reject(full) : files.put(key, ...rest)) },
        readRecording: async () => ({ ok: false, sentence: 'It contains no MP3 audio.' }),
        fillDraft: async () => undefined,
        onSaved: async () => undefined,
      }),
    )
    const reply = await send('image', await picture(700), { app })
    expect([reply.statusCode, reply.json().message]).toEqual([
      503,
      'The disk is full, so this file could not be saved. Try again later.',
    ])
    expect(await files.list('incoming/')).toEqual([])
  }
})
