import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { openStorage } from './open-storage.ts'
import type { S3Limits } from './s3-client.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.stop())

const text = { contentType: 'text/plain' }
let tests = 0

// Each test has a folder of its own in the bucket.
describe.each(['disk', 's3'] as const)('storage on %s', (kind) => {
  async function freshStorage(limits: Partial<S3Limits> = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'storage-'))
    const config = { ...readConfig(kind === 's3' ? server.environment : {}), DATA_DIR: folder }
    const storage = await openStorage({ config, log: console, limits })
    onTestFinished(async () => {
      storage.close()
      await rm(folder, { recursive: true, force: true })
    })
    tests += 1
    return { storage, at: `test-${tests}` }
  }
  const read = async (stream: Promise<Readable>) => buffer(await stream)

  test('a stored file is read back with its size, hash and type', async () => {
    const { storage, at } = await freshStorage()
    const content = Buffer.alloc(300_000, 'swade')
    const parts = Readable.from([content.subarray(0, 70_000), content.subarray(70_000)])
    const stored = await storage.put(`${at}/01.mp3`, parts, { contentType: 'audio/mpeg' })
    expect(stored).toEqual({ bytes: 300_000, sha256: createHash('sha256').update(content).digest('hex') })
    expect(await storage.stat(`${at}/01.mp3`)).toMatchObject({ bytes: 300_000, contentType: 'audio/mpeg' })
    expect((await read(storage.open(`${at}/01.mp3`))).equals(content)).toBe(true)
    const original = await storage.openStored(`${at}/01.mp3`)
    expect(original.facts).toMatchObject({ bytes: 300_000, contentType: 'audio/mpeg' })
    expect((await buffer(original.content)).equals(content)).toBe(true)
    await expect(storage.openStored(`${at}/missing.mp3`)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a file larger than one part or the cache limit is stored completely, and read in ranges', async () => {
    const { storage, at } = await freshStorage({ singleBytes: 1024 * 1024 })
    // Three parts for a bucket, the last one shorter.
    const content = Buffer.alloc(18 * 1024 * 1024 + 17)
    for (let i = 0; i < content.length; i += 4096) content.writeUInt32BE(i, i)
    const stored = await storage.put(`${at}/large.bin`, content, { contentType: 'video/webm' })
    expect(stored).toEqual({ bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    const other = (await freshStorage()).storage
    const whole = kind === 's3' ? other : storage
    expect(await whole.stat(`${at}/large.bin`)).toMatchObject({ bytes: content.length, contentType: 'video/webm' })
    for (const [start, end] of [
      [0, 10],
      [7_000_000, 17_000_000],
      [content.length - 5, content.length - 1],
    ] as const) {
      const part = await read(whole.open(`${at}/large.bin`, { start, end }))
      expect(part.equals(content.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
    }
    expect((await read(whole.open(`${at}/large.bin`))).equals(content)).toBe(true)
  })

  test('a range is read with both its ends', async () => {
    const { storage, at } = await freshStorage()
    await storage.put(`${at}/a.txt`, Buffer.from('0123456789'), text)
    expect((await read(storage.open(`${at}/a.txt`, { start: 2, end: 4 }))).toString()).toBe('234')
    expect((await read(storage.open(`${at}/a.txt`, { start: 7 }))).toString()).toBe('789')
    expect((await read(storage.open(`${at}/a.txt`, { start: 0, end: 0 }))).toString()).toBe('0')
  })

  test('an empty file is a file', async () => {
    const { storage, at } = await freshStorage()
    expect(await storage.put(`${at}/empty`, Buffer.alloc(0), text)).toMatchObject({ bytes: 0 })
    expect(await storage.stat(`${at}/empty`)).toMatchObject({ bytes: 0 })
    expect(await read(storage.open(`${at}/empty`))).toHaveLength(0)
    expect(await storage.withFile(`${at}/empty`, (path) => readFile(path))).toHaveLength(0)
  })

  test('storing again replaces the file, while a reader of the old one keeps it', async () => {
    const { storage, at } = await freshStorage()
    await storage.put(`${at}/a.txt`, Buffer.from('old'), text)
    const reader = await storage.open(`${at}/a.txt`)
    await storage.put(`${at}/a.txt`, Buffer.from('new'), text)
    expect((await buffer(reader)).toString()).toBe('old')
    expect((await read(storage.open(`${at}/a.txt`))).toString()).toBe('new')
  })

  test('a file is lent to programs that need a path, but only while it exists', async () => {
    const { storage, at } = await freshStorage()
    await storage.put(`${at}/a.txt`, Buffer.from('lent'), text)
    expect(await storage.withFile(`${at}/a.txt`, (path) => readFile(path, 'utf8'))).toBe('lent')
    await expect(storage.withFile(`${at}/a.txt`, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    await storage.delete(`${at}/a.txt`)
    await expect(storage.withFile(`${at}/a.txt`, async () => 'never')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('files are listed by prefix with their sizes, and deleted ones are gone', async () => {
    const { storage, at } = await freshStorage()
    for (const key of ['b/2.txt', 'b/1.txt', 'a.txt', 'a/b/c.txt'])
      await storage.put(`${at}/${key}`, Buffer.from(key), text)
    const keys = (prefix: string) => storage.list(prefix)
    expect(await keys(`${at}/`)).toEqual(['a.txt', 'a/b/c.txt', 'b/1.txt', 'b/2.txt'].map((key) => `${at}/${key}`))
    expect(await keys(`${at}/b/`)).toEqual([`${at}/b/1.txt`, `${at}/b/2.txt`])
    const sizes: Record<string, number> = {}
    for await (const { key, bytes } of storage.listFiles(`${at}/a`)) sizes[key] = bytes
    expect(sizes).toEqual({
      [`${at}/a.txt`]: 5,
      [`${at}/a/b/c.txt`]: 9,
    })
    for (const key of ['b/1.txt', 'b/1.txt', 'never/there.txt']) await storage.delete(`${at}/${key}`)
    expect(await keys(`${at}/b/`)).toEqual([`${at}/b/2.txt`])
    expect(await storage.stat(`${at}/b/1.txt`)).toBeUndefined()
    await expect(storage.open(`${at}/b/1.txt`)).rejects.toMatchObject({
      code: 'not-found',
      text: { key: 'site.errors.file' },
    })
  })

  test.each(['', '..', '../etc/passwd', '/etc/passwd', 'a//b', 'a\0b', 'A.txt', 'a@type', `${'a'.repeat(201)}`])(
    'the key %j is rejected everywhere',
    async (key) => {
      const { storage } = await freshStorage()
      const refusal = { code: 'invalid-input', message: 'Invalid file name.' }
      await expect(storage.put(key, Buffer.from('x'), text)).rejects.toMatchObject(refusal)
      await expect(storage.open(key)).rejects.toMatchObject(refusal)
      await expect(storage.stat(key)).rejects.toMatchObject(refusal)
      await expect(storage.withFile(key, async () => 1)).rejects.toMatchObject(refusal)
      await expect(storage.delete(key)).rejects.toMatchObject(refusal)
    },
  )

  test('an interrupted upload leaves nothing, and the file it would have replaced stays', async () => {
    const { storage, at } = await freshStorage()
    await storage.put(`${at}/a.txt`, Buffer.from('old'), text)
    const broken = () =>
      new Readable({
        read() {
          this.push('half a file')
          queueMicrotask(() => this.destroy(new Error('client hung up')))
        },
      })
    for (const key of [`${at}/a.txt`, `${at}/b.txt`])
      await expect(storage.put(key, broken(), text)).rejects.toThrow('client hung up')
    expect((await read(storage.open(`${at}/a.txt`))).toString()).toBe('old')
    expect(await storage.list(`${at}/`)).toEqual([`${at}/a.txt`])
  })

  test('a received file can be read before it is stored, and is no longer a draft afterwards', async () => {
    const { storage, at } = await freshStorage()
    const content = Buffer.alloc(300_000, 'received')
    const sha256 = createHash('sha256').update(content).digest('hex')
    const file = await storage.receive(Readable.from([content]))
    expect(file).toMatchObject({ bytes: content.length, sha256 })
    expect((await readFile(file.path)).equals(content)).toBe(true)
    expect(await storage.list(`${at}/`)).toEqual([])
    await storage.put(`${at}/a.txt`, Buffer.from('old'), text)
    expect(await storage.put(`${at}/a.txt`, file, { contentType: 'audio/mpeg' })).toEqual({
      bytes: content.length,
      sha256,
    })
    await file.discard()
    expect((await read(storage.open(`${at}/a.txt`))).equals(content)).toBe(true)
    expect(await storage.stat(`${at}/a.txt`)).toMatchObject({ bytes: content.length, contentType: 'audio/mpeg' })
    await expect(readFile(file.path)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a received file that is discarded or rejected is not stored', async () => {
    const { storage, at } = await freshStorage()
    const discarded = await storage.receive(Readable.from([Buffer.from('discarded')]))
    await discarded.discard()
    await expect(readFile(discarded.path)).rejects.toMatchObject({ code: 'ENOENT' })
    const refused = await storage.receive(Readable.from([Buffer.from('refused')]))
    await expect(storage.put('../a.txt', refused, text)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await readFile(refused.path, 'utf8'), 'kept for another try').toBe('refused')
    await storage.put(`${at}/a.txt`, refused, text)
    expect(await storage.list(`${at}/`)).toEqual([`${at}/a.txt`])
    const broken = new Readable({ read: () => undefined })
    const receiving = storage.receive(broken)
    broken.push('half')
    setImmediate(() => broken.destroy(new Error('client hung up')))
    await expect(receiving).rejects.toThrow('client hung up')
  })

  test('twenty concurrent uploads of one key leave one complete file', async () => {
    const { storage, at } = await freshStorage()
    const contents = Array.from({ length: 20 }, (_, i) => Buffer.alloc(50_000, i))
    await Promise.all(contents.map((content) => storage.put(`${at}/same.bin`, content, text)))
    const result = await read((await (kind === 's3' ? freshStorage() : { storage })).storage.open(`${at}/same.bin`))
    expect(contents.some((content) => content.equals(result))).toBe(true)
  })

  test('a storage that works passes its check', async () => {
    const { storage } = await freshStorage()
    await expect(storage.check()).resolves.toBeUndefined()
  })
})
