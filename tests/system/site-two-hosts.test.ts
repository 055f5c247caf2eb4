import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { uploadedFileKey } from '#features/artists/contract.ts'
import { accessPath } from '#features/checkout/constants.ts'
import { nowPlayingSchema } from '#features/radio/contract.ts'
import { readerManifestSchema, searchReplySchema } from '#features/reader/contract.ts'
import { pageImagePath, pageTextPath, pdfDownloadPath, readerPath, searchPath } from '#features/reader/paths.ts'
import { submissionAudioPath, submissionWaveformPath } from '#features/submissions/constants.ts'
import { shortTrack } from '#features/submissions/server/upload/test-files.ts'
import { readBackup } from '#platform/backup/read-backup.ts'
import { readConfig } from '#platform/config.ts'
import { openStorage } from '#platform/storage/open-storage.ts'
import { buyBook } from '#tests/support/buy-book.ts'
import { newDataFolder } from '#tests/support/data-folder.ts'
import { elements } from '#tests/support/html.ts'
import { publishOwnBook } from '#tests/support/own-book.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { sendTrack } from '#tests/support/send-track.ts'
import { ownerSession } from '#tests/support/sign-in-owner.ts'
import { makeSiteFolder, withOneTrack, withShortBooks } from '#tests/support/site-folder.ts'
import { readOutbox, type Site, startSite } from '#tests/support/site.ts'
import { newMigratedDatabase } from '#tests/support/site-databases.ts'

/*
 * Two web processes and a worker as on three hosts, with one PostgreSQL and one bucket, and separate data folders.
 */
const root = resolve(import.meta.dirname, '../..')
/** Timeout for real processes. */
const waiting = { interval: 100, timeout: 90_000 }
const freeBook = 'indie-music-ai-guide-2'
const paidBook = 'ai-fun-profit'
const newAsset = 'only-in-a-Xy12_z.js'
const newAssetText = '/* of the release of the first host */\n'

const resources = new AsyncDisposableStack()
let environment: Record<string, string>
let s3: Record<string, string>
let a: Site
let b: Site
let owner: string

const bytesHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

beforeAll(async () => {
  const database = await newMigratedDatabase()
  resources.defer(() => database.drop())
  const server = await startS3Server()
  resources.defer(() => server.stop())
  s3 = server.environment
  environment = { ...s3, DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1' }
  const content = { ...withOneTrack, ...withShortBooks }
  const [release, earlier] = [makeSiteFolder(content), makeSiteFolder(content)]
  for (const one of [release, earlier]) resources.defer(() => one.remove())
  writeFileSync(join(release.folder, 'build/pages/client/assets', newAsset), newAssetText)
  const start = async (role: string, { folder } = earlier) => {
    // The folder is given, so that it remains when the site stops and its emails can be read.
    const dataDir = newDataFolder()
    resources.defer(() => rmSync(dataDir, { recursive: true, force: true }))
    const site = await startSite({ env: { ...environment, ROLE: role }, dataDir, folder })
    resources.defer(() => site.stop())
    return site
  }
  // The first one applies the migrations.
  a = await start('web', release)
  b = await start('web')
  const worker = await start('worker')
  // The process that sends an email stores it in its own folder.
  const outbox = async () => (await Promise.all([a, b, worker].map((site) => readOutbox(site.dataDir)))).flat()
  owner = await ownerSession({ origin: a.origin, outbox })
}, 300_000)
afterAll(() => resources.disposeAsync())

/** Returns the responses of A and B to the same request; both have status 200. */
async function getBoth(path: string, cookie = ''): Promise<{ bytes: [Buffer, Buffer]; headers: [Headers, Headers] }> {
  const answers = await Promise.all([a, b].map(({ origin }) => fetch(origin + path, { headers: { cookie } })))
  const bytes = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
  const errors = [a, b].flatMap((site) => site.printed().match(/^\{"level":50.*/gm) ?? []).slice(-5)
  expect(
    [path, ...answers.map(({ status }) => status)],
    [...bytes.map((one) => one.toString('utf8', 0, 300)), ...errors].join('\n'),
  ).toEqual([path, 200, 200])
  return { bytes: [bytes[0]!, bytes[1]!], headers: [answers[0]!.headers, answers[1]!.headers] }
}

/** Returns the equal responses of A and B as bytes. */
async function getSame(path: string, cookie = ''): Promise<Buffer> {
  const [one, other] = (await getBoth(path, cookie)).bytes
  expect([path, bytesHash(other)]).toEqual([path, bytesHash(one)])
  return one
}

const json = async (path: string, cookie = ''): Promise<unknown> =>
  JSON.parse((await getSame(path, cookie)).toString('utf8'))

/** Waits until the first host has imported a book, which its first request starts, and the second one has noticed. */
async function imported(book: string): Promise<void> {
  for (const { origin } of [a, b])
    await vi.waitUntil(async () => (await fetch(origin + readerPath(book))).status === 200, waiting)
}

test('page images, text, search and download of a book that was uploaded to A are the same on B', async () => {
  const site = { origin: a.origin, ownerCookie: async () => owner }
  const { id } = await publishOwnBook(site, 'Sent to the first host', 9)
  for (const book of [id, freeBook]) {
    await imported(book)
    const manifest = readerManifestSchema.parse(await json(readerPath(book)))
    expect([manifest.access, manifest.readablePages]).toEqual(['free', manifest.totalPages])
    for (const page of [1, 7])
      for (const width of [408, 1224]) {
        const image = await getSame(pageImagePath(book, manifest.edition, page, width))
        expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width })
      }
    expect(await json(pageTextPath(book, manifest.edition, 7))).toMatchObject({ page: 7 })
    const pdf = await getSame(pdfDownloadPath(book))
    expect([pdf.toString('latin1', 0, 5), bytesHash(pdf).slice(0, 16)]).toEqual(['%PDF-', manifest.edition])
  }
  const { hits } = searchReplySchema.parse(await json(`${searchPath(freeBook)}?q=music`))
  expect(hits).toHaveLength(12)
})

