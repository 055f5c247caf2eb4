import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pdfDownloadPath } from '#features/reader/paths.ts'
import { createBackupKey } from '#platform/backup/encryption.ts'
import { newDataFolder } from '#tests/support/data-folder.ts'
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { ownerSession } from '#tests/support/sign-in-owner.ts'
import { makeSiteFolder, withOneTrack, withShortBooks } from '#tests/support/site-folder.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { newEmptyDatabase, newMigratedDatabase, type SiteDatabase } from '#tests/support/site-databases.ts'
import { runCommand } from '../../scripts/run-command.ts'

/* Commands of an operator who moves a site from a bucket to a disk and back with backups. */
const root = resolve(import.meta.dirname, '../..')
const book = 'indie-music-ai-guide-2'
const resources = new AsyncDisposableStack()
const content = makeSiteFolder({ ...withOneTrack, ...withShortBooks })
resources.defer(() => content.remove())
let bucket: S3Server
let otherBucket: S3Server
let key: Awaited<ReturnType<typeof createBackupKey>>

beforeAll(async () => {
  bucket = await startS3Server()
  resources.defer(() => bucket.stop())
  otherBucket = await startS3Server()
  resources.defer(() => otherBucket.stop())
  key = await createBackupKey()
})
afterAll(() => resources.disposeAsync())

function newFolder(): string {
  const folder = newDataFolder()
  resources.defer(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the URL of a database that is dropped afterwards. */
async function addressOf(creating: Promise<SiteDatabase>): Promise<string> {
  const database = await creating
  resources.defer(() => database.drop())
  return database.url
}

/** Runs a command of the build to its end. */
async function run(command: string, args: string[], environment: Record<string, string>) {
  const env = {
    ENV_FILE: '/dev/null',
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-code'),
    ...environment,
  }
  const { code, output } = await runCommand('node', [`build/server/${command}.js`, ...args], { cwd: root, env })
  return { code, output }
}

/** Uploads an image as the owner, and returns its path. */
async function sendPicture(site: Site): Promise<string> {
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#c05020' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'a.png')
  const answer = await fetch(`${site.origin}/api/owner/content/artists/atlas-swade/image`, {
    method: 'POST',
    headers: { cookie: await ownerSession(site), origin: site.origin, accept: 'application/json' },
    body,
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { value: string }).value
}

async function read(site: Site, path: string): Promise<Buffer> {
  const answer = await fetch(site.origin + path)
  expect([path, answer.status]).toEqual([path, 200])
  return Buffer.from(await answer.arrayBuffer())
}

/** Starts a site that is stopped afterwards. */
async function start(env: Record<string, string>, dataDir: string): Promise<Site> {
  const site = await startSite({ env: { ROLE: 'web', ...env }, dataDir, folder: content.folder })
  resources.defer(() => site.stop())
  return site
}

test(
  'a backup in the bucket is verified and restored to the disk, and one of the disk into a bucket',
  { timeout: 600_000 },
  async () => {
    const [first, second, third] = [newFolder(), newFolder(), newFolder()]
    const inBucket = { ...bucket.environment, DATABASE_URL: await addressOf(newMigratedDatabase()) }
    const running = await start(inBucket, first)
    const path = await sendPicture(running)
    await vi.waitUntil(async () => (await fetch(running.origin + pdfDownloadPath(book))).status === 200, {
      interval: 200,
      timeout: 90_000,
    })
    const original = { path, picture: await read(running, path), pdf: await read(running, pdfDownloadPath(book)) }
    const isSame = async (site: Site) => {
      expect((await read(site, original.path)).equals(original.picture)).toBe(true)
      expect((await read(site, pdfDownloadPath(book))).equals(original.pdf)).toBe(true)
    }

    const own = { ...inBucket, DATA_DIR: first, BACKUP_RECIPIENTS: key.recipient }
    const made = await run('backup', [], own)
    expect(made).toEqual({
      code: 0,
      output: expect.stringMatching(/^Stored swade-\S+\.tar\.age \(.+\) in object storage swade\/backups\.\n$/),
    })
    const name = /swade-\S+\.tar\.age/.exec(made.output)![0]
    expect(bucket.requests().some((line) => line.startsWith(`PUT /swade/backups/${name}`))).toBe(true)
    expect(await run('backup', ['list'], own)).toEqual({ code: 0, output: expect.stringContaining(`  ${name}\n`) })
    // Another machine, with only the settings and the secret key.
    const there = { ...bucket.environment, DATA_DIR: second, DATABASE_URL: await addressOf(newEmptyDatabase()) }
    const withKey = { ...there, BACKUP_IDENTITY: key.identity }
    const verified = await run('backup', ['verify'], withKey)
    expect(verified).toEqual({ code: 0, output: expect.stringContaining('All files match their checksums.') })

    const inTheWay = await run('restore', ['latest'], withKey)
    expect(inTheWay).toEqual({ code: 1, output: expect.stringContaining('A file already exists in the file storage') })

    const toDisk = await run('restore', ['latest', '--files-to', 'disk'], withKey)
    expect(toDisk).toEqual({ code: 0, output: expect.stringContaining('All files match their checksums.') })
    // Existing data is untouched by the refused restore.
    await isSame(running)
    await running.stop()
    const onDisk = { DATABASE_URL: there.DATABASE_URL }
    const restored = await start(onDisk, second)
    await isSame(restored)
    await restored.stop()

    const backups = mkdtempSync(join(tmpdir(), 'swade-backups-'))
    resources.defer(() => rmSync(backups, { recursive: true, force: true }))
    const again = await run('backup', [], {
      ...onDisk,
      DATA_DIR: second,
      BACKUP_DIR: backups,
      BACKUP_RECIPIENTS: key.recipient,
    })
    expect(again).toEqual({ code: 0, output: expect.stringContaining(`in ${backups}.`) })
    const file = join(
      backups,
      readdirSync(backups).find((one) => one.endsWith('.age'))!,
    )
    const elsewhere = { ...otherBucket.environment, DATABASE_URL: await addressOf(newEmptyDatabase()) }
    const toBucket = await run('restore', [file], { ...elsewhere, DATA_DIR: third, BACKUP_IDENTITY: key.identity })
    expect(toBucket).toEqual({ code: 0, output: expect.stringContaining('All files match their checksums.') })
    expect(readdirSync(third)).not.toContain('files')
    await isSame(await start(elsewhere, third))
  },
)

test('a command names a missing bucket and an invalid option, and exits', async () => {
  const environment = { DATA_DIR: newFolder(), BACKUP_IDENTITY: key.identity }
  expect(await run('restore', ['latest', '--files-to', 'tape'], environment)).toEqual({
    code: 2,
    output: expect.stringMatching(/^Usage: /),
  })
  const unset = await run('restore', ['latest', '--files-to', 's3'], environment)
  expect(unset).toEqual({ code: 1, output: expect.stringContaining('S3_BUCKET: must be set') })
  const down = await run('backup', ['list'], {
    ...environment,
    ...bucket.environment,
    S3_ENDPOINT: 'http://127.0.0.1:1',
  })
  expect(down).toEqual({ code: 1, output: expect.stringContaining('does not respond') })
  expect(down.output).not.toMatch(/^ +at /m)
})
