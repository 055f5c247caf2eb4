import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { isFullDisk } from './full-disk.ts'
import type { S3Limits } from './s3-client.ts'
import { openS3Storage } from './s3-storage.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.stop())
beforeEach(() => server.fail(undefined))

const text = { contentType: 'text/plain' }
const quick = { connectMs: 1_000, answerMs: 1_000, idleMs: 1_000, outageMs: 0 }
const read = async (stream: Promise<Readable>) => buffer(await stream)
let tests = 0

/** Opens the storage like another host. */
async function openHost({
  cacheMegabytes = 64,
  secret,
  bucket,
  limits = {},
  cacheDir,
}: {
  cacheMegabytes?: number
  secret?: string
  bucket?: string
  limits?: Partial<S3Limits>
  cacheDir?: string
} = {}) {
  const folder = cacheDir ?? (await mkdtemp(join(tmpdir(), 's3-cache-')))
  const { environment } = server
  const warnings: string[] = []
  const storage = await openS3Storage({
    settings: {
      ...environment,
      S3_BUCKET: bucket ?? environment.S3_BUCKET,
      S3_SECRET_ACCESS_KEY: secret ?? environment.S3_SECRET_ACCESS_KEY,
      S3_CACHE_MEGABYTES: cacheMegabytes,
    },
    cacheDir: folder,
    log: { warn: (_details, message) => warnings.push(message) },
    limits,
  })
  onTestFinished(async () => {
    storage.close()
    await rm(folder, { recursive: true, force: true })
  })
  tests += 1
  return { storage, folder, warnings, at: `test-${tests}` }
}

const countRequests = (method: string, key: string) =>
  server.requests().filter((line) => line.startsWith(`${method} /swade/${key}`)).length

test('a file that one host stores is read by another, with its hash', async () => {
  const [a, b] = [await openHost(), await openHost()]
  const stored = await a.storage.put(`${a.at}/a.txt`, Buffer.from('from A'), text)
  expect(await b.storage.stat(`${a.at}/a.txt`)).toMatchObject({ bytes: 6, sha256: stored.sha256 })
  expect((await read(b.storage.open(`${a.at}/a.txt`))).toString()).toBe('from A')
})

test('a small file is downloaded once for concurrent and later readers', async () => {
  const [a, b] = [await openHost(), await openHost()]
  const key = `${a.at}/page.webp`
  await a.storage.put(key, Buffer.alloc(200_000, 7), text)
  const paths = await Promise.all(Array.from({ length: 8 }, () => b.storage.withFile(key, async (path) => path)))
  expect(new Set(paths).size).toBe(1)
  await read(b.storage.open(key))
  expect(countRequests('GET', key)).toBe(1)
  await read(a.storage.open(key))
  expect(countRequests('GET', key), 'the host that stored it has a copy').toBe(1)
})

test.each([
  ['a page image', 200_000],
  ['a book', 9 * 1024 * 1024],
])('%s without known metadata is read with one request, by one reader or by many', async (_, bytes) => {
  const [a, b, c] = [await openHost(), await openHost(), await openHost()]
  const key = `${a.at}/one.bin`
  const content = randomBytes(bytes)
  await a.storage.put(key, content, text)
  const requests = () => server.requests().filter((line) => line.includes(`/${a.at}/`))
  expect(requests()).toEqual([`PUT /swade/${key}?x-id=PutObject`])
  expect((await read(b.storage.open(key))).equals(content)).toBe(true)
  expect(requests().slice(1)).toEqual([`GET /swade/${key}?x-id=GetObject`])
  const readAll = Array.from({ length: 5 }, () => c.storage.withFile(key, (path) => readFile(path)))
  for (const one of await Promise.all(readAll)) expect(one.equals(content)).toBe(true)
  expect(requests().slice(2)).toEqual([`GET /swade/${key}?x-id=GetObject`])
  await expect(b.storage.open(`${a.at}/missing.bin`)).rejects.toMatchObject({ code: 'not-found' })
  expect(requests().slice(3)).toEqual([`GET /swade/${a.at}/missing.bin?x-id=GetObject`])
})

