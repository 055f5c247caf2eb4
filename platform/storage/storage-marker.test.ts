import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localStorage } from './local-storage.ts'
import { markerName, readStorageMarker } from './storage-marker.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'marker-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a folder has one id for all processes, and another folder has another id', async () => {
  const [one, two] = [await newFolder(), await newFolder()]
  const ids = await Promise.all(Array.from({ length: 20 }, () => readStorageMarker(one)))
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(await readStorageMarker(one)).toBe(ids[0])
  expect(await readStorageMarker(two)).not.toBe(ids[0])
  expect(await readdir(one)).toEqual([markerName])
})

test('the id is not a stored file and survives garbage collection', async () => {
  const folder = await newFolder()
  const storage = await localStorage(folder)
  const id = await readStorageMarker(folder)
  expect(await storage.list('')).toEqual([])
  expect(await storage.collectGarbage(async () => false, { isAlone: true })).toBe(0)
  expect(await readStorageMarker(folder)).toBe(id)
})
