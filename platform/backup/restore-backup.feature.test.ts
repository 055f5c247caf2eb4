import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { ConnectionPool } from '#platform/database/connection-pool.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { createEarlierDatabase } from '#platform/database/test-earlier-database.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { packTar, readTar, type TarFile } from './archive.ts'
import { createBackupKey, decryptBackup, encryptBackup } from './encryption.ts'
import { makeBackup } from './make-backup.ts'
import { readBackup, RestoreError } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const migrationsDir = join(import.meta.dirname, '../../db/migrations')
const now = new Date('2026-11-21T12:00:00Z')
const limitMs = 60_000

async function newSite(database?: Database) {
  const dataDir = await mkdtemp(join(tmpdir(), 'swade-restore-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const own = database ?? (await createTestDatabase({ migrationsDir }))
  if (!database) onTestFinished(() => own.close())
  return {
    database: own,
    dataDir,
    contentDir: dataDir,
    migrationsDir,
    storage: await localStorage(join(dataDir, 'files')),
  }
}

const archiveOf = async (site: Awaited<ReturnType<typeof newSite>>) =>
  buffer(await makeBackup({ ...site, contentDir: join(site.dataDir, 'no-content'), now }))

async function filesOf(archive: Buffer): Promise<(TarFile & { bytes: Buffer })[]> {
  const files: (TarFile & { bytes: Buffer })[] = []
  for await (const file of readTar(Readable.from(archive)))
    files.push({ name: file.name, bytes: await buffer(file.chunks()) })
  return files
}

const put = (site: Awaited<ReturnType<typeof newSite>>, key: string, text: string) =>
  site.storage.put(key, Buffer.from(text), { contentType: 'application/pdf' })

test(
  'a backup with a file removed, changed, added, repeated or renamed is rejected, and nothing of it stays',
  async () => {
    const site = await newSite()
    await put(site, 'editions/one.pdf', 'one')
    await put(site, 'editions/two.pdf', 'two')
    await site.database.pool.query(
      `insert into content_edits (kind, key, action, actor) values ('a', 'b', 'reset', 'o')`,
    )
    const files = await filesOf(await archiveOf(site))
    const edition = files.findIndex(({ name }) => name === 'files/editions/two.pdf')
    const edits = files.findIndex(({ name }) => name === 'tables/content_edits.jsonl')
    expect(Math.min(edition, edits)).toBeGreaterThan(0)
    const extra = { name: 'files/editions/three.pdf', bytes: Buffer.from('three') }
    const changed = (at: number, bytes: Buffer) => files.with(at, { name: files[at]!.name, bytes })
    const cases: [TarFile[], RegExp][] = [
      [files.toSpliced(edition, 1), /incomplete: files\/editions\/two\.pdf is missing/],
      [changed(edition, Buffer.from('TWO')), /damaged: files\/editions\/two\.pdf differs/],
      [changed(edits, Buffer.from(`${files[edits]!.bytes.toString().replace('"b"', '"c"')}`)), /damaged: tables/],
      [files.toSpliced(edition, 0, extra), /unexpected file: files\/editions\/three\.pdf/],
      [files.toSpliced(edition, 0, files[edition]!), /in it twice/],
      [files.with(edition, { ...files[edition]!, name: 'files/editions/2.pdf' }), /two\.pdf is missing/],
      [files.slice(0, -1), /manifest is missing/],
      [[...files, extra], /after its end/],
    ]
    // Each failed restore leaves it empty.
    const copy = await newSite()
    for (const [tampered, message] of cases) {
      const archive = await buffer(packTar(tampered))
      await expect(readBackup(Readable.from(archive))).rejects.toThrow(message)
      await expect(restoreBackup(Readable.from(archive), copy)).rejects.toThrow(message)
      expect(await copy.storage.list('')).toEqual([])
      expect((await copy.database.pool.query('select from content_edits')).rowCount).toBe(0)
    }
    await expect(readBackup(Readable.from(await buffer(packTar(files))))).resolves.toMatchObject({ isVerified: true })
  },
  limitMs,
)

test(
  'a backup made before tables were renamed is restored by this version, with every row under its new name',
  async () => {
    const earlier = await newSite(await createEarlierDatabase())
    await put(earlier, 'tracks/k', 'sound')
    const archive = await archiveOf(earlier)
    const copy = await newSite()
    const { pausedMails } = await restoreBackup(Readable.from(archive), copy)
    expect(pausedMails).toBe(1)
    const claims = [
      `mail_outbox where dedupe_key = 'a' and state = 'paused'`,
      `content_edits where action = 'remove' and revision = 2`,
      `orders o join buyer_libraries l on l.id = o.library_id where l.token_hash = 'hash' and action_items = '{disputed,claim}'`,
      `order_events where actor = 'reconcile' and detail = 'found'`,
      `submission_steps where step = 'received'`,
      `subscribers s join suppressions x on x.email_hash = s.email_hash where s.locale = 'en'`,
      `newsletter_engagement_events where classification = 'machine'`,
      `restored_copies where made_at = '${now.toISOString()}'`,
    ]
    const { pool } = copy.database
    for (const claim of claims)
      expect((await pool.query(`select count(*)::int as rows from ${claim}`)).rows, claim).toEqual([{ rows: 1 }])
    const { rows } = await pool.query<{ name: string }>('select name from migrations order by name desc limit 1')
    expect((rows[0]?.name ?? '') > '0040').toBe(true)
    const next = await pool.query(
      `insert into content_edits (kind, key, action, actor) values ('a', 'z', 'reset', 'o') returning revision`,
    )
    expect(Number(next.rows[0]?.revision)).toBe(3)
    expect(await buffer(await copy.storage.open('tracks/k'))).toEqual(Buffer.from('sound'))
  },
  limitMs,
)

test(
  'a backup is restored into a database without tables',
  async () => {
    const site = await newSite()
    await site.database.pool.query(
      `insert into content_edits (kind, key, action, actor) values ('a', 'b', 'reset', 'o')`,
    )
    const archive = await archiveOf(site)
    const emptyFolder = await mkdtemp(join(tmpdir(), 'swade-migrations-'))
    onTestFinished(() => rm(emptyFolder, { recursive: true, force: true }))
    const empty = await createTestDatabase({ migrationsDir: emptyFolder })
    onTestFinished(() => empty.close())
    await restoreBackup(Readable.from(archive), await newSite(empty))
    expect((await empty.pool.query('select kind, key from content_edits')).rows).toEqual([{ kind: 'a', key: 'b' }])
  },
  limitMs,
)

test(
  'a backup in the format without checksums is restored with the types of its files, and reported as not verified',
  async () => {
    const site = await newSite()
    await put(site, 'editions/one.pdf', 'one')
    await put(site, 'editions/two.pdf', 'two')
    const [head, ...files] = await filesOf(await archiveOf(site))
    const { contentTypes, ...old } = JSON.parse(head!.bytes.toString()) as { contentTypes: object }
    expect(Object.keys(contentTypes)).toEqual(['editions/one.pdf', 'editions/two.pdf'])
    const type = (key: string) => ({ name: `files/editions/${key}.pdf@type`, bytes: Buffer.from('application/pdf') })
    const earlier = [
      { name: 'backup.json', bytes: Buffer.from(JSON.stringify({ ...old, format: 1 })) },
      // Before its file, and after it.
      type('one'),
      ...files.slice(0, -1),
      type('two'),
    ]
    const copy = await newSite()
    const { isVerified } = await restoreBackup(packTar(earlier) as AsyncIterable<Buffer>, copy)
    expect(isVerified).toBe(false)
    for (const key of ['editions/one.pdf', 'editions/two.pdf'])
      expect(await copy.storage.stat(key)).toMatchObject({ bytes: 3, contentType: 'application/pdf' })
  },
  limitMs,
)

test('an encrypted backup opens with its secret key only, and every lost or changed byte is detected', async () => {
  const [key, other] = [await createBackupKey(), await createBackupKey()]
  const plain = Buffer.alloc(200_000, 'readable ')
  const encrypted = await buffer(await encryptBackup(Readable.from([plain]), [key.recipient, other.recipient]))
  expect(encrypted.includes('readable')).toBe(false)
  const decrypt = async (bytes: Buffer, identity?: string) =>
    buffer(await decryptBackup(Readable.from([bytes]), identity))
  expect(await decrypt(encrypted, key.identity)).toEqual(plain)
  expect(await decrypt(encrypted, other.identity)).toEqual(plain)
  expect(await decrypt(plain), 'an unencrypted one passes').toEqual(plain)
  await expect(decrypt(encrypted)).rejects.toThrow('Set BACKUP_IDENTITY')
  await expect(decrypt(encrypted, (await createBackupKey()).identity)).rejects.toThrow('cannot be decrypted')
  for (const length of [100, encrypted.length / 2, encrypted.length - 1])
    await expect(decrypt(encrypted.subarray(0, length), key.identity)).rejects.toThrow(/damaged/)
  for (const at of [30, 400, 100_000, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    await expect(decrypt(changed, key.identity)).rejects.toThrow(/damaged/)
  }
})

test('a key that was not copied whole is an error that names its setting', async () => {
  const { identity, recipient } = await createBackupKey()
  const cut = [recipient.slice(0, -1), recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))]
  for (const wrong of cut) {
    const source = Readable.from([Buffer.from('plain')])
    await expect(encryptBackup(source, [recipient, wrong])).rejects.toThrow(
      `BACKUP_RECIPIENTS contains an invalid public key: ${wrong}. Copy all of it, starting with age1.`,
    )
    expect(source.destroyed).toBe(true)
  }
  const encrypted = await buffer(await encryptBackup(Readable.from([Buffer.from('plain')]), [recipient]))
  for (const wrong of ['AGE-SECRET-KEY-1XXX', identity.slice(0, -1), 'AGE-SECRET-KEY-PQ-1XXX'])
    await expect(decryptBackup(Readable.from([encrypted]), wrong)).rejects.toThrow(
      new RestoreError('BACKUP_IDENTITY is not a valid secret key. Copy all of it, starting with AGE-SECRET-KEY.'),
    )
})

test(
  'a restore and its migrations are not subject to request timeouts, however long the files take',
  async () => {
    const earlier = await newSite(await createEarlierDatabase())
    await put(earlier, 'tracks/k', 'sound')
    const archive = await archiveOf(earlier)
    const copy = await newSite()
    const pool = new ConnectionPool(
      { connectionString: copy.database.pool.options.connectionString },
      { info: () => undefined, warn: () => undefined },
      { connectMs: 30_000, statementMs: 30_000, silenceMs: 150 },
    )
    onTestFinished(() => pool.end())
    async function* slowly() {
      yield archive.subarray(0, 10_000)
      await copy.database.pool.query('select pg_sleep(0.5)')
      yield archive.subarray(10_000)
    }
    await restoreBackup(slowly(), { ...copy, database: { pool } })
    expect((await pool.query('select from content_edits')).rowCount).toBe(2)
  },
  limitMs,
)
