import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { packTar, readTar } from './archive.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { makeBackup } from './make-backup.ts'
import { readBackup, RestoreError } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const migrationsDir = join(import.meta.dirname, '../../db/migrations')
const now = new Date('2026-11-21T12:00:00Z')
/** Each test creates two databases. */
const limitMs = 60_000
const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'swade-backup-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function newDatabase(): Promise<Database> {
  const database = await createTestDatabase({ migrationsDir })
  ends.push(() => database.close())
  return database
}

async function filledSite() {
  const [database, dataDir, contentDir] = [await newDatabase(), await newFolder(), await newFolder()]
  const { pool } = database
  await mkdir(join(dataDir, 'files', 'tracks'), { recursive: true })
  await mkdir(join(dataDir, 'files', '.drafts'))
  await writeFile(join(dataDir, 'files', 'tracks', 'one.mp3'), Buffer.alloc(70_000, 7))
  await writeFile(join(dataDir, 'files', 'empty'), '')
  await writeFile(join(dataDir, 'files', '.drafts', 'half'), 'half written')
  await writeFile(join(contentDir, 'eras.yaml'), 'era: "a \u2028 b"')
  const mail = JSON.stringify({
    to: 'a@b.example',
    subject: 'S “quoted”\\n',
    html: '<p>é\u0007</p>',
    text: 'line\nline',
  })
  for (const state of ['queued', 'claimed', 'in_data', 'sent', 'failed', 'uncertain'])
    await pool.query('insert into mail_outbox (dedupe_key, mail, state) values ($1, $2, $3)', [state, mail, state])
  await pool.query(
    `insert into content_edits (kind, key, action, data, actor) select 'artist', 'a' || n, 'save', jsonb_build_object('n', n), 'o' from generate_series(1, 1234) n`,
  )
  await pool.query(
    `insert into buyer_libraries (id, token_hash) values ('11111111-1111-4111-8111-111111111111', 'hash')`,
  )
  await pool.query(
    `insert into admin_sessions (token_hash, kind, email, expires_at) values ('open', 'owner', 'o@b.example', now() + interval '1 day')`,
  )
  await pool.query(
    `insert into site_processes (id, role, version, host, storage_id, clock_offset_ms) values (gen_random_uuid(), 'all', '1', 'original', 'disk', 0)`,
  )
  return { database, dataDir, contentDir, storage: await localStorage(join(dataDir, 'files')), migrationsDir }
}

/** Dependencies of a restore into an empty installation. */
async function emptySite(dataDir?: string) {
  const folder = dataDir ?? (await newFolder())
  const storage = await localStorage(join(folder, 'files'))
  return { database: await newDatabase(), dataDir: folder, storage, migrationsDir }
}

