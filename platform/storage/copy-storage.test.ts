import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { copyStorage, verifyStorage } from './copy-storage.ts'
import { openStorage } from './open-storage.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.stop())
beforeEach(() => server.fail(undefined))

async function openBoth() {
  const open = async (kind: 'disk' | 's3') => {
    const folder = await mkdtemp(join(tmpdir(), 'copy-'))
    const storage = await openStorage({
      config: { ...readConfig(server.environment), DATA_DIR: folder },
      log: console,
      kind,
    })
    onTestFinished(async () => {
      storage.close()
      await rm(folder, { recursive: true, force: true })
    })
    return { storage, folder }
  }
  const [disk, s3, empty] = [await open('disk'), await open('s3'), await open('disk')]
  for (const key of await s3.storage.list('')) await s3.storage.delete(key)
  const lines: string[] = []
  return { disk, s3: s3.storage, empty: empty.storage, lines, print: (line: string) => void lines.push(line) }
}

const files: Record<string, [Buffer, string]> = {
  'editions/a/0.pdf': [randomBytes(10_000), 'application/pdf'],
  'films/large.webm': [randomBytes(9 * 1024 * 1024), 'video/webm'],
  'posters/empty': [Buffer.alloc(0), 'image/webp'],
}

test('files move to the bucket and back with their types, and a second copy skips them', async () => {
  const { disk, s3, empty, print } = await openBoth()
  for (const [key, [content, contentType]] of Object.entries(files))
    await disk.storage.put(key, content, { contentType })
  const bytes = 10_000 + 9 * 1024 * 1024
  expect(await copyStorage(disk.storage, s3, { print })).toEqual({ copied: 3, skipped: 0, failed: 0, bytes })
  expect(await copyStorage(disk.storage, s3, { print })).toEqual({ copied: 0, skipped: 3, failed: 0, bytes: 0 })
  expect(await copyStorage(s3, empty, { print })).toEqual({ copied: 3, skipped: 0, failed: 0, bytes })
  for (const [key, [content, contentType]] of Object.entries(files)) {
    expect(await empty.stat(key)).toMatchObject({ contentType })
    expect((await buffer(await empty.open(key))).equals(content), key).toBe(true)
  }
  expect(await verifyStorage(s3, { print })).toEqual({ files: 3, bytes, damaged: [] })
})

test('a copy that was stopped is resumed, and a changed file is copied again', async () => {
  const { disk, s3, lines, print } = await openBoth()
  for (const name of ['a', 'b', 'c']) await disk.storage.put(`x/${name}`, Buffer.from(name), { contentType: 'a/b' })
  server.fail({ kind: 'refuse', status: 507, code: 'InsufficientStorage', matches: /^PUT .*\/[bc]\?/ })
  expect(await copyStorage(disk.storage, s3, { print })).toMatchObject({ copied: 1, failed: 2 })
  expect(lines).toEqual([
    expect.stringMatching(/^x\/b: .*out of space/),
    expect.stringMatching(/^x\/c: .*out of space/),
  ])
  server.fail(undefined)
  await disk.storage.put('x/a', Buffer.from('A'), { contentType: 'a/b' })
  expect(await copyStorage(disk.storage, s3, { print })).toMatchObject({ copied: 3, skipped: 0, failed: 0 })
  expect((await buffer(await s3.open('x/a'))).toString()).toBe('A')
})

test('a damaged file is found by its hash', async () => {
  const { disk, lines, print } = await openBoth()
  const content = randomBytes(1_000)
  const { sha256 } = await disk.storage.put('editions/a/any', content, { contentType: 'application/pdf' })
  const key = `editions/a/${sha256}.pdf`
  await disk.storage.put(key, content, { contentType: 'application/pdf' })
  await disk.storage.delete('editions/a/any')
  expect(await verifyStorage(disk.storage, { print })).toMatchObject({ files: 1, damaged: [] })
  await writeFile(join(disk.folder, 'files', key), 'rotten')
  expect(await verifyStorage(disk.storage, { print })).toMatchObject({ files: 1, damaged: [key] })
  expect(lines.at(-1)).toMatch(new RegExp(`^${key}: It has the hash [0-9a-f]{64} instead of ${sha256}`))
})

test('a file that was damaged in the bucket is found although the local copy is good', async () => {
  const { s3, lines, print } = await openBoth()
  const good = randomBytes(1_000)
  // Content of a file with a copy, of one with the same length, and of one that is too large for a copy.
  const damages: Record<string, [Buffer, Buffer]> = {
    'pages/a/changed.webp': [good, randomBytes(1_000)],
    'pages/a/cut.webp': [good, good.subarray(0, 400)],
    'pages/a/emptied.webp': [good, Buffer.alloc(0)],
    'pages/a/large.bin': [randomBytes(9 * 1024 * 1024), randomBytes(9 * 1024 * 1024)],
  }
  await s3.put('pages/a/good.webp', good, { contentType: 'image/webp' })
  for (const [key, [content, damaged]] of Object.entries(damages)) {
    const { sha256 } = await s3.put(key, content, { contentType: 'image/webp' })
    await overwrite(key, damaged, sha256)
    expect((await buffer(await s3.open(key))).equals(content), `the copy of ${key}`).toBe(true)
  }
  expect(await verifyStorage(s3, { print })).toMatchObject({ files: 5, damaged: Object.keys(damages) })
  expect(lines).toEqual(Object.keys(damages).map((key) => expect.stringMatching(`^${key}: It has the hash`)))
})

test('verifying reads every file once from the bucket, also those that this process has just stored', async () => {
  const { s3, print } = await openBoth()
  for (const name of ['a', 'b']) await s3.put(`pages/v/${name}`, Buffer.from(name), { contentType: 'a/b' })
  const before = server.requests().length
  expect(await verifyStorage(s3, { print })).toEqual({ files: 2, bytes: 2, damaged: [] })
  const requests = server.requests().slice(before)
  expect(requests.filter((line) => /^(GET|HEAD) \/swade\/pages\//.test(line))).toEqual([
    expect.stringMatching(/^GET .*pages\/v\/a/),
    expect.stringMatching(/^GET .*pages\/v\/b/),
  ])
})

/** Replaces the content of a stored file but not its hash, like a failing disk of the storage. */
async function overwrite(key: string, content: Buffer, sha256: string): Promise<void> {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = server.environment
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  await client.send(new PutObjectCommand({ Bucket: S3_BUCKET, Key: key, Body: content, Metadata: { sha256 } }))
  client.destroy()
}
