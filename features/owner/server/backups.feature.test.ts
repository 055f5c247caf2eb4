import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackupStore } from '#platform/backup/backup-store.ts'
import { createBackupKey } from '#platform/backup/encryption.ts'
import { verifyBackup } from '#platform/backup/run-backup.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { startRelay, type Relay } from '#tests/support/relay.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const hourMs = 60 * 60 * 1000
/** A backup contains the whole content folder and takes long. */
const limitMs = 120_000
let now = new Date('2026-11-01T02:00:00Z')
let site: TestSite
let relay: Relay
let folder: string
let key: Awaited<ReturnType<typeof createBackupKey>>

beforeAll(async () => {
  key = await createBackupKey()
  relay = await startRelay()
  folder = await mkdtemp(join(tmpdir(), 'swade-backups-'))
  site = await buildTestSite({
    clock: { now: () => now },
    environment: {
      BACKUP_RECIPIENTS: key.recipient,
      BACKUP_DIR: join(folder, 'backups'),
      BACKUP_KEEP_DAYS: '10',
      SMTP_URL: relay.url,
      OWNER_EMAIL: 'owner@swade.example',
    },
  })
}, limitMs)
afterAll(async () => {
  await site.close()
  await relay.stop()
  await rm(folder, { recursive: true, force: true })
})

const backups = async () => (await readdir(join(folder, 'backups'))).filter((name) => name.endsWith('.age')).toSorted()
const metric = async (name: string) => {
  const { body } = await site.app.inject({ url: '/metrics' })
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]
}
const itemKeys = async () => (await site.services.inbox.list()).items.map((item) => item.key)

test(
  'a scheduled backup is encrypted, can be verified, and is reported in the admin and in the metrics',
  async () => {
    await site.storage.put('editions/secret-book.pdf', Buffer.from('the text of a paid book'), {
      contentType: 'text/plain',
    })
    expect(await site.services.backups.status()).toMatchObject({
      everyHours: 24,
      retentionDays: 10,
      lastSuccess: undefined,
    })
    expect(await metric('backup_last_failed')).toBeUndefined()
    await site.jobs.runNow('owner.make-backup')
    expect(await backups()).toEqual(['swade-2026-11-01t02-00-00z.tar.age'])
    const bytes = await readFile(join(folder, 'backups', (await backups())[0]!))
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    for (const word of ['paid book', 'secret-book', 'mail_outbox']) expect(bytes.includes(word)).toBe(false)
    const store = createBackupStore({ storage: await localStorage(join(folder, 'backups')), folder: '', place: 'here' })
    const read = await verifyBackup(store, { identity: key.identity })
    expect(read).toMatchObject({ name: 'swade-2026-11-01t02-00-00z.tar.age', isVerified: true })
    await expect(verifyBackup(store, { identity: undefined })).rejects.toThrow('Set BACKUP_IDENTITY')
    expect((await site.services.backups.status()).lastSuccess).toMatchObject({
      at: '2026-11-01T02:00:00.000Z',
      name: 'swade-2026-11-01t02-00-00z.tar.age',
    })
    expect(await metric('backup_last_success_timestamp_seconds')).toBe(String(now.getTime() / 1000))
    expect(await metric('backup_last_failed')).toBe('0')
  },
  limitMs,
)

test(
  'old backups are deleted except for the newest, and other files in the folder stay',
  async () => {
    await writeFile(join(folder, 'backups', 'notes.txt'), 'mine')
    const store = createBackupStore({ storage: await localStorage(join(folder, 'backups')), folder: '', place: 'here' })
    for (const day of [2, 5]) await store.write(new Date(Date.UTC(2026, 10, day, 2)), Readable.from(['earlier']))
    now = new Date(Date.UTC(2026, 10, 13, 2))
    await site.jobs.runNow('owner.make-backup')
    expect(await backups()).toEqual(['swade-2026-11-05t02-00-00z.tar.age', 'swade-2026-11-13t02-00-00z.tar.age'])
    expect(await store.deleteOld(new Date('2030-01-01T00:00:00Z'), 1)).toEqual(['swade-2026-11-05t02-00-00z.tar.age'])
    expect(await backups()).toEqual(['swade-2026-11-13t02-00-00z.tar.age'])
    expect(await readFile(join(folder, 'backups', 'notes.txt'), 'utf8')).toBe('mine')
  },
  limitMs,
)