async function countAll({ pool }: Database): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() order by tablename`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows)
    counts[name] = (await pool.query<{ count: number }>(`select count(*)::int as count from "${name}"`)).rows[0]!.count
  return counts
}

test(
  'a restored copy has every row and file, sends no mail, lists no process of the original, and continues its sequences',
  async () => {
    const site = await filledSite()
    const archive = await buffer(await makeBackup({ ...site, now }))
    expect(readdirSync(site.dataDir), 'what was written aside is gone').toEqual(['files'])

    const copy = await emptySite()
    const { database, dataDir } = copy
    const { head, isVerified, pausedMails } = await restoreBackup(Readable.from(archive), copy)
    expect(isVerified).toBe(true)
    expect(pausedMails).toBe(2)
    const before = await countAll(site.database)
    expect(await countAll(database)).toEqual({ ...before, admin_sessions: 0, site_processes: 0, restored_copies: 1 })
    expect(head.tables.find(({ name }) => name === 'content_edits')?.rows).toBe(1234)
    const { rows: states } = await database.pool.query<{ dedupe_key: string; state: string }>(
      'select dedupe_key, state from mail_outbox',
    )
    expect(Object.fromEntries(states.map((row) => [row.dedupe_key, row.state]))).toEqual({
      queued: 'paused',
      claimed: 'paused',
      in_data: 'uncertain',
      sent: 'sent',
      failed: 'failed',
      uncertain: 'uncertain',
    })
    const same = `select md5(string_agg(row_to_json(t)::text, '|' order by revision)) as sum from content_edits t`
    expect((await database.pool.query(same)).rows).toEqual((await site.database.pool.query(same)).rows)
    const next = await database.pool.query<{ revision: string }>(
      `insert into content_edits (kind, key, action, actor) values ('artist', 'z', 'reset', 'o') returning revision`,
    )
    expect(Number(next.rows[0]?.revision)).toBe(1235)
    expect(await readFile(join(dataDir, 'files/tracks/one.mp3'))).toEqual(Buffer.alloc(70_000, 7))
    expect(await readFile(join(dataDir, 'files/empty'), 'utf8')).toBe('')
    expect(await readFile(join(dataDir, 'restored-content/eras.yaml'), 'utf8')).toBe('era: "a \u2028 b"')
    expect(existsSync(join(dataDir, 'files/.drafts/half'))).toBe(false)
  },
  limitMs,
)

test(
  'a backup is a snapshot, whatever is written while it is made',
  async () => {
    const site = await filledSite()
    const archive = await makeBackup({ ...site, now })
    await site.database.pool.query('delete from content_edits')
    const copy = await emptySite()
    await restoreBackup(archive as AsyncIterable<Buffer>, copy)
    expect((await countAll(copy.database)).content_edits).toBe(1234)
  },
  limitMs,
)

test(
  'a backup is not restored over data, from another version, or when it is damaged',
  async () => {
    const site = await filledSite()
    const archive = await buffer(await makeBackup({ ...site, now }))
    await expect(restoreBackup(Readable.from(archive), site)).rejects.toThrow('This installation already has data')

    const dataDir = await newFolder()
    const { database } = await emptySite(dataDir)
    await writeFile(join(dataDir, 'files', 'empty'), 'mine')
    const restore = async (bytes: Buffer, into?: string) => {
      const folder = into ?? (await newFolder())
      const storage = await localStorage(join(folder, 'files'))
      return restoreBackup(Readable.from(bytes), { database, dataDir: folder, storage, migrationsDir })
    }
    await expect(restore(archive, dataDir), 'a file in the way').rejects.toThrow('EEXIST')
    expect(await readFile(join(dataDir, 'files', 'empty'), 'utf8')).toBe('mine')
    await rm(join(dataDir, 'files', 'empty'))
    await expect(restore(archive.subarray(0, archive.length - 1024 * 4), dataDir)).rejects.toThrow('incomplete')
    expect(
      readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
      'the next try finds nothing in its way',
    ).toEqual([])
    await expect(restore(archive.subarray(0, archive.length / 2))).rejects.toThrow('incomplete')
    for (const bytes of [Buffer.from('PK\u0003\u0004'.padEnd(2048, 'x')), Buffer.from('a note')])
      await expect(restore(bytes)).rejects.toThrow(
        new RestoreError(
          'This file is not a backup of this site, or it is damaged. Download or copy the backup again.',
        ),
      )
    await expect(
      restore(Buffer.from(archive.toString('latin1').replace('"0000_', '"9999_'), 'latin1')),
    ).rejects.toThrow('another version')
    const manifest = JSON.stringify({
      format: 1,
      madeAt: '',
      migrations: JSON.parse(archive.toString('latin1', 512).split('\0')[0]!).migrations,
      tables: [],
    })
    for (const name of [
      'files/../../evil',
      '/etc/evil',
      'files/.drafts/x',
      'other/x',
      'files//x',
      'tables/pg_authid.jsonl',
    ]) {
      const evil = await buffer(
        packTar([
          { name: 'backup.json', bytes: Buffer.from(manifest) },
          { name, bytes: Buffer.from('x') },
        ]),
      )
      await expect(restore(evil), name).rejects.toThrow(/unexpected file|unknown table/)
    }
    expect((await countAll(database)).mail_outbox, 'nothing was left behind').toBe(0)
  },
  limitMs,
)

test('archives are read back unchanged, with names of any length and files that shrink or grow during packing', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'short'), 'abc')
  await writeFile(join(folder, 'grown'), 'abcdef')
  const long = `${'d'.repeat(120)}/${'n'.repeat(90)}`
  const longest = `files/${'ü'.repeat(400)}.mp3`
  const archive = await buffer(
    packTar([
      { name: long, bytes: Buffer.from('long') },
      { name: longest, bytes: Buffer.from('longest') },
      { name: 'short', path: join(folder, 'short'), size: 5 },
      { name: 'grown', path: join(folder, 'grown'), size: 2 },
      { name: 'empty', bytes: Buffer.alloc(0) },
      { name: 'empty-file', path: join(folder, 'short'), size: 0 },
      { name: 'large', bytes: Buffer.alloc(1_000_000, 7) },
    ]),
  )
  const found: [string, string][] = []
  for await (const file of readTar(Readable.from(archive)))
    found.push([file.name, file.name === 'large' ? String(file.size) : (await buffer(file.chunks())).toString()])
  expect(found).toEqual([
    [long, 'long'],
    [longest, 'longest'],
    ['short', 'abc\0\0'],
    ['grown', 'ab'],
    ['empty', ''],
    ['empty-file', ''],
    ['large', '1000000'],
  ])
  expect(execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' })).toContain(long)
})

test('a file beyond the 8 GiB limit of the oldest tar format has its whole size in the archive', async () => {
  const size = 9 * 1024 ** 3
  const folder = await newFolder()
  const path = join(folder, 'sparse')
  // A sparse file uses no disk space.
  await writeFile(path, '')
  await truncate(path, size)
  const archive = packTar([{ name: 'files/sparse', path, size }])
  const files = readTar(archive as AsyncIterable<Buffer>)
  const { value } = await files.next()
  expect(value).toMatchObject({ name: 'files/sparse', size })
  await files.return(undefined)
  archive.destroy()
})

test(
  'a stored file that cannot be read fails the backup; one deleted after it was listed is omitted',
  async () => {
    const [database, dataDir, contentDir] = [await newDatabase(), await newFolder(), await newFolder()]
    const storage = await localStorage(join(dataDir, 'files'))
    for (const key of ['tracks/one.mp3', 'tracks/two.mp3'])
      await storage.put(key, Buffer.from(key), { contentType: 'audio/mpeg' })
    const archiveWith = (error: Error) =>
      makeBackup({
        database,
        storage: {
          ...storage,
          open: async (key) => (key === 'tracks/one.mp3' ? Promise.reject(error) : storage.open(key)),
        },
        dataDir,
        contentDir,
        now,
      })
    await expect(buffer(await archiveWith(new AppError('unavailable', 'The bucket is down.')))).rejects.toThrow('down')
    const names: string[] = []
    await readBackup(await archiveWith(new AppError('not-found', 'Gone.')), {
      onFile: ({ name }) => void (name.startsWith('files/') && names.push(name)),
    })
    expect(names).toEqual(['files/tracks/two.mp3'])
  },
  limitMs,
)

test('an error while an archive is made is passed to its reader, and an abandoned archive closes its files', async () => {
  await expect(buffer(packTar([{ name: 'gone', path: '/nowhere/at/all', size: 3 }]))).rejects.toThrow('ENOENT')
  const broken = async function* () {
    yield { name: 'one', bytes: Buffer.from('1') }
    throw new Error('the list broke')
  }
  await expect(buffer(packTar(broken()))).rejects.toThrow('the list broke')

  const folder = await newFolder()
  await writeFile(join(folder, 'large'), Buffer.alloc(5_000_000))
  let isEnded = false
  const files = async function* () {
    try {
      yield { name: 'large', path: join(folder, 'large'), size: 5_000_000 }
    } finally {
      isEnded = true
    }
  }
  const archive = packTar(files())
  await once(archive, 'readable')
  archive.read()
  archive.destroy()
  await expect.poll(() => isEnded).toBe(true)
})