test('a book bought on A is owned on B: the same order, every page, and the same stamped PDF', async () => {
  await imported(paidBook)
  const { edition, access } = readerManifestSchema.parse(await json(readerPath(paidBook)))
  expect(access).toBe('preview')
  const late = pageImagePath(paidBook, edition, 9, 816)
  for (const { origin } of [a, b]) expect((await fetch(origin + late)).status).toBe(402)
  const preview = await getSame(pdfDownloadPath(paidBook))
  const { cookie, orderCode } = await buyBook(a.origin, paidBook, 'buyer@two-hosts.example')
  expect(await json(accessPath(paidBook), cookie)).toMatchObject({ access: 'owned', order: { code: orderCode } })
  expect(await sharp(await getSame(late, cookie)).metadata()).toMatchObject({ format: 'webp', width: 816 })
  const stamped = await getSame(pdfDownloadPath(paidBook), cookie)
  expect(stamped.toString('latin1', 0, 5)).toBe('%PDF-')
  const pagesOf = async (pdf: Buffer) => (await PDFDocument.load(pdf)).getPageCount()
  expect(await pagesOf(preview)).toBeLessThan(12)
  expect(await pagesOf(stamped)).toBe(12)
  expect(bytesHash(stamped).slice(0, 16)).not.toBe(edition)
})

/** Uploads an image of an artist to a host as the owner, and returns its path. */
async function sendPicture({ origin }: Site, background: string): Promise<string> {
  const picture = await sharp({ create: { width: 1200, height: 1200, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'a.png')
  const answer = await fetch(`${origin}/api/owner/content/artists/atlas-swade/image`, {
    method: 'POST',
    headers: { cookie: owner, origin, accept: 'application/json' },
    body,
  })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, expect.stringContaining('"success":true')])
  return (JSON.parse(text) as { value: string }).value
}

test('an image that the owner uploads to A is served by B in all its widths, and the other way round', async () => {
  for (const [site, colour] of [
    [a, '#c05020'],
    [b, '#2050c0'],
  ] as const) {
    const path = await sendPicture(site, colour)
    for (const [ending, width] of [
      ['.webp', 1200],
      ['-480.webp', 480],
      ['-960.webp', 960],
    ] as const) {
      const image = await getSame(path.replace('.webp', ending))
      expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width })
    }
  }
})

/** Returns the id of a submission, from the list of the owner. */
async function findSubmission(title: string): Promise<string> {
  const { html } = await openPlainVisitor(a, owner).get(`/admin/submissions?q=${encodeURIComponent(title)}`)
  const path = elements(html, 'a').find(({ href }) => /^\/admin\/submissions\/[\w-]{8,}/.test(href ?? ''))?.['href']
  return /[\w-]{36}/.exec(path ?? '')?.[0] ?? `no submission in ${html.slice(0, 200)}`
}

const nowPlaying = async ({ origin }: Site) => {
  const answer = await fetch(`${origin}/api/radio/now-playing`)
  expect(answer.status).toBe(200)
  return nowPlayingSchema.parse(await answer.json())
}

