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
import { createTestShop } from '#features/checkout/server/test-shop.ts'
import { shortTrack } from '#features/submissions/server/upload/test-files.ts'
import { send } from '#features/submissions/server/upload/test-form.ts'
import { ownerCookie } from '#tests/support/sign-in-owner.ts'
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

const canary = {
  to: 'canary@example.com',
  subject: 'Canary',
  html: '',
  text: `12345678-canary https://example.com/my-books/open/${randomBytes(24).toString('base64url')}`,
}

/** A database of the migration before `0045`, with a person, a track and a sent issue. */
async function createEarlierSite() {
  const { folder, remove } = testFolder()
  const before = join(folder, 'before')
  mkdirSync(before)
  for (const name of readdirSync(migrationsDir))
    if (name.endsWith('.sql') && name < '0045') copyFileSync(join(migrationsDir, name), join(before, name))
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
  'no table contains the value of a mailed link, whether the mail is sent or waiting',
  async () => {
    const shop = await createTestShop()
    onTestFinished(() => shop.close())
    const { site } = shop
    const someone = { first_name: 'Ada', last_name: '' }
    const origin = { form: 'api' as const, clientAddress: '198.51.100.7' }
    await site.services.subscribers.subscribe({ email: 'reader@example.com', ...someone }, origin)
    await send(site.app, shortTrack, { from: '198.51.100.8', fields: { artist_email: 'artist@example.com' } })
    await shop.buy('buyer@example.com')
    await shop.post('/api/my-books/find', { email: 'buyer@example.com' })
    await ownerCookie(site)
    await site.outbox.drain()
    // One that waits, and one that the mail server refused.
    await site.outbox.enqueue(site.database.db, 'waiting', canary, new Date(Date.now() + 3_600_000))
    await site.database.pool.query(`update mail_outbox set state = 'failed' where dedupe_key like 'order:%'`)

    const mails = (await site.outbox.list(1000)).map(({ mail }) => `${mail.text} ${mail.unsubscribeUrl ?? ''}`)
    const all = mails.join('\n')
    const secrets = new Set(
      [...all.matchAll(/\/(?:my-books\/open|submission|newsletter\/\w+)\/([\w-]{32,})/g)].map(
        ([, token = '']) => token,
      ),
    )
    const kinds = [
      'my-books/open/',
      '/submission/',
      'newsletter/unsubscribe/',
      'newsletter/preferences/',
      '12345678-canary',
    ]
    for (const kind of kinds) expect(all).toContain(kind)
    expect(secrets.size, 'two links to the book, the subscriber, the track and the canary').toBeGreaterThanOrEqual(5)
    const stored = await dump(site.database)
    expect(stored).toContain('buyer@example.com')
    for (const secret of secrets) expect(stored).not.toContain(secret)
    expect(stored).not.toContain('12345678-canary')
  },
  limitMs,
)

test(
  'links mailed before links were signed still open after the update, and their tokens are deleted',
  async () => {
    const { database } = await createEarlierSite()
    await migrate(database.pool, { migrationsDir, log })
    const site = await openEarlierLinks(database)
    await site.outbox.drain()
    const stored = await dump(database)
    expect(stored).toContain('w@example.com')
    for (const secret of [
      mailed.subscriber,
      mailed.submission,
      mailed.tracking.toString('base64url'),
      'waiting-secret',
    ])
      expect(stored).not.toContain(secret)
  },
  limitMs,
)

test(
  'earlier links still open on a site that was restored from a backup of that time',
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
