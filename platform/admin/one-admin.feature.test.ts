import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { testFolder } from '#platform/database/test-folder.ts'

const migrationsDir = join(import.meta.dirname, '../../db/migrations')
const log = { info: () => {}, warn: () => {} }

/** A database as it was before owner and editors shared their tables, with rows in all four. */
async function databaseOfBefore() {
  const { folder, remove } = testFolder()
  const before = join(folder, 'before')
  mkdirSync(before)
  for (const name of readdirSync(migrationsDir)) {
    if (name.endsWith('.sql') && name < '0034') copyFileSync(join(migrationsDir, name), join(before, name))
  }
  const database = await createTestDatabase({ migrationsDir: before })
  onTestFinished(async () => {
    await database.close()
    await remove()
  })
  await database.pool.query(`
    insert into admin_accounts (id, email, role, password_hash) values ('00000000-0000-4000-8000-00000000000a', 'e@desk.example', 'editor', 'x');
    insert into admin_sessions (token_hash, account_id, created_at, expires_at, revoked_at) values
      ('editor-live', '00000000-0000-4000-8000-00000000000a', '2026-11-20 09:00Z', '2026-11-20 21:00Z', null),
      ('editor-left', '00000000-0000-4000-8000-00000000000a', '2026-11-19 09:00Z', '2026-11-19 21:00Z', '2026-11-19 10:00Z');
    insert into owner_sessions (id, token_hash, email, agent, created_at, seen_at, expires_at) values
      ('00000000-0000-4000-8000-000000000001', 'owner-live', 'owner@a.example', 'Firefox', '2026-11-20 08:00Z', '2026-11-20 08:30Z', '2026-11-20 20:30Z');
    insert into admin_events (actor, act, subject, detail, at) values
      ('e@desk.example', 'issue.send', 'issue:1', '', '2026-11-20 10:00Z'), ('schedule', 'issue.sent', 'issue:1', 'all', '2026-11-20 11:00Z');
    insert into owner_acts (actor, act, subject, detail, at) select 'owner@a.example', 'claim.confirm', 'claim:' || n, 'd' || n,
      '2026-11-20 10:30Z' from generate_series(1, 500) n;
  `)
  return database.pool
}

test('sessions and both logs survive the merge of the tables', async () => {
  const pool = await databaseOfBefore()
  const { applied } = await migrate(pool, { migrationsDir, log })
  expect(applied).toContain('0034_one_admin.sql')

  const sessions = await pool.query(
    `select token_hash, kind, account_id is not null as has_account, email, agent, created_at, seen_at, expires_at, revoked_at
     from admin_sessions order by token_hash`,
  )
  const at = (text: string) => new Date(`2026-11-${text}:00Z`)
  const editor = { kind: 'editor', has_account: true, email: null, agent: '' }
  expect(sessions.rows).toEqual([
    {
      ...editor,
      token_hash: 'editor-left',
      created_at: at('19T09:00'),
      seen_at: at('19T09:00'),
      expires_at: at('19T21:00'),
      revoked_at: at('19T10:00'),
    },
    {
      ...editor,
      token_hash: 'editor-live',
      created_at: at('20T09:00'),
      seen_at: at('20T09:00'),
      expires_at: at('20T21:00'),
      revoked_at: null,
    },
    {
      token_hash: 'owner-live',
      kind: 'owner',
      has_account: false,
      email: 'owner@a.example',
      agent: 'Firefox',
      created_at: at('20T08:00'),
      seen_at: at('20T08:30'),
      expires_at: at('20T20:30'),
      revoked_at: null,
    },
  ])

  const lines = await pool.query<{ actor: string; total: number; first: string }>(
    `select actor, count(*)::int as total, min(act || ' ' || subject || ' ' || detail) as first from audit_log group by actor order by actor`,
  )
  expect(lines.rows).toEqual([
    { actor: 'e@desk.example', total: 1, first: 'issue.send issue:1 ' },
    { actor: 'owner@a.example', total: 500, first: 'claim.confirm claim:1 d1' },
    { actor: 'schedule', total: 1, first: 'issue.sent issue:1 all' },
  ])
  const old = await pool.query(
    `select to_regclass('owner_sessions') as a, to_regclass('owner_acts') as b, to_regclass('admin_events') as c`,
  )
  expect(old.rows).toEqual([{ a: null, b: null, c: null }])
})

test('a session belongs to either the owner or an account', async () => {
  const pool = await databaseOfBefore()
  await migrate(pool, { migrationsDir, log })
  const account = `'00000000-0000-4000-8000-00000000000a'`
  for (const [kind, accountId, email] of [
    ['owner', account, `'o@a.example'`],
    ['owner', 'null', 'null'],
    ['editor', 'null', 'null'],
    ['editor', account, `'o@a.example'`],
    ['editor', 'null', `'o@a.example'`],
  ]) {
    const statement = `insert into admin_sessions (token_hash, kind, account_id, email, expires_at) values ('x', '${kind}', ${accountId}, ${email}, now())`
    await expect(pool.query(statement), statement).rejects.toThrow('admin_sessions_whose')
  }
  await pool.query('delete from admin_accounts')
  expect(
    (await pool.query('select token_hash from admin_sessions')).rows,
    'an account takes its sessions along',
  ).toEqual([{ token_hash: 'owner-live' }])
})
