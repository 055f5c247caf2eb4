import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createTestDatabase } from './test-database.ts'
import { testFolder } from './test-folder.ts'

const migrationsDir = join(import.meta.dirname, '../../db/migrations')
const id = (last: string) => `'00000000-0000-4000-8000-00000000000${last}'`

/** Creates a database of migration 0034 with a row in every renamed table and column. */
export async function createEarlierDatabase() {
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
  return database
}
