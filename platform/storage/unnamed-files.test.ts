import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localStorage } from './local-storage.ts'
import type { Storage } from './storage.ts'
import { deleteUnnamedFiles } from './unnamed-files.ts'

const dayMs = 24 * 60 * 60 * 1000
const before = new Date(Date.now() - 30 * dayMs)
let folder: string
let storage: Storage
let warnings: object[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unnamed-'))
  storage = await localStorage(folder)
  warnings = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(key: string, ageDays: number): Promise<void> {
  await storage.put(key, Buffer.from(key), { contentType: 'image/webp' })
  const at = new Date(Date.now() - ageDays * dayMs)
  await utimes(join(folder, key), at, at)
}

/** Files are `images/{name}-{width}`. */
const sweep = (names: readonly string[] | (() => Promise<ReadonlySet<string>>), of: Partial<Storage> = {}) =>
  deleteUnnamedFiles({
    storage: { ...storage, ...of },
    folder: 'images/',
    before,
    nameOf: (key) => /^images\/([a-z0-9]+)-\d+$/.exec(key)?.[1],
    listNames: typeof names === 'function' ? names : () => Promise.resolve(new Set(names)),
    log: { warn: (details) => void warnings.push(details) },
  })

test('files of an old unreferenced upload are deleted, all widths at once', async () => {
  for (const width of [1, 2]) {
    await put(`images/gone-${width}`, 31)
    await put(`images/named-${width}`, 400)
    await put(`images/young-${width}`, 29)
  }
  expect(await sweep(['named'])).toBe(2)
  expect(await storage.list('')).toEqual(['images/named-1', 'images/named-2', 'images/young-1', 'images/young-2'])
  expect(await sweep(['named'])).toBe(0)
})

test('an upload of which one file was stored again is kept completely', async () => {
  await put('images/again-1', 60)
  await put('images/again-2', 0)
  expect(await sweep([])).toBe(0)
  expect(await storage.list('')).toHaveLength(2)
})

test('files of other folders, and those that are not uploads, stay', async () => {
  await put('images/note', 60)
  await put('imagesque/old-1', 60)
  await put('books/old-1', 60)
  expect(await sweep([])).toBe(0)
  expect(await storage.list('')).toHaveLength(3)
})

test('a file that is stored again while references are read stays', async () => {
  await put('images/back-1', 60)
  await put('images/gone-1', 60)
  const deleted = await sweep(async () => {
    await storage.put('images/back-1', Buffer.from('again'), { contentType: 'image/webp' })
    return new Set()
  })
  expect(deleted).toBe(1)
  expect(await storage.list('')).toEqual(['images/back-1'])
})

test('a second host finds nothing more to delete', async () => {
  for (const name of ['a', 'b', 'c']) await put(`images/${name}-1`, 60)
  const counts = await Promise.all([sweep([]), sweep([])])
  expect(Math.max(...counts)).toBeLessThanOrEqual(3)
  expect(await storage.list('')).toEqual([])
})

test('without the references nothing is deleted', async () => {
  await put('images/old-1', 60)
  await expect(sweep(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await storage.list('')).toEqual(['images/old-1'])
})

test('a database that references only few of many images is treated as the wrong one', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `n${index}`)
  for (const name of names) await put(`images/${name}-1`, 60)
  expect(await sweep(['n1'])).toBe(0)
  expect(warnings).toEqual([{ folder: 'images/', unnamed: 24, remaining: 1 }])
  expect(await storage.list('')).toHaveLength(25)
  // Most of them are named in their own database.
  expect(await sweep(names.slice(0, 20))).toBe(5)
})