test('a range is read with one request for the metadata of the file and one for each range', async () => {
  const [a, b] = [await openHost(), await openHost()]
  const key = `${a.at}/chapter.mp3`
  await a.storage.put(key, randomBytes(9 * 1024 * 1024), text)
  await b.storage.stat(key)
  await read(b.storage.open(key, { start: 5, end: 9 }))
  await read(b.storage.open(key, { start: 8_000_000, end: 8_000_009 }))
  expect(countRequests('HEAD', key)).toBe(1)
  expect(countRequests('GET', key)).toBe(2)
})

test('a copy of an earlier run is used, and the file is requested only once', async () => {
  const first = await openHost()
  for (const bytes of [1_000, 9 * 1024 * 1024]) {
    const key = `${first.at}/${bytes}.bin`
    const content = randomBytes(bytes)
    await first.storage.put(key, content, text)
    const next = await openHost({ cacheDir: first.folder })
    expect((await read(next.storage.open(key))).equals(content)).toBe(true)
    expect((await next.storage.withFile(key, (path) => readFile(path))).equals(content)).toBe(true)
    expect(countRequests('GET', key)).toBe(1)
  }
})

test('a large file is streamed without a copy, and lent as one', async () => {
  const [a, b] = [await openHost(), await openHost()]
  const key = `${a.at}/film.webm`
  const content = randomBytes(9 * 1024 * 1024)
  await a.storage.put(key, content, text)
  expect((await read(b.storage.open(key))).equals(content)).toBe(true)
  expect(await readdir(b.folder)).toEqual([])
  expect((await b.storage.withFile(key, (path) => readFile(path))).equals(content)).toBe(true)
  expect(await readdir(b.folder)).toHaveLength(1)
})

test('the cache keeps its limit and evicts the least recently used files', async () => {
  const { storage, folder, at } = await openHost({ cacheMegabytes: 1 })
  const part = 300 * 1024
  for (const name of ['a', 'b', 'c']) await storage.put(`${at}/${name}`, randomBytes(part), text)
  await read(storage.open(`${at}/a`))
  await storage.put(`${at}/d`, randomBytes(part), text)
  expect(await readdir(folder)).toHaveLength(3)
  const before = countRequests('GET', `${at}/a`)
  await read(storage.open(`${at}/a`))
  expect(countRequests('GET', `${at}/a`), 'used recently').toBe(before)
  await read(storage.open(`${at}/b`))
  expect(countRequests('GET', `${at}/b`), 'evicted').toBe(1)
  const content = randomBytes(2 * 1024 * 1024)
  await storage.put(`${at}/larger`, content, text)
  expect((await storage.withFile(`${at}/larger`, (path) => readFile(path))).equals(content)).toBe(true)
})

test('a copy of another run is verified by its hash, and replaced when it is damaged', async () => {
  const first = await openHost()
  const key = `${first.at}/a.txt`
  const { sha256 } = await first.storage.put(key, Buffer.from('whole'), text)
  await writeFile(join(first.folder, sha256), 'wrong')
  const next = await openHost({ cacheDir: first.folder })
  expect((await read(next.storage.open(key))).toString()).toBe('whole')
  expect(countRequests('GET', key)).toBe(1)
})

test.each([9 * 1024 * 1024, 1_000])(
  'a file of %d bytes that another host has just replaced is read in its new version',
  async (bytes) => {
    const [a, b] = [await openHost(), await openHost()]
    const key = `${a.at}/poster.webp`
    const [old, current] = [randomBytes(bytes), randomBytes(bytes + 1)]
    // A server that supports If-Match refuses the replaced version; the server of the tests ignores the header.
    const refusal = { kind: 'refuse', status: 412, code: 'PreconditionFailed', matches: /^GET .*poster/ } as const
    for (const load of [() => read(b.storage.open(key)), () => b.storage.withFile(key, (path) => readFile(path))]) {
      await a.storage.put(key, old, text)
      expect((await b.storage.stat(key))?.bytes).toBe(bytes)
      await a.storage.put(key, current, text)
      if (!process.env['TEST_S3_ENDPOINT']) server.fail({ ...refusal, times: 1 })
      expect((await load()).equals(current)).toBe(true)
      server.fail(undefined)
      await b.storage.delete(key)
    }
    await a.storage.put(key, randomBytes(bytes), text)
    server.fail(refusal)
    await expect(
      b.storage.withFile(key, async () => 'read'),
      'replaced again and again',
    ).rejects.toMatchObject({
      code: 'unavailable',
    })
  },
)

