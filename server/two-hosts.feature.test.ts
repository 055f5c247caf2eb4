import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { musicOf } from '#platform/recordings/frames/test-frames.ts'
import { send } from '#features/submissions/server/upload/test-form.ts'
import { pageImagePath, readerPath } from '#features/reader/contract.ts'
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

/** Two hosts with one database and one bucket, and a data folder each. */
let server: S3Server
let a: TestSite
let b: TestSite
let cookie: string
beforeAll(async () => {
  server = await startS3Server()
  a = await buildTestSite({ environment: server.environment })
  b = await buildTestSite({
    environment: server.environment,
    connect: async () => ({ ...a.database, close: async () => undefined }),
  })
  cookie = await ownerCookie(a)
})
afterAll(async () => {
  await b.close()
  await a.close()
  await server.stop()
})
beforeEach(() => server.fail(undefined))

function upload(site: TestSite, url: string, file: Buffer) {
  const edge = 'an-edge'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return site.app.inject({
    method: 'POST',
    url,
    headers: {
      cookie,
      'accept': 'application/json',
      'origin': ownOrigin,
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
}

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#2050c0' } })
    .png()
    .toBuffer()

test('an image uploaded to one host is served by the other, also in ranges', async () => {
  const reply = await upload(a, '/api/owner/content/artists/atlas-swade/image', await picture(900))
  expect(reply.statusCode, reply.body).toBe(200)
  const { value } = reply.json<{ value: string }>()
  const [here, there] = [await a.app.inject(value), await b.app.inject(value)]
  expect(there.statusCode).toBe(200)
  expect(there.rawPayload.equals(here.rawPayload)).toBe(true)
  expect(there.headers['content-type']).toBe('image/webp')
  const part = await b.app.inject({ url: value, headers: { range: 'bytes=4-9' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 4-9/${here.rawPayload.length}`])
  expect(part.rawPayload.equals(here.rawPayload.subarray(4, 10))).toBe(true)
  expect(
    server.requests().filter((line) => line.includes('/incoming/')),
    'only what is kept is sent',
  ).toEqual([])
})

test('a track submitted to one host is analyzed by a worker on the other', async () => {
  const reply = await send(b.app, musicOf(306), { from: '198.51.100.1', fields: { song_title: 'From B' } })
  expect(reply.statusCode, reply.body).toBe(200)
  await a.jobs.runNow('submissions.check')
  const token = reply.json<{ status_url: string }>().status_url.split('/').at(-1)!
  expect(await b.services.submissions.status(token)).toMatchObject({ state: 'in_review' })
})

test('a free book is read and downloaded from both hosts, whichever imported it', async () => {
  const id = a.services.books.list().find((book) => book.isFree)!.id
  for (const site of [a, b]) {
    // The first request imports the book, which may take longer than a visitor waits.
    await expect
      .poll(async () => (await site.app.inject(`/api/books/${id}/pdf`)).statusCode, { timeout: 90_000 })
      .toBe(200)
    const pdf = await site.app.inject(`/api/books/${id}/pdf`)
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const { edition } = (await site.app.inject(readerPath(id))).json<{ edition: string }>()
    expect((await site.app.inject(pageImagePath(id, edition, 2, 408))).statusCode).toBe(200)
  }
  expect(await a.storage.list(`editions/${id}/`)).toHaveLength(1)
}, 120_000)

test('without the bucket, an upload is rejected with 503 and leaves nothing, and the owner is notified', async () => {
  const before = await a.storage.list('')
  const rows = async () => (await a.database.pool.query('SELECT FROM submissions')).rowCount
  const known = await rows()
  server.fail({ kind: 'down' })
  const track = await send(b.app, musicOf(200), { from: '198.51.100.2' })
  expect(track.statusCode, track.body).toBe(503)
  const image = await upload(a, '/api/owner/content/artists/nova-swade/image', await picture(700))
  expect(image.statusCode, image.body).toBe(503)
  expect(image.json<{ detail: string }>().detail).toContain('file storage')
  expect((await a.app.inject('/healthz')).statusCode).toBe(200)
  const { items } = await a.services.inbox.list()
  expect(items.find(({ key }) => key === 'storage:unreachable')?.detail).toContain('does not respond')
  server.fail(undefined)
  await expect.poll(() => a.storage.list('').catch(() => undefined)).toEqual(before)
  expect(await rows()).toBe(known)
})

test('a bucket without space rejects uploads with 503 and leaves nothing', async () => {
  const before = await b.storage.list('')
  server.fail({ kind: 'refuse', status: 507, code: 'InsufficientStorage', matches: /^PUT/ })
  const track = await send(b.app, musicOf(210), { from: '198.51.100.3' })
  expect([track.statusCode, track.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
  const image = await upload(a, '/api/owner/content/artists/nova-swade/image', await picture(650))
  expect([image.statusCode, image.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
  server.fail(undefined)
  expect(await b.storage.list('')).toEqual(before)
})

test('a lost original is an action item that names it', async () => {
  const reply = await send(b.app, musicOf(220), { from: '198.51.100.4', fields: { song_title: 'Lost at sea' } })
  expect(reply.statusCode, reply.body).toBe(200)
  const { rows } = await a.database.pool.query<{ key: string }>(
    `SELECT audio_key AS key FROM submissions WHERE song_title = 'Lost at sea'`,
  )
  await a.storage.delete(rows[0]!.key)
  const { items } = await b.services.inbox.list()
  const item = items.find(({ title }) => title.includes('Lost at sea') && title.includes('missing'))
  expect(item).toMatchObject({ severity: 'promise', detail: expect.stringContaining(rows[0]!.key) })
})
