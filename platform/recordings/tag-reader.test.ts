import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanTags, createTagReader } from './tag-reader.ts'

const song = resolve(import.meta.dirname, '../../content/artists/luma-swade/glass-arcade.mp3')
const readTags = createTagReader()
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'swade-tags-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const none = { title: '', artist: '', album: '', genre: '', year: undefined, bpm: undefined, image: undefined }

async function tagsOf(bytes: Buffer) {
  const path = join(folder, 'file.mp3')
  await writeFile(path, bytes)
  return readTags(path)
}

test('the tags of a recording of the catalogue are read', async () => {
  expect(await readTags(song)).toMatchObject({ title: 'Glass Arcade', artist: 'Luma Swade' })
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a file that is not an MP3', Buffer.from('<!doctype html>'.repeat(1000))],
  [
    'a tag that claims to be larger than the file',
    Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7fTIT2\x7f\x7f\x7f\x7f\0\0\x03'),
  ],
  ['many sync bytes', Buffer.alloc(4_000_000, Buffer.from([0xff, 0xfb]))],
  ['ID3v1 of zeros', Buffer.concat([Buffer.alloc(4_000), Buffer.from('TAG'), Buffer.alloc(125)])],
])('%s has no tags and does not stop the reader', async (_name, bytes) => {
  expect(await tagsOf(bytes)).toEqual(none)
  expect((await readTags(song)).title).toBe('Glass Arcade')
})

test('tags are one line, composed and limited in length; impossible numbers are omitted', () => {
  const tags = cleanTags({
    title: ' a\r\nb\u0000 ',
    artist: 'A\u0301\u202e ',
    album: 'x'.repeat(500),
    genre: '\ud800',
    year: 0,
    bpm: 127.6,
  })
  expect(tags).toMatchObject({ title: 'a b', artist: 'Á', genre: '', year: undefined, bpm: 128 })
  expect(tags.album).toHaveLength(160)
  expect(cleanTags({})).toEqual(none)
})