test(
  'a failed and a missing backup are action items',
  async () => {
    expect(await itemKeys()).not.toContain('backup:last')
    now = new Date(now.getTime() + 49 * hourMs)
    const problem = async () => {
      const { items } = await site.services.inbox.list()
      return items.find(({ key }) => key === 'backup:last')
    }
    expect((await problem())?.title).toBe('The backup is overdue')
    // The path is a file instead of a folder, so nothing can be written there.
    await rm(join(folder, 'backups'), { recursive: true })
    await writeFile(join(folder, 'backups'), 'a file')
    await chmod(join(folder, 'backups'), 0o400)
    await expect(site.jobs.runNow('owner.make-backup')).rejects.toThrow('is a file. Set it to a folder.')
    await rm(join(folder, 'backups'))
    const place = join(folder, 'backups')
    const success = `The last successful backup was made ${formatTimestamp('2026-11-13T02:00:00.000Z')}.`
    expect(await problem()).toMatchObject({
      title: 'The last backup failed',
      detail: `BACKUP_DIR ${place} is a file. Set it to a folder. ${success}`,
    })
    expect(await metric('backup_last_failed')).toBe('1')
    const { lastError, lastSuccess } = await site.services.backups.status()
    expect(lastError?.at).toBe(now.toISOString())
    expect(lastSuccess?.at).toBe('2026-11-13T02:00:00.000Z')
  },
  limitMs,
)

test(
  'a restored copy sends the owner’s sign-in code and nothing else until the owner resumes it',
  async () => {
    const { pool } = site.database
    await pool.query(`insert into restored_copies (id, made_at, restored_at) values (1, now(), now())`)
    const mail = (to: string) => JSON.stringify({ to, subject: 'S', html: '<p>x</p>', text: 'x' })
    await pool.query(`insert into mail_outbox (dedupe_key, mail, state, due_at) values ('before', $1, 'paused', $2)`, [
      mail('paused@example.com'),
      now,
    ])
    await pool.query(`insert into mail_outbox (dedupe_key, mail, due_at) values ('job', $1, $2)`, [
      mail('by-job@example.com'),
      now,
    ])
    await site.services.owner.requestCode('owner@swade.example', '192.0.2.2')
    await site.outbox.drain()
    expect(relay.received.map(({ to }) => to)).toEqual(['owner@swade.example'])
    expect((await site.services.backups.status()).restoredFrom).toBeDefined()
    expect(await itemKeys(), 'the failure is that of the original site').not.toContain('backup:last')

    const { items } = await site.services.inbox.list()
    const item = items.find(({ key }) => key === 'restored-copy:site')
    expect(item?.detail).toContain('2 emails are waiting')
    const mails = (await site.services.health.check()).find(({ name }) => name === 'Mail')
    expect(mails?.message).toMatch(/: \d+ sent, 2 paused after a restore$/)
    expect((await site.services.outbox?.list())?.find(({ to }) => to === 'by-job@example.com')?.state).toBe('paused')
    expect(item?.action?.doneMessage).toBe('Emails and background jobs have resumed.')
    await site.services.inbox.runAction('restored-copy:site', 'owner@swade.example')
    await site.outbox.drain()
    const sent = relay.received.map(({ to }) => to)
    expect(sent).toContain('paused@example.com')
    expect(sent).toContain('by-job@example.com')
    expect(await itemKeys()).not.toContain('restored-copy:site')
    await expect(site.services.inbox.runAction('restored-copy:site', 'o')).rejects.toMatchObject({ code: 'conflict' })
  },
  limitMs,
)
