import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createEarlierDatabase } from './test-earlier-database.ts'

const migrationsDir = join(import.meta.dirname, '../../db/migrations')
const log = { info: () => {}, warn: () => {} }
const id = (last: string) => `'00000000-0000-4000-8000-00000000000${last}'`

test('every row of an earlier database has its values under the new names', async () => {
  const { pool } = await createEarlierDatabase()
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
  const { pool } = await createEarlierDatabase()
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

test('a write to the price lease notifies the topic that processes subscribe to', async () => {
  const { pool } = await createEarlierDatabase()
  await migrate(pool, { migrationsDir, log })
  const client = await pool.connect()
  try {
    const payloads: (string | undefined)[] = []
    client.on('notification', ({ payload }) => payloads.push(payload))
    await client.query('listen site_changes')
    await client.query('update token_price_leases set revision = revision + 1')
    await client.query('select 1')
    expect(payloads).toEqual(['token_price_leases'])
  } finally {
    client.release(true)
  }
})