test('an interrupted download continues where it stopped', async () => {
  const [a, b] = [await openHost(), await openHost()]
  const key = `${a.at}/film.webm`
  const content = randomBytes(9 * 1024 * 1024)
  await a.storage.put(key, content, text)
  server.fail({ kind: 'cut-answer', afterBytes: 3_000_000, matches: /^GET .*film/, times: 2 })
  expect((await read(b.storage.open(key))).equals(content)).toBe(true)
  server.fail({ kind: 'cut-answer', afterBytes: 1_000_000, matches: /^GET .*film/, times: 1 })
  const part = await read(b.storage.open(key, { start: 1_000, end: 5_000_000 }))
  expect(part.equals(content.subarray(1_000, 5_000_001))).toBe(true)
  server.fail({ kind: 'cut-answer', afterBytes: 10, matches: /^GET .*film/ })
  await expect(read(b.storage.open(key))).rejects.toBeInstanceOf(Error)
})

test.each([
  ['down', { kind: 'down' }],
  ['silent', { kind: 'silent' }],
  ['failing', { kind: 'refuse', status: 503, code: 'SlowDown' }],
] as const)('while the storage is %s, calls fail as unavailable and work again afterwards', async (_, fault) => {
  const { storage, at } = await openHost({ limits: quick })
  await storage.put(`${at}/old.txt`, Buffer.from('old'), text)
  const other = (await openHost({ limits: quick })).storage
  server.fail(fault)
  const unavailable = { code: 'unavailable', status: 503, retryAfterSeconds: 30, text: { key: 'site.errors.storage' } }
  // Two concurrent readers of one file would share a request.
  const readInTurn = async () => {
    await expect(other.open(`${at}/old.txt`)).rejects.toMatchObject(unavailable)
    await expect(other.withFile(`${at}/old.txt`, async () => 1)).rejects.toMatchObject(unavailable)
  }
  // Concurrently, since each of them waits until the timeout.
  await Promise.all([
    expect(storage.put(`${at}/new.txt`, Buffer.from('new'), text)).rejects.toMatchObject(unavailable),
    expect(other.stat(`${at}/old.txt`)).rejects.toMatchObject(unavailable),
    readInTurn(),
    expect(other.delete(`${at}/old.txt`)).rejects.toMatchObject(unavailable),
    expect(other.list(at)).rejects.toMatchObject(unavailable),
    expect(other.check()).rejects.toThrow(/^The object storage at 127\.0\.0\.1:\d+ (does not respond|failed with 503)/),
  ])
  expect((await read(storage.open(`${at}/old.txt`))).toString(), 'from the cache').toBe('old')
  server.fail(undefined)
  expect(await storage.list(`${at}/`)).toEqual([`${at}/old.txt`])
  expect((await read(other.open(`${at}/old.txt`))).toString()).toBe('old')
})

test('after a failed connection, reads fail at once for a while', async () => {
  const { storage, at } = await openHost({ limits: { outageMs: 60_000 } })
  server.fail({ kind: 'down' })
  await expect(storage.stat(`${at}/a.txt`)).rejects.toMatchObject({ code: 'unavailable' })
  const before = server.requests().length
  await expect(storage.stat(`${at}/a.txt`)).rejects.toMatchObject({ code: 'unavailable' })
  expect(server.requests()).toHaveLength(before)
})

