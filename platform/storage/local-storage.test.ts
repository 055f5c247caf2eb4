import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { localStorage } from './local-storage.ts'
import { isStorageKey } from './storage.ts'

async function freshStorage() {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, storage: await localStorage(folder) }
}

const text = { contentType: 'text/plain' }

test('a stored file is read back with its size, hash and type', async () => {
  const { storage } = await freshStorage()
  const content = Buffer.alloc(300_000, 'swade')
  const stored = await storage.put(
    'tracks/01.mp3',
    Readable.from([content.subarray(0, 70_000), content.subarray(70_000)]),
    {
      contentType: 'audio/mpeg',
    },
  )
  expect(stored).toEqual({ bytes: 300_000, sha256: createHash('sha256').update(content).digest('hex') })
  expect(await storage.stat('tracks/01.mp3')).toMatchObject({ bytes: 300_000, contentType: 'audio/mpeg' })
  expect((await buffer(await storage.open('tracks/01.mp3'))).equals(content)).toBe(true)
})

test('a range is read with both its ends', async () => {
  const { storage } = await freshStorage()
  await storage.put('a.txt', Buffer.from('0123456789'), text)
  expect((await buffer(await storage.open('a.txt', { start: 2, end: 4 }))).toString()).toBe('234')
  expect((await buffer(await storage.open('a.txt', { start: 7 }))).toString()).toBe('789')
})

test('storing again replaces the file while an open reader keeps the old one', async () => {
  const { storage } = await freshStorage()
  await storage.put('a.txt', Buffer.from('old'), text)
  const reader = await storage.open('a.txt')
  await storage.put('a.txt', Buffer.from('new'), text)
  expect((await buffer(reader)).toString()).toBe('old')
  expect((await buffer(await storage.open('a.txt'))).toString()).toBe('new')
})

test('keys are listed by prefix and deleted files are gone', async () => {
  const { storage } = await freshStorage()
  for (const key of ['b/2.txt', 'b/1.txt', 'a.txt']) await storage.put(key, Buffer.from(key), text)
  expect(await storage.list('')).toEqual(['a.txt', 'b/1.txt', 'b/2.txt'])
  expect(await storage.list('b/')).toEqual(['b/1.txt', 'b/2.txt'])
  for (const key of ['z.txt', 'a/b/c.txt']) await storage.put(key, Buffer.from(key), text)
  const all = ['a.txt', 'a/b/c.txt', 'b/1.txt', 'b/2.txt', 'z.txt']
  expect(await storage.list(''), 'by their letters, however deep').toEqual(all)
  await storage.delete('b/1.txt')
  await storage.delete('b/1.txt')
  await storage.delete('never/there.txt')
  expect(await storage.list('b/')).toEqual(['b/2.txt'])
  expect(await storage.stat('b/1.txt')).toBeUndefined()
  await expect(storage.open('b/1.txt')).rejects.toMatchObject({ code: 'not-found' })
})

test('a folder is not a file, and a file is no folder', async () => {
  const { storage } = await freshStorage()
  await storage.put('b/1.txt', Buffer.from('x'), text)
  expect(await storage.stat('b')).toBeUndefined()
  await expect(storage.open('b')).rejects.toMatchObject({ code: 'not-found', text: { key: 'site.errors.file' } })
  expect(await storage.stat('b/1.txt/2.txt')).toBeUndefined()
  await expect(storage.open('b/1.txt/2.txt')).rejects.toMatchObject({ code: 'not-found' })
})

test('a disk that cannot be read is not reported as a missing file', async () => {
  const { folder, storage } = await freshStorage()
  await symlink('round.txt', join(folder, 'round.txt'))
  await expect(storage.stat('round.txt')).rejects.toMatchObject({ code: 'ELOOP' })
  await expect(storage.open('round.txt')).rejects.toMatchObject({ code: 'ELOOP' })
})

test('a file whose type was lost is sent as bytes of unknown type', async () => {
  const { folder, storage } = await freshStorage()
  await writeFile(join(folder, 'a.txt'), 'x')
  expect(await storage.stat('a.txt')).toMatchObject({ bytes: 1, contentType: 'application/octet-stream' })
})

test('a store uses an existing folder, or creates every folder above it', async () => {
  const { folder } = await freshStorage()
  await mkdir(join(folder, 'there'))
  for (const path of ['there', 'there', 'nowhere/yet'])
    await (await localStorage(join(folder, path))).put('a.txt', Buffer.from('x'), text)
  expect((await stat(join(folder, 'nowhere/yet/.drafts'))).mode & 0o077).toBe(0)
})

