import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase } from './test-database.ts'
import { testFolder } from './test-folder.ts'

const migrationsDir = join(import.meta.dirname, '../../db/migrations')
const log = { info: () => {}, warn: () => {} }
const id = (last: string) => `'00000000-0000-4000-8000-00000000000${last}'`

/** Creates a database of migration 0034 with a row in every renamed table and column. */
async function createEarlierDatabase() {
  const { folder, remove } = testFolder()
  const before = join(folder, 'before')
  mkdirSync(before)
  for (const name of readdirSync(migrationsDir))
    if (name.endsWith('.sql') && name < '0035') copyFileSync(join(migrationsDir, name), join(before, name))
  const database = await createTestDatabase({ migrationsDir: before })
  onTestFinished(async () => {
    await database.close()
    await remove()
  })
  await database.pool.query(`
    insert into mail_outbox (dedupe_key, mail, state) values ('a', '{}', 'held'), ('b', '{}', 'queued');
    insert into content_edits (kind, key, act, data, actor) values ('artist', 'a', 'save', '{"n":1}', 'o'), ('artist', 'a', 'remove', null, 'o');
    insert into audit_log (actor, act, subject) values ('o', 'claim.confirm', 'claim:1');
    insert into shelves (id, token_hash) values (${id('1')}, 'hash');
    insert into orders (id, code, book_id, book_title, price_cents, provider, state, shelf_id, origin, client_fingerprint, needs_owner)
      values (${id('2')}, 'SW-1', 'b', 'B', 999, 'stripe', 'fulfilled', ${id('1')}, 'o', 'client', '{disputed,claim}');
    insert into order_moves (order_id, to_state, actor, detail, at) values (${id('2')}, 'created', 'buyer', 'sweep', '2026-11-20 09:00Z'),
      (${id('2')}, 'fulfilled', 'sweep', 'found', '2026-11-20 10:00Z');
    insert into order_disputes (id, order_id, standing, told_at) values ('dp', ${id('2')}, 'open', '2026-11-21 09:00Z');
    insert into entitlements (id, order_id, book_id) values (${id('3')}, ${id('2')}, 'b');
    insert into shelf_entitlements (shelf_id, entitlement_id) values (${id('1')}, ${id('3')});
    insert into submissions (id, token, state, artist_name, artist_email, song_title, genre, consent_text, consented_at, consent_address, file_name, audio_key, audio_bytes, audio_sha256, facts)
      values (${id('4')}, 't', (select min(e) from unnest(enum_range(null::submission_state)) e), 'A', 'a@a.example', 'S', 'g', 'yes', now(), '', 'f', 'k', 1, 'h', '{}');
    insert into submission_moves (submission_id, step, actor) values (${id('4')}, 'received', 'artist');
    insert into subscribers (id, email, status, frequency, counts_reading, token) values (${id('5')}, 'reader@a.example', 'suppressed', 'monthly', false, 't');
    insert into subscriber_events (subscriber_id, kind, client_fingerprint) values (${id('5')}, 'subscribed', 'client');
    insert into suppressions (email_fingerprint, reason, at) values (address_fingerprint('reader@a.example'), 'by-desk', now()), ('x', 'bounce', now());
    insert into newsletter_issues (id, slug, title, content, created_by, created_at, updated_at, blocks_settled_at)
      values (${id('6')}, 's', 'T', '{}', 'o', now(), now(), '2026-11-20 09:00Z');
    insert into newsletter_deliveries (id, issue_id, subscriber_id, email, due_at) values (${id('7')}, ${id('6')}, ${id('5')}, 'reader@a.example', now());
    insert into newsletter_readings (delivery_id, issue_id, kind, verdict, at) values (${id('7')}, ${id('6')}, 'open', 'machine', now());
    insert into newsletter_reading_hours (issue_id, hour, opens, clicks) values (${id('6')}, '2026-11-20 09:00Z', 3, 2);
    insert into newsletter_tallies values (${id('6')}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    insert into newsletter_sending_settings (id, is_held, held_reason) values (1, true, 'Restored.');
    insert into newsletter_returned_mails (delivery_id, kind, subject, sender, excerpt, fingerprint, at) values (${id('7')}, 'k', 's', 'f', 'e', 'print', now());
    insert into token_price_turns (name, due_at, revision) values ('prices', now(), 41);
    insert into token_price_sources (name, trouble, rest_until) values ('jupiter', 'HTTP 429', '2026-11-20 09:00Z');
    insert into platform_sites (url, asked_at, due_at, trouble) values ('https://p.example', '2026-11-20 09:00Z', now(), 'HTTP 500');
    insert into artist_posters (youtube_id, due_at, trouble) values ('y', now(), 'HTTP 404');
    insert into owner_links (url, asked_at, trouble) values ('https://l.example', '2026-11-20 09:00Z', 'HTTP 410');
    insert into owner_dismissals (need_key, said) values ('mail', 'hash');
    insert into radio_tracks (id, title, artist, storage_key, duration_seconds, outside_state, outside_media_id, outside_fault, outside_tries, next_try_at, outside_plays, outside_play_id, outside_peak_listeners, outside_last_played_at)
      values ('submission:1', 'S', 'A', 'k', 60, 'failed', 'm', 'HTTP 500', 2, '2026-11-20 09:00Z', 3, 4, 5, '2026-11-20 09:00Z');
    insert into radio_sounds (recording_id, source, title, artist, tries, next_try_at) values ('submission:1', 'k', 'S', 'A', 6, '2026-11-20 09:00Z');
    insert into book_editions (book_id, sha256, unstamped_at, storage_key, bytes, page_count, page_sizes, outline, is_current)
      values ('b', 'h', '2026-11-20 09:00Z', 'k', 1, 1, '[]', '[]', true);
  `)
  return database.pool
}

