import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#platform/database/test-database.ts'

const migrations = resolve(import.meta.dirname, '../../../../db/migrations')

test('earlier disputes in the log and earlier refunds are migrated to amounts', async () => {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()
  const at = names.findIndex((name) => name.endsWith('_order_amounts.sql'))
  const before = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(before, { recursive: true, force: true }))
  for (const name of names.slice(0, at)) await cp(join(migrations, name), join(before, name))
  const { pool, close } = await createTestDatabase({ migrationsDir: before })
  onTestFinished(close)
  const make = async (code: string, state: string, refundedCents: number, details: string[]) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into orders (code, book_id, book_title, price_cents, provider, state, origin, paid_cents, refunded_cents, dispute_due_at)
       values ($1, 'b', 'B', 999, 'stripe', $2::text::order_state, 'o', 999, $3, case when $2::text = 'disputed' then '2026-12-01T00:00Z'::timestamptz end) returning id`,
      [code, state, refundedCents],
    )
    for (const [index, detail] of details.entries())
      await pool.query(
        `insert into order_moves (order_id, from_state, to_state, actor, detail, at)
         values ($1, 'paid', 'paid', 'webhook', $2, '2026-11-20T00:00Z'::timestamptz + $3 * interval '1 minute')`,
        [rows[0]!.id, detail, index],
      )
  }
  await make('runs', 'disputed', 0, ['pi_1', 'dispute dp_a', 'disputed: dispute dp_a; answer it at the provider'])
  await make('lost', 'refunded', 999, ['dispute dp_b', 'dispute dp_b lost', 'dispute-lost: dispute dp_b lost'])
  await make('won', 'fulfilled', 0, ['dispute dp_c', 'dispute dp_c won'])
  await make('part', 'fulfilled', 300, ['partly-refunded: 300 of 999 cents were given back'])
  await make('back', 'refunded', 999, ['given back by the owner'])

  const statements = (await readFile(join(migrations, names[at]!), 'utf8')).split('--> statement-breakpoint')
  for (const statement of statements) await pool.query(statement)
  const disputes = await pool.query(
    `select o.code, d.id, d.standing, d.amount_cents as amount, d.due_at as due from order_disputes d join orders o on o.id = d.order_id order by d.id`,
  )
  expect(disputes.rows).toEqual([
    { code: 'runs', id: 'dp_a', standing: 'open', amount: null, due: new Date('2026-12-01T00:00Z') },
    { code: 'lost', id: 'dp_b', standing: 'lost', amount: null, due: null },
    { code: 'won', id: 'dp_c', standing: 'won', amount: null, due: null },
  ])
  const orders = await pool.query('select code, given_back_cents as given from orders order by code')
  expect(orders.rows).toEqual([
    { code: 'back', given: 999 },
    { code: 'lost', given: 0 },
    { code: 'part', given: 300 },
    { code: 'runs', given: 0 },
    { code: 'won', given: 0 },
  ])
})