test('a key has at most 200 letters and eight segments', () => {
  expect(isStorageKey('a'.repeat(200))).toBe(true)
  expect(isStorageKey('a/b/c/d/e/f/g/h')).toBe(true)
})

test.each([
  '',
  '.',
  '..',
  '../etc/passwd',
  'a/../b',
  'a/..',
  '/etc/passwd',
  'a//b',
  'a/',
  '.hidden',
  'a/.drafts/x',
  '.drafts/x',
  'a\0b',
  'a\\..\\b',
  '..%2fb',
  '%2e%2e/b',
  'A.txt',
  'a b',
  'a@type',
  'ä.txt',
  'a\n',
  'a.',
  '~',
  'c:x',
  `${'a'.repeat(201)}`,
  'a/b/c/d/e/f/g/h/i',
])('the key %j is rejected everywhere', async (key) => {
  const { storage } = await freshStorage()
  expect(isStorageKey(key)).toBe(false)
  const refusal = { code: 'invalid-input', message: 'Invalid file name.' }
  await expect(storage.put(key, Buffer.from('x'), text)).rejects.toMatchObject(refusal)
  await expect(storage.open(key)).rejects.toMatchObject(refusal)
  await expect(storage.stat(key)).rejects.toMatchObject(refusal)
  await expect(storage.delete(key)).rejects.toMatchObject(refusal)
})

test('an interrupted upload leaves nothing, and the file it would have replaced stays', async () => {
  const { folder, storage } = await freshStorage()
  await storage.put('a.txt', Buffer.from('old'), text)
  const broken = new Readable({
    read() {
      this.push('half a file')
      queueMicrotask(() => this.destroy(new Error('client hung up')))
    },
  })
  await expect(storage.put('a.txt', broken, text)).rejects.toThrow('client hung up')
  expect((await buffer(await storage.open('a.txt'))).toString()).toBe('old')
  expect(await readdir(join(folder, '.drafts'))).toEqual([])
})

test('garbage collection removes partial files of a crash and unreferenced files, but no file that is being written', async () => {
  const { folder, storage } = await freshStorage()
  await storage.put('kept/1.txt', Buffer.from('kept'), text)
  await storage.put('orphans/1.txt', Buffer.from('orphan'), text)
  await writeFile(join(folder, '.drafts', 'left-by-a-crash'), 'half')
  await writeFile(join(folder, '.drafts', 'left-by-another'), 'half')
  await writeFile(join(folder, 'kept', 'never-finished.txt@type'), 'text/plain')
  const longAgo = new Date(Date.now() - 2 * 3600_000)
  for (const path of ['.drafts/left-by-a-crash', '.drafts/left-by-another', 'kept/never-finished.txt@type'])
    await utimes(join(folder, path), longAgo, longAgo)
  const beingWritten = ['.drafts/by-another-process', 'kept/2.txt@type']
  for (const path of beingWritten) await writeFile(join(folder, path), 'text')
  expect(await storage.collectGarbage(async (key) => key.startsWith('kept/'))).toBe(3)
  expect(await storage.list('')).toEqual(['kept/1.txt'])
  expect(await storage.stat('kept/1.txt')).toMatchObject({ contentType: 'text/plain' })
  expect(await readdir(join(folder, '.drafts'))).toEqual(['by-another-process'])
  expect((await readdir(join(folder, 'kept'))).toSorted()).toEqual(['1.txt', '1.txt@type', '2.txt@type'])
  expect(await readdir(join(folder, 'orphans'))).toEqual([])
})

test('other users of the machine cannot read stored files', async () => {
  const { folder, storage } = await freshStorage()
  await storage.put('a/1.txt', Buffer.from('x'), text)
  expect((await stat(join(folder, 'a/1.txt'))).mode & 0o077).toBe(0)
  expect((await stat(join(folder, 'a'))).mode & 0o077).toBe(0)
})

test('twenty concurrent uploads of one key leave one complete file', async () => {
  const { storage } = await freshStorage()
  const contents = Array.from({ length: 20 }, (_, i) => Buffer.alloc(50_000, i))
  await Promise.all(contents.map((content) => storage.put('same.bin', content, text)))
  const result = await buffer(await storage.open('same.bin'))
  expect(contents.some((content) => content.equals(result))).toBe(true)
})
