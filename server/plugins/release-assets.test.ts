import { globSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { localStorage } from '#platform/storage/local-storage.ts'
import { deleteOldAssets, releaseAssets, storeReleaseAssets } from './release-assets.ts'

const dayMs = 86_400_000

async function createWorld() {
  const root = await mkdtemp(join(tmpdir(), 'assets-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const storage = await localStorage(join(root, 'files'))
  /** Writes a build with these files and stores it. */
  const release = async (name: string, files: Record<string, string>, now = new Date()) => {
    const clientDir = join(root, name)
    await mkdir(join(clientDir, 'assets'), { recursive: true })
    for (const [file, text] of Object.entries(files)) await writeFile(join(clientDir, 'assets', file), text)
    return storeReleaseAssets({ clientDir, storage, now })
  }
  const app = Fastify()
  await app.register(releaseAssets({ storage, headers: { 'x-policy': 'short' }, missingMs: 20 }))
  onTestFinished(() => app.close())
  const get = (path: string) => app.inject({ url: path })
  return { root, storage, release, get }
}

test('files of another release are served with their type and immutable; compressed versions are not stored', async () => {
  const { release, get } = await createWorld()
  expect(await release('one', { 'Entry-aB_3.js': 'old code', 'root-X.css': 'a{}', 'Entry-aB_3.js.br': 'x' })).toBe(2)
  const answer = await get('/assets/Entry-aB_3.js')
  expect([answer.statusCode, answer.body]).toEqual([200, 'old code'])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-policy': 'short',
  })
  expect((await get('/assets/root-X.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  for (const path of ['Entry-aB_3.js.br', 'entry-ab_3.js', '..%2fsecret', '../secret', 'a/b.js', '', 'x'.repeat(500)])
    expect((await get(`/assets/${path}`)).statusCode, path).toBe(404)
})

test('every kind of file that pages import has a content type', async () => {
  const { release, get } = await createWorld()
  const sources = globSync('{app,features,ui}/**/*.*', { cwd: join(import.meta.dirname, '../..') })
  const kinds = new Set(sources.map((path) => extname(path)).filter((kind) => !/^\.(tsx?|yaml|md|txt)$/.test(kind)))
  expect([...kinds].toSorted()).toEqual(expect.arrayContaining(['.css', '.mp3', '.woff2']))
  await release('one', Object.fromEntries([...kinds].map((kind) => [`file-1${kind}`, 'x'])))
  for (const kind of kinds)
    expect((await get(`/assets/file-1${kind}`)).headers['content-type'], kind).not.toBe('application/octet-stream')
})

test('a release is stored once, and the next one adds only its new files', async () => {
  const { release } = await createWorld()
  expect(await release('one', { 'a-1.js': 'a', 'b-1.js': 'b' })).toBe(2)
  expect(await release('one', {})).toBe(0)
  expect(await release('two', { 'a-1.js': 'a', 'b-2.js': 'c' })).toBe(1)
})

test('a missing file is found soon after another process has stored it', async () => {
  const { release, get } = await createWorld()
  expect((await get('/assets/late-1.js')).statusCode).toBe(404)
  await release('late', { 'late-1.js': 'here' })
  await expect.poll(async () => (await get('/assets/late-1.js')).statusCode).toBe(200)
})

test('a running release renews its files weekly; 30 days after its last run they are deleted', async () => {
  const { root, storage, release, get } = await createWorld()
  const now = new Date()
  await release('one', { 'a-1.js': 'a', 'b-1.js': 'b' })
  const age = async (days: number) => {
    const at = new Date(now.getTime() - days * dayMs)
    for (const key of await storage.list('assets/')) await utimes(join(root, 'files', key), at, at)
  }
  await age(8)
  expect(await release('one', {}, now)).toBe(2)
  await age(36)
  expect(await deleteOldAssets({ storage, now })).toBe(0)
  expect((await get('/assets/a-1.js')).statusCode).toBe(200)
  await age(38)
  await release('two', { 'b-1.js': 'b' }, now)
  // Two files and the release marker; the file that the new release shares stays.
  expect(await deleteOldAssets({ storage, now })).toBe(2)
  expect((await get('/assets/a-1.js')).statusCode).toBe(404)
  expect((await get('/assets/b-1.js')).statusCode).toBe(200)
})