test('every row of an earlier database has its values under the new names', async () => {
  const pool = await createEarlierDatabase()
  const { applied } = await migrate(pool, { migrationsDir, log })
  expect(applied[0]).toBe('0035_plain_names.sql')
  const at = `'2026-11-20 09:00Z'`
  const claims = [
    `mail_outbox where dedupe_key = 'a' and state = 'paused'`,
    `mail_outbox where dedupe_key = 'b' and state = 'queued'`,
    `content_edits where action = 'save' and data = '{"n":1}'`,
    `content_edits where action = 'remove' and revision = 2`,
    `audit_log where action = 'claim.confirm'`,
    `orders o join buyer_libraries l on l.id = o.library_id where l.token_hash = 'hash' and client_hash = 'client' and action_items = '{disputed,claim}'`,
    `order_events where actor = 'reconcile' and detail = 'found'`,
    `order_events where actor = 'buyer' and detail = 'sweep'`,
    `order_disputes where status = 'open' and reported_at = '2026-11-21 09:00Z'`,
    `library_entitlements where library_id = ${id('1')} and entitlement_id = ${id('3')}`,
    `submission_steps where step = 'received'`,
    `subscribers s join suppressions x on x.email_hash = s.email_hash where x.reason = 'by-admin' and s.frequency = 'monthly' and not counts_engagement`,
    `suppressions where email_hash = 'x' and reason = 'bounce'`,
    `subscriber_events where client_hash = 'client'`,
    `newsletter_issues where blocks_resolved_at = ${at}`,
    `newsletter_engagement_events where classification = 'machine'`,
    `newsletter_engagement_hours where opens = 3 and clicks = 2`,
    `newsletter_issue_aggregates where delivered = 1 and machine_clicks = 10`,
    `newsletter_sending_settings where is_paused and paused_reason = 'Restored.'`,
    `newsletter_returned_mails where content_hash = 'print'`,
    `token_price_leases where revision = 41`,
    `token_price_sources where error = 'HTTP 429' and cooldown_until = ${at}`,
    `platform_sites where error = 'HTTP 500' and checked_at = ${at}`,
    `artist_posters where error = 'HTTP 404'`,
    `owner_links where error = 'HTTP 410' and checked_at = ${at}`,
    `owner_snoozes where item_key = 'mail' and text_hash = 'hash'`,
    `radio_tracks where (external_state, external_media_id, external_error, external_attempts) = ('failed', 'm', 'HTTP 500', 2) and next_attempt_at = ${at} and (external_plays, external_play_id, external_peak_listeners) = (3, 4, 5) and external_last_played_at = ${at}`,
    `radio_sounds where attempts = 6 and next_attempt_at = ${at}`,
    `book_editions where unwatermarked_at = ${at}`,
  ]
  for (const claim of claims)
    expect((await pool.query(`select count(*)::int as rows from ${claim}`)).rows, claim).toEqual([{ rows: 1 }])
})

test('indexes, constraints, types and triggers carry the new names', async () => {
  const pool = await createEarlierDatabase()
  await migrate(pool, { migrationsDir, log })
  const { rows } = await pool.query(`
    select name from (
      select relname::text from pg_class where relnamespace = 'public'::regnamespace
      union select conname from pg_constraint where connamespace = 'public'::regnamespace
      union select typname from pg_type where typnamespace = 'public'::regnamespace
      union select proname from pg_proc where pronamespace = 'public'::regnamespace
      union select tgname from pg_trigger where not tgisinternal
      union select attname from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and relkind = 'r' and not attisdropped
    ) as names(name)
    where name ~ '(^|_)(shelf|shelves|moves|needs|fingerprint|told|standing|readings?|verdict|tallies|held|letter|trouble|rest|try|tries|outside|unstamped|dismissals|turns|asked|said|act)(_|$)'`)
  expect(rows).toEqual([])
})

test('a write to the lease of the prices notifies the topic that processes follow', async () => {
  const pool = await createEarlierDatabase()
  await migrate(pool, { migrationsDir, log })
  const client = await pool.connect()
  try {
    const heard: (string | undefined)[] = []
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.query('listen site_changes')
    await client.query('update token_price_leases set revision = revision + 1')
    await client.query('select 1')
    expect(heard).toEqual(['token_price_leases'])
  } finally {
    client.release(true)
  }
})