test('a full storage is reported like a full disk, and stores nothing', async () => {
  const { storage, folder, at } = await openHost()
  for (const fault of [
    { status: 507, code: 'InsufficientStorage' },
    { status: 403, code: 'QuotaExceeded' },
  ]) {
    server.fail({ kind: 'refuse', ...fault, matches: /^P/ })
    for (const bytes of [1_000, 9 * 1024 * 1024]) {
      const error = await storage.put(`${at}/a.bin`, randomBytes(bytes), text).catch((cause: unknown) => cause)
      expect(error).toMatchObject({ code: 'unavailable', text: { key: 'site.errors.diskFull' } })
      expect(isFullDisk(error)).toBe(true)
    }
  }
  server.fail(undefined)
  expect(await storage.list(`${at}/`)).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

test.each([1_000, 20 * 1024 * 1024])('an upload of %d bytes whose connection is cut stores nothing', async (bytes) => {
  // The larger file is sent in three parts, two at a time.
  const { storage, at } = await openHost({ limits: { outageMs: 0, singleBytes: 1024 * 1024 } })
  server.fail({ kind: 'cut-upload', matches: /^PUT/ })
  await expect(storage.put(`${at}/a.bin`, randomBytes(bytes), text)).rejects.toMatchObject({ code: 'unavailable' })
  server.fail(undefined)
  expect(await storage.list(`${at}/`)).toEqual([])
  expect(await storage.stat(`${at}/a.bin`)).toBeUndefined()
})

test('invalid settings are reported with instructions', async () => {
  const wrongSecret = await openHost({ secret: 'canary' })
  const refusal = await wrongSecret.storage.check().catch((error: unknown) => error)
  expect(String(refusal)).toMatch(
    /refused the credentials \(SignatureDoesNotMatch\)\. Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
  )
  expect(inspect(refusal, { depth: null })).not.toContain('canary')
  await expect(wrongSecret.storage.put('a/b.txt', Buffer.from('x'), text)).rejects.toMatchObject({
    code: 'unavailable',
  })
  const wrongBucket = await openHost({ bucket: 'nowhere' })
  await expect(wrongBucket.storage.check()).rejects.toThrow(/“nowhere” does not exist.*Create it, or change S3_BUCKET/)
  await expect(wrongBucket.storage.open('a/b.txt')).rejects.toMatchObject({
    code: expect.stringMatching(/un|not-found/),
  })
})

test('more files than one listing contains are all listed', async () => {
  const { storage, at } = await openHost({ limits: { listedAtOnce: 3 } })
  const names = Array.from({ length: 10 }, (_, i) => `${at}/${i}`)
  for (const key of names) await storage.put(key, Buffer.from('x'), text)
  expect(await storage.list(`${at}/`)).toEqual(names)
})

test('recent files without a row stay', async () => {
  const { storage, at } = await openHost()
  await storage.put(`${at}/young.txt`, Buffer.from('x'), text)
  expect(await storage.collectGarbage(() => false)).toBe(0)
  expect(await storage.list(`${at}/`)).toEqual([`${at}/young.txt`])
})

test('a file of another program is served by its length, without a hash', async () => {
  const { storage, at } = await openHost()
  const { S3Client, PutObjectCommand } = await import('@aws-sdk/client-s3')
  const { environment } = server
  const client = new S3Client({
    endpoint: environment.S3_ENDPOINT,
    region: environment.S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: environment.S3_ACCESS_KEY_ID, secretAccessKey: environment.S3_SECRET_ACCESS_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  await client.send(new PutObjectCommand({ Bucket: environment.S3_BUCKET, Key: `${at}/a.txt`, Body: 'foreign' }))
  client.destroy()
  expect((await read(storage.open(`${at}/a.txt`, { start: 0, end: 3 }))).toString()).toBe('fore')
  expect(await storage.withFile(`${at}/a.txt`, (path) => readFile(path, 'utf8'))).toBe('foreign')
  expect(createHash('sha256').update('foreign').digest('hex')).toHaveLength(64)
})
