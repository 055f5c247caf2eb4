import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
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
