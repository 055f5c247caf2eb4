import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#platform/backup/make-backup.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { testFolder } from '#platform/database/test-folder.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { createDeliveryAddresses } from '#features/delivery/server/engagement/delivery-addresses.ts'
import { buildTestSite } from '#tests/support/test-site.ts'

const migrationsDir = join(import.meta.dirname, '../db/migrations')
const log = { info: () => undefined, warn: () => undefined }
const limitMs = 120_000

/** Tokens that were mailed before links were signed, and the key that counted links were signed with. */
const mailed = {
  subscriber: randomBytes(24).toString('base64url'),
  submission: randomBytes(24).toString('base64url'),
  tracking: randomBytes(32),
}
const deliveryId = '00000000-0000-4000-8000-00000000000d'

/** A database of the migration before `0042`, with a person, a track and a sent issue. */
async function createEarlierSite() {
  const { folder, remove } = testFolder()
  const before = join(folder, 'before')
  mkdirSync(before)
  for (const name of readdirSync(migrationsDir))
    if (name.endsWith('.sql') && name < '0042') copyFileSync(join(migrationsDir, name), join(before, name))
  const database = await createTestDatabase({ migrationsDir: before })
  onTestFinished(async () => {
    await database.close()
    await remove()
  })
  const issue = '00000000-0000-4000-8000-00000000000e'
  await database.pool.query(`
    insert into subscribers (email, status, token) values ('earlier@example.com', 'subscribed', '${mailed.subscriber}');
    insert into submissions (token, state, artist_name, artist_email, song_title, genre, consent_text, consented_at, consent_address, file_name, audio_key, audio_bytes, audio_sha256, facts)
      values ('${mailed.submission}', 'in_review', 'A', 'a@a.example', 'Earlier Song', 'pop', 'yes', now(), '', 'f', 'submissions/k.mp3', 1, 'h', '{"durationSeconds":30}');
    insert into newsletter_issues (id, slug, title, content, created_by, created_at, updated_at, status, sent_at) values ('${issue}', 's', 'T', '{}', 'o', now(), now(), 'sent', now());
    insert into newsletter_links (issue_id, number, url) values ('${issue}', 1, 'https://target.example/');
    insert into newsletter_deliveries (id, issue_id, email, due_at, state) values ('${deliveryId}', '${issue}', 'earlier@example.com', now(), 'sent');
    insert into newsletter_keys (name, key) values ('tracking', '${mailed.tracking.toString('base64url')}');
    insert into mail_outbox (dedupe_key, mail, state) values ('waiting', '{"to":"w@example.com","subject":"S","html":"<p>https://x.example/my-books/open/waiting-secret</p>","text":"waiting-secret"}', 'failed')`)
  return { database, folder }
}

/** Opens every earlier link on a site that runs on a database. */
async function openEarlierLinks(database: Database) {
  const site = await buildTestSite({ connect: async () => ({ ...database, close: async () => undefined }) })
  onTestFinished(() => site.close())
  const { subscribers, newsletterPreferences, submissions } = site.services
  expect(await newsletterPreferences.find(mailed.subscriber)).toMatchObject({ status: 'subscribed' })
  expect(await submissions.status(mailed.submission)).toMatchObject({ texts: { song_title: 'Earlier Song' } })
  const { link } = createDeliveryAddresses({ key: mailed.tracking, origin: '', bounceAddress: 'b@x.example' })
  const followed = await site.app.inject(link(deliveryId, 1))
  expect([followed.statusCode, followed.headers.location]).toEqual([302, 'https://target.example/'])
  const oneClick = `/api/newsletter/unsubscribe/${mailed.subscriber}`
  expect((await site.app.inject({ method: 'POST', url: oneClick, payload: '' })).statusCode).toBe(200)
  const { rows } = await database.pool.query<{ id: string }>('select id from subscribers')
  const token = await site.linkTokens.write('subscriber', rows[0]!.id)
  expect(await subscribers.findByToken(token), 'the links of later mails').toMatchObject({ status: 'unsubscribed' })
  return site
}

/** All rows of all tables, as text. */
async function dump({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows.length).toBeGreaterThan(50)
  const texts = rows.map(
    async ({ name }) => (await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows,
  )
  return (await Promise.all(texts))
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

test(
  'links that were mailed before links were signed keep opening after the update, and their tokens are gone',
  async () => {
    const { database } = await createEarlierSite()
    await migrate(database.pool, { migrationsDir, log })
    await openEarlierLinks(database)
    const stored = await dump(database)
    for (const secret of [mailed.subscriber, mailed.submission, mailed.tracking.toString('base64url')])
      expect(stored).not.toContain(secret)
  },
  limitMs,
)

test(
  'they keep opening on a site that was restored from a backup of that time',
  async () => {
    const { database, folder } = await createEarlierSite()
    const storage = await localStorage(join(folder, 'files'))
    const backup = await buffer(
      await makeBackup({ database, storage, dataDir: folder, contentDir: join(folder, 'none'), now: new Date() }),
    )
    const copy = await createTestDatabase({ migrationsDir })
    onTestFinished(() => copy.close())
    const target = { storage: await localStorage(join(folder, 'copy')), dataDir: folder, migrationsDir }
    await restoreBackup(Readable.from(backup), { database: copy, ...target })
    await openEarlierLinks(copy)
  },
  limitMs,
)