/** Returns what A and B announce at the same time: A before and after B, with no track change in between. */
async function announced() {
  for (;;) {
    const [before, other, after] = [await nowPlaying(a), await nowPlaying(b), await nowPlaying(a)]
    const plan = (now: typeof before) => [
      now.is_online,
      now.now_playing?.sh_id,
      now.now_playing?.song.id,
      now.playing_next?.song.id,
    ]
    if (JSON.stringify(plan(before)) === JSON.stringify(plan(after))) return [plan(after), plan(other)] as const
  }
}

test('a track submitted to B is analyzed by the worker, played from A, and once accepted announced by both', async () => {
  const title = 'From the second host'
  const words = { title, artist: 'Two Hosts', email: 'artist@two-hosts.example' }
  const statusPath = await sendTrack(b.origin, words, shortTrack)
  const status = await getBoth(statusPath)
  for (const page of status.bytes) expect(page.toString('utf8')).toMatch(/<h1[^>]*>In review/)
  const id = await findSubmission(title)
  expect(bytesHash(await getSame(submissionAudioPath(id), owner))).toBe(bytesHash(shortTrack))
  expect(await json(submissionWaveformPath(id), owner)).toMatchObject({
    peaks: expect.arrayContaining([expect.any(Number)]),
  })

  const [first, second] = await announced()
  expect(second).toEqual(first)
  const dataDir = newDataFolder()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const station = await startSite({ env: { ...environment, ROLE: 'station' }, dataDir })
  onTestFinished(() => station.stop())
  const visitor = openPlainVisitor(b, owner)
  await visitor.get(`/admin/submissions/${id}`)
  expect((await visitor.press('Accept')).text).toContain('Accepted.')
  const song = await vi.waitUntil(async () => {
    const { playing_next: next, now_playing: now } = await nowPlaying(a)
    return [now, next].find((one) => one?.song.title === title)?.song
  }, waiting)
  const [onA, onB] = await announced()
  expect(onA[0]).toBe(true)
  expect(onB).toEqual(onA)
  expect(onA).toContain(song.id)
  expect(await json(song.levels_url ?? '/no-levels')).toBeInstanceOf(Object)
})

test('a backup made through B has every file of the bucket, byte for byte, whichever host stored it', async () => {
  const picture = await sendPicture(a, '#20c050')
  const folder = mkdtempSync(join(tmpdir(), 'two-hosts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({ ...s3, DATA_DIR: folder })
  const storage = await openStorage({ config, log: { warn: () => undefined } })
  onTestFinished(() => storage.close())
  const keys = (await storage.list('')).filter((key) => !/^(incoming|backups)\//.test(key))
  const answer = await fetch(`${b.origin}/api/owner/backup`, { headers: { cookie: owner } })
  expect(answer.status).toBe(200)
  const hashes = new Map<string, string>()
  const read = await readBackup(answer.body as unknown as AsyncIterable<Buffer>, {
    async onFile(file) {
      const hash = createHash('sha256')
      for await (const chunk of file.chunks()) hash.update(chunk)
      hashes.set(file.name, hash.digest('hex'))
    },
  })
  expect(read.isVerified).toBe(true)
  for (const key of keys)
    expect([key, hashes.get(`files/${key}`)]).toEqual([key, bytesHash(await buffer(await storage.open(key)))])
  const file = picture.split('/').at(-1)!
  expect(hashes.get(`files/${uploadedFileKey('atlas-swade', file)}`)).toBe(bytesHash(await getSame(picture)))
  const values = new Set(hashes.values())
  for (const book of [freeBook, paidBook])
    expect([...hashes.keys()].filter((name) => name.startsWith(`files/editions/${book}/`))).toHaveLength(1)
  expect(values).toContain(bytesHash(await getSame(pdfDownloadPath(freeBook))))
  expect(values).toContain(bytesHash(shortTrack))
  expect([...hashes.keys()].some((name) => name.startsWith('files/pages/'))).toBe(true)
  console.log(`the backup through the second host has ${keys.length} stored files, all equal to those of the bucket`)
})

test('a hashed asset that only the build of A contains is served by B from the bucket', async () => {
  expect(existsSync(join(root, 'build/pages/client/assets', newAsset))).toBe(false)
  const { bytes, headers } = await getBoth(`/assets/${newAsset}`)
  expect(bytes.map(String)).toEqual([newAssetText, newAssetText])
  expect([headers[1].get('content-type'), headers[1].get('cache-control')]).toEqual([
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ])
  expect((await fetch(`${b.origin}/assets/never-built-Xy12_z.js`)).status).toBe(404)
})
