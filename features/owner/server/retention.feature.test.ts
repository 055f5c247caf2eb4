import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashValue } from '#platform/secrets.ts'
import { startRelay, type Relay } from '#tests/support/relay.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const dayMs = 24 * 60 * 60 * 1000
const begin = new Date('2026-01-05T12:00:00Z')
const limitMs = 60_000
let now = begin
let site: TestSite
let relay: Relay

beforeAll(async () => {
  relay = await startRelay()
  site = await buildTestSite({
    clock: { now: () => now },
    environment: { SMTP_URL: relay.url, OWNER_EMAIL: 'owner@swade.example' },
  })
}, limitMs)
afterAll(async () => {
  await site.close()
  await relay.stop()
})

const applyAfter = async (days: number) => {
  now = new Date(begin.getTime() + days * dayMs)
  await site.jobs.runNow('owner.apply-retention')
}

/** Returns every text of every table in one string, without the database's own catalog. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await site.database.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await site.database.pool.query<{ text: string | null }>(
      `select string_agg(row_to_json(t)::text, E'\\n') as text from ${name} t`,
    )
    texts.push(`${name} ${rows[0]?.text ?? ''}`)
  }
  return texts.join('\n')
}

test(
  'the text of a mail is deleted once the server has accepted it; a sign-in code also when it was rejected',
  async () => {
    relay.behave = (to) => (to === 'refused@example.com' ? { recipient: 550, reply: `<${to}>: no such user` } : 'takes')
    await site.services.owner.requestCode('owner@swade.example', '192.0.2.1')
    await site.outbox.drain()
    // The headers of a mail can contain eight digits of their own.
    const { text = '' } = await PostalMime.parse(relay.received.at(-1)?.raw ?? '')
    const code = /\b\d{8}\b/.exec(text)?.[0]
    expect(code, 'the code was in the mail').toBeDefined()
    expect(await wholeDatabase()).not.toContain(code)
    const mail = (to: string) =>
      JSON.stringify({ to, subject: 'Book', html: '<p>secret-link</p>', text: 'secret-link' })
    const enqueue = (key: string, to: string) =>
      site.database.pool.query(
        `insert into mail_outbox (dedupe_key, mail, due_at, created_at) values ($1, $2, $3, $3)`,
        [key, mail(to), now],
      )
    await enqueue('book', 'buyer@example.com')
    await enqueue('owner-code:x', 'refused@example.com')
    await site.outbox.drain()
    expect(await wholeDatabase()).not.toContain('secret-link')
    expect(relay.received.at(-1)?.raw).toContain('secret-link')
    // A failed mail can be sent again for a month.
    await enqueue('failed', 'refused@example.com')
    await site.outbox.drain()
    const { rows: failed } = await site.database.pool.query(`select state from mail_outbox where dedupe_key = 'failed'`)
    expect(failed).toEqual([{ state: 'failed' }])
    // The database uses its own clock.
    await site.database.pool.query('update mail_outbox set created_at = due_at where created_at > $1', [
      new Date(begin.getTime() + 30 * dayMs),
    ])
    await applyAfter(29)
    expect(await wholeDatabase()).toContain('secret-link')
    await applyAfter(31)
    expect(await wholeDatabase()).not.toContain('secret-link')
    expect(await wholeDatabase(), 'sign-in codes').not.toContain('owner-code:')
    await applyAfter(89)
    expect(await wholeDatabase()).toContain('buyer@example.com')
    await applyAfter(91)
    for (const address of ['buyer@example.com', 'refused@example.com'])
      expect(await wholeDatabase()).not.toContain(address)
    expect((await site.database.pool.query(`select from mail_outbox where dedupe_key = 'book'`)).rowCount).toBe(1)
    now = begin
  },
  limitMs,
)

test(
  'after a year the database contains nothing past its retention, and everything that is still needed',
  async () => {
    const { pool } = site.database
    const id = (last: string) => `'00000000-0000-4000-8000-0000000000${last}'`
    const at = `'${begin.toISOString()}'::timestamptz`
    await pool.query(`
      insert into rate_limits (key, points, expire) values ('gone-rate', 1, extract(epoch from ${at}) * 1000), ('kept-rate-forever', 1, null);
      insert into owner_codes (code_hash, expires_at) values ('gone-code', ${at});
      insert into admin_sessions (token_hash, kind, email, expires_at) values ('gone-session', 'owner', 'o@kept.example', ${at}),
        ('kept-session', 'owner', 'o@kept.example', ${at} + interval '2 years');
      insert into audit_log (actor, action, subject, at) values ('kept-actor', 'a', 's', ${at}), ('gone-actor', 'a', 's', ${at} - interval '2 years');
      insert into buyer_libraries (id, token_hash, created_at) values (${id('01')}, 'kept-library', ${at}), (${id('02')}, 'gone-library', ${at} - interval '100 days');
      insert into orders (id, code, book_id, book_title, price_cents, provider, state, email, origin, session_url, session_expires_at, client_hash, created_at, paid_at, action_items) values
        (${id('03')}, 'SW-PAID', 'b', 'B', 999, 'stripe', 'fulfilled', 'paid@kept.example', 'o', 'https://gone.session', ${at}, 'gone-client', ${at}, ${at}, '{}'),
        (${id('04')}, 'SW-LEFT', 'b', 'B', 999, 'stripe', 'expired', 'left@gone.example', 'o', '', null, 'gone-client', ${at}, null, '{}'),
        (${id('05')}, 'SW-OPEN', 'b', 'B', 999, 'cashapp', 'pending', 'claim@kept.example', 'o', '', null, '', ${at}, null, '{claim}'),
        (${id('06')}, 'SW-OLD', 'b', 'B', 999, 'stripe', 'fulfilled', 'old@gone.example', 'o', '', null, '', ${at} - interval '10 years', ${at} - interval '10 years', '{}');
      insert into entitlements (id, order_id, book_id) values (${id('07')}, ${id('03')}, 'b');
      insert into library_entitlements (library_id, entitlement_id) values (${id('01')}, ${id('07')});
      insert into access_links (token_hash, entitlement_id, revoked_at) values ('kept-link', ${id('07')}, null), ('gone-link', ${id('07')}, ${at});
      insert into provider_events (id, provider, type, received_at) values ('kept-event', 'stripe', 't', ${at}), ('gone-event', 'stripe', 't', ${at} - interval '100 days');
      insert into withdrawals (name, email, contract, declared_at) values ('Kept Name', 'w@kept.example', 'c', ${at}), ('Gone Name', 'w@gone.example', 'c', ${at} - interval '10 years');
      insert into test_sessions (id, request, idempotency_key, email, expires_at) values ('s', '{}', 'k', 'test@gone.example', ${at});
      insert into subscribers (id, email, status, created_at) values
        (${id('11')}, 'reader@kept.example', 'subscribed', ${at} - interval '9 years'), (${id('12')}, 'pending@gone.example', 'pending', ${at}),
        (${id('13')}, 'left@kept.example', 'unsubscribed', ${at} - interval '9 years'), (${id('14')}, 'left@gone.example', 'unsubscribed', ${at} - interval '9 years');
      insert into subscriber_events (subscriber_id, kind, client_hash, at) values (${id('13')}, 'unsubscribed', 'kept-client', ${at}),
        (${id('14')}, 'unsubscribed', '', ${at} - interval '3 years'), (${id('11')}, 'signed-up', 'gone-client', ${at} - interval '100 days');
      insert into newsletter_issues (id, slug, title, content, created_by, created_at, updated_at) values (${id('21')}, 'old', 'T', '{}', 'o', now(), now()), (${id('22')}, 'new', 'T', '{}', 'o', now(), now());
      insert into newsletter_deliveries (id, issue_id, subscriber_id, email, state, response, due_at) values
        (${id('23')}, ${id('21')}, ${id('11')}, 'reader@gone.example', 'sent', 'gone-response', ${at} - interval '100 days'),
        (${id('24')}, ${id('22')}, ${id('11')}, 'reader@kept.example', 'sent', 'kept-response', ${at});
      insert into newsletter_engagement_events (delivery_id, issue_id, kind, classification, reason, client, at) values
        (${id('23')}, ${id('21')}, 'open', 'human', 'gone-reason', 'gone-visitor', ${at} - interval '100 days'), (${id('24')}, ${id('22')}, 'open', 'human', 'kept-reason', 'gone-visitor', ${at});
      insert into newsletter_returned_mails (delivery_id, kind, subject, sender, excerpt, content_hash, at, settled_at) values
        (${id('24')}, 'k', 's', 'x@gone.example', 'e', '1', ${at}, ${at}), (${id('24')}, 'k', 's', 'y@gone.example', 'e', '2', ${at}, null);
      insert into submissions (id, state, artist_name, artist_email, song_title, genre, consent_text, consented_at, consent_address, file_name, audio_key, audio_bytes, audio_sha256, facts, created_at, decided_at) values
        (${id('31')}, 'declined', 'Kept Artist', 'declined@gone.example', 'S', 'g', 'y', ${at}, '203.0.113.1', 'f', 'k', 1, 'h', '{}', ${at}, ${at}),
        (${id('32')}, 'accepted', 'A', 'accepted@kept.example', 'S', 'g', 'y', ${at}, '203.0.113.2', 'f', 'k', 1, 'h', '{}', ${at} - interval '100 days', ${at});
    `)
    await applyAfter(366)
    const database = await wholeDatabase()
    expect(database.match(/[\w.@-]*gone[\w.@-]*/gi) ?? []).toEqual([])
    for (const address of ['203.0.113.1', '203.0.113.2']) expect(database).not.toContain(address)
    const kept = ['rate-forever', 'session', 'actor', 'library', 'link', 'event', 'response', 'reason', 'client']
    for (const name of kept) expect(database).toContain(`kept-${name}`)
    for (const name of ['paid', 'claim', 'reader', 'left', 'accepted', 'w'])
      expect(database).toContain(`${name}@kept.example`)
    for (const text of ['Kept Name', 'Kept Artist', 'SW-OLD', 'SW-LEFT']) expect(database).toContain(text)
    // An import must not subscribe a person again who has unsubscribed.
    const { rows } = await pool.query('select email_hash from suppressions')
    expect(rows).toEqual([{ email_hash: hashValue('left@gone.example') }])
    // Engagement is still counted for the issue.
    expect((await pool.query(`select from newsletter_engagement_events`)).rowCount).toBe(2)
  },
  limitMs,
)

test('docs/security.md states every retention, and no other', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../../docs/security.md'), 'utf8')
  const section = text.split('## Retention')[1]?.split('\n## ')[0] ?? ''
  const stated = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| data'))
    .map((line) =>
      line
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.trim()),
    )
    .map(([data, period, then]) => `${data} | ${period} | ${then}`)
  const rules = site.collect('retention').flatMap((list) => list)
  expect(stated).toEqual(rules.map(({ data, days, outcome }) => `${data} | ${periodOf(days)} | ${outcome}`))
})

function periodOf(days: number): string {
  if (days === 0) return 'at once'
  if (days % 365 === 0 || days === 3653) return days < 730 ? '1 year' : `${Math.floor(days / 365)} years`
  return days === 1 ? '1 day' : `${days} days`
}
