import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { addIssue, addReaders, emptyNewsletter } from './test-issues.ts'
import {
  touchSender,
  claimDeliveries,
  finishDelivery,
  ensureSlots,
  findStage,
  deleteSender,
  releaseClaims,
  releaseSlots,
  listOwnDeliveries,
  recordProgress,
  confirmDelivered,
  acquireSlots,
  recoverAbandoned,
} from './queries.ts'

let database: Database
let id: string
const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-21T12:05:00Z')
const restoredCopy = `INSERT INTO restored_copies (id, made_at, restored_at) VALUES (1, now(), now())`
const [worker, other] = ['worker', 'other']

beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: join(import.meta.dirname, '../../../../db/migrations') })
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyNewsletter(database)
  await database.pool.query('TRUNCATE newsletter_sending_slots, restored_copies')
  await addReaders(database, 3)
  id = await addIssue(database)
  await database.pool.query(`UPDATE newsletter_issues SET status = 'sending' WHERE id = $1`, [id])
  await database.pool.query(
    `INSERT INTO newsletter_deliveries (issue_id, subscriber_id, email, due_at) SELECT $1, id, email, $2 FROM subscribers`,
    [id, now],
  )
})

const run = (statement: string, values: unknown[] = []) =>
  database.pool.query<Record<string, unknown>>(statement, values)
const claim = (limit = 10, by = worker) => claimDeliveries(database.db, { issueId: id, worker: by, now, limit })
const mark = (leaving: string[], taken: { id: string; response: string }[] = [], by = worker) =>
  recordProgress(database.db, { worker: by, now: later, leaving, taken })
/** Returns the given columns of the deliveries, in the order of their subscribers. */
const deliveries = async (columns: string) =>
  (await run(`SELECT ${columns} FROM newsletter_deliveries WHERE issue_id = $1 ORDER BY email`, [id])).rows
const put = (reader: number, values: string) =>
  run(`UPDATE newsletter_deliveries SET ${values} WHERE email = $1`, [emailOf(reader)])
const emailOf = (reader: number) => `reader-${reader}@example.com`
const idOf = async (reader: number) =>
  String((await run('SELECT id FROM newsletter_deliveries WHERE email = $1', [emailOf(reader)])).rows[0]?.['id'])

test('deliveries are claimed once, earliest first, with their recipient’s values', async () => {
  await put(2, `due_at = '2026-11-21T11:00:00Z', attempts = 2`)
  await put(1, `due_at = '2026-11-21T11:30:00Z'`)
  const { claims, touched } = await claim(1)
  expect([claims, touched]).toMatchObject([
    [
      {
        email: emailOf(2),
        attempts: 3,
        firstName: 'Reader 2',
        subscriberId: expect.stringMatching(/^[\w-]{36}$/),
        allowsTracking: true,
      },
    ],
    1,
  ])
  for (const reader of [1, 0]) expect((await claim(1, other)).claims).toMatchObject([{ email: emailOf(reader) }])
  expect(await claim()).toEqual({ claims: [], touched: 0 })
  expect(await deliveries('state, claimed_by, claimed_at, attempts')).toEqual([
    { state: 'claimed', claimed_by: other, claimed_at: now, attempts: 1 },
    { state: 'claimed', claimed_by: other, claimed_at: now, attempts: 1 },
    { state: 'claimed', claimed_by: worker, claimed_at: now, attempts: 3 },
  ])
})

test('recipients who left, were erased or changed frequency are dropped when claimed', async () => {
  await run(`UPDATE subscribers SET status = 'unsubscribed' WHERE email = $1`, [emailOf(0)])
  await run(`UPDATE subscribers SET frequency = 'monthly' WHERE email = $1`, [emailOf(1)])
  await run(`DELETE FROM subscribers WHERE email = $1`, [emailOf(2)])
  expect(await claim()).toEqual({ claims: [], touched: 3 })
  expect(await deliveries('state, claimed_by, attempts, response')).toEqual(
    Array(3).fill({
      state: 'dropped',
      claimed_by: null,
      attempts: 0,
      response: 'no longer subscribed when it was due',
    }),
  )
})

test.each([
  ['a delivery is not due yet', `UPDATE newsletter_deliveries SET due_at = '2026-11-21T12:00:01Z'`],
  ['the issue is paused', `UPDATE newsletter_issues SET status = 'paused'`],
  ['all sending is paused', `INSERT INTO newsletter_sending_settings (id, is_paused) VALUES (1, true)`],
  ['a restored copy is paused, even if sending was resumed', restoredCopy],
])('nothing is claimed while %s', async (_reason, statement) => {
  await run(statement)
  expect(await claim()).toEqual({ claims: [], touched: 0 })
  expect(await deliveries('state')).toEqual(Array(3).fill({ state: 'queued' }))
})

test('a body is sent only for a delivery that this worker has claimed, to someone who is still subscribed', async () => {
  const ids = (await claim()).claims.map((one) => one.id)
  expect(await mark(ids, [], other)).toEqual(new Set())
  await run(`UPDATE subscribers SET status = 'unsubscribed' WHERE email = $1`, [emailOf(0)])
  expect(await mark(ids)).toEqual(new Set([await idOf(1), await idOf(2)]))
  expect(await mark(ids), 'asked again after a lost answer').toEqual(new Set([await idOf(1), await idOf(2)]))
  expect(await deliveries('state')).toEqual([{ state: 'claimed' }, { state: 'in_data' }, { state: 'in_data' }])
  for (const statement of [restoredCopy, `INSERT INTO newsletter_sending_settings (id, is_paused) VALUES (1, true)`]) {
    await run(statement)
    expect(await mark(ids)).toEqual(new Set())
    await run('DELETE FROM restored_copies')
  }
})

test('accepted and leaving deliveries are recorded together, and only for their own worker', async () => {
  await claim()
  const [first, second, third] = [await idOf(0), await idOf(1), await idOf(2)]
  await mark([first, second])
  expect(await mark([third], [{ id: first, response: '250 ok' }])).toEqual(new Set([third]))
  expect(await mark([], [{ id: second, response: '250 stolen' }], other)).toEqual(new Set())
  expect(await mark([], [])).toEqual(new Set())
  expect(await deliveries('state, response, sent_at')).toEqual([
    { state: 'sent', response: '250 ok', sent_at: later },
    { state: 'in_data', response: '', sent_at: null },
    { state: 'in_data', response: '', sent_at: null },
  ])
  await put(1, `state = 'uncertain'`)
  expect(await mark([], [{ id: second, response: '250 after all' }])).toEqual(new Set())
  expect((await deliveries('state, response'))[1]).toEqual({ state: 'sent', response: '250 after all' })
})

test('the outcome of a delivery is recorded once, by the worker that claimed it', async () => {
  await claim()
  const [first, second, third] = [await idOf(0), await idOf(1), await idOf(2)]
  const end = { state: 'failed', response: '550 no' } as const
  expect(await finishDelivery(database.db, other, first, end)).toBe(false)
  expect(await finishDelivery(database.db, worker, first, end)).toBe(true)
  expect(await finishDelivery(database.db, worker, first, end)).toBe(false)
  await put(1, 'attempts = 0')
  const again = { state: 'queued', response: '421 later', dueAt: later, wasNoTry: true } as const
  expect(await finishDelivery(database.db, worker, second, again)).toBe(true)
  await put(2, 'attempts = 3')
  expect(await finishDelivery(database.db, worker, third, { ...again, wasNoTry: false })).toBe(true)
  expect(await deliveries('state, claimed_by, attempts, response, due_at')).toEqual([
    { state: 'failed', claimed_by: worker, attempts: 1, response: '550 no', due_at: now },
    { state: 'queued', claimed_by: null, attempts: 0, response: '421 later', due_at: later },
    { state: 'queued', claimed_by: null, attempts: 3, response: '421 later', due_at: later },
  ])
})

test('released claims return to the queue without using an attempt', async () => {
  const ids = (await claim()).claims.map((one) => one.id)
  await mark([await idOf(2)])
  await releaseClaims(database.db, other, ids)
  expect(await deliveries('state')).toEqual([{ state: 'claimed' }, { state: 'claimed' }, { state: 'in_data' }])
  await put(0, 'attempts = 3')
  await releaseClaims(database.db, worker, ids)
  await releaseClaims(database.db, worker, [])
  expect(await deliveries('state, claimed_by, attempts')).toEqual([
    { state: 'queued', claimed_by: null, attempts: 2 },
    { state: 'queued', claimed_by: null, attempts: 0 },
    { state: 'in_data', claimed_by: worker, attempts: 1 },
  ])
})

const takeUp = (more: { forgotten?: string[]; isHarmless?: boolean } = {}) =>
  recoverAbandoned(database.db, { worker, forgotten: [], unseenMs: 30_000, isHarmless: false, ...more })

test('deliveries of a dead worker are queued again, or uncertain if their body was being sent', async () => {
  await claim(10, other)
  await mark([await idOf(2)], [], other)
  await put(1, 'attempts = 0')
  await touchSender(database.db, other)
  expect(await takeUp(), 'while it is seen').toBe(0)
  expect(await deliveries('state')).toEqual([{ state: 'claimed' }, { state: 'claimed' }, { state: 'in_data' }])
  await run(`UPDATE newsletter_senders SET seen_at = seen_at - interval '29 seconds'`)
  expect(await takeUp(), 'when it was seen lately').toBe(0)
  await run(`UPDATE newsletter_senders SET seen_at = seen_at - interval '2 seconds'`)
  expect(await takeUp()).toBe(1)
  expect(await deliveries('state, attempts, response')).toEqual([
    { state: 'queued', attempts: 0, response: '' },
    { state: 'queued', attempts: 0, response: '' },
    { state: 'uncertain', attempts: 1, response: 'the sending process stopped while the mail server was accepting it' },
  ])
})

test('a worker that signs off frees its deliveries at once and can start again', async () => {
  await claim(10, other)
  await touchSender(database.db, other)
  await run(`UPDATE newsletter_senders SET seen_at = seen_at - interval '1 hour'`)
  await touchSender(database.db, other)
  expect(await takeUp()).toBe(0)
  expect(await deliveries('state')).toEqual(Array(3).fill({ state: 'claimed' }))
  await deleteSender(database.db, other)
  await takeUp()
  expect(await deliveries('state')).toEqual(Array(3).fill({ state: 'queued' }))
})

test('a worker recovers its own lost deliveries, and queues them again where sending twice is harmless', async () => {
  await claim()
  const ids = [await idOf(0), await idOf(1), await idOf(2)]
  await mark(ids.slice(0, 2))
  expect((await listOwnDeliveries(database.db, worker)).toSorted()).toEqual(ids.toSorted())
  expect(await listOwnDeliveries(database.db, other)).toEqual([])
  expect(await takeUp({ forgotten: [ids[0]!] })).toBe(1)
  expect(await takeUp({ forgotten: [ids[1]!], isHarmless: true })).toBe(0)
  expect(await deliveries('state')).toEqual([{ state: 'uncertain' }, { state: 'queued' }, { state: 'claimed' }])
  await run(`UPDATE newsletter_issues SET status = 'sent' WHERE id = $1`, [id])
  expect(await listOwnDeliveries(database.db, worker), 'of an issue that is over').toEqual([])
})

test('an uncertain delivery with engagement or feedback becomes sent, and its response names the evidence', async () => {
  for (const reader of [0, 1, 2]) await put(reader, `state = 'uncertain', claimed_at = '2026-11-21T12:00:00Z'`)
  await put(0, 'machine_opened_at = now()')
  await put(1, `bounced_at = now(), sent_at = '2026-11-21T12:05:00Z'`)
  await confirmDelivered(database.db)
  expect(await deliveries('state, sent_at, response')).toEqual([
    { state: 'sent', sent_at: now, response: 'confirmed by an open' },
    { state: 'sent', sent_at: later, response: 'confirmed by a bounce report' },
    { state: 'uncertain', sent_at: null, response: '' },
  ])
})

test.each([
  ['complained_at = now(), bounced_at = now(), machine_opened_at = now()', 'a spam report'],
  ['left_at = now(), clicked_at = now()', 'an unsubscribe'],
  ['unsure_clicked_at = now(), unsure_opened_at = now()', 'a click'],
])('an uncertain delivery with %s is confirmed by %s', async (evidence, name) => {
  await put(0, `state = 'uncertain', claimed_at = '2026-11-21T12:00:00Z', ${evidence}`)
  await confirmDelivered(database.db)
  expect((await deliveries('response'))[0]).toEqual({ response: `confirmed by ${name}` })
})

test('an issue goes through the stages first round, retries and over', async () => {
  const stage = () => findStage(database.db, id)
  expect(await stage()).toBe('first-round')
  await run(`UPDATE newsletter_deliveries SET attempts = 1`)
  expect(await stage(), 'nobody has it').toBe('first-round')
  await put(0, `state = 'sent'`)
  expect(await stage()).toBe('retries')
  await put(1, 'attempts = 0')
  expect(await stage(), 'one was never tried').toBe('first-round')
  await put(1, `state = 'claimed', attempts = 1`)
  expect(await stage(), 'one is on its way').toBe('first-round')
  for (const reader of [1, 2]) await put(reader, `state = 'failed'`)
  expect(await stage()).toBe('over')
})

test('there are as many slots as deliveries per second, and a used slot is free a second later', async () => {
  const { db } = database
  await ensureSlots(db, 2)
  await ensureSlots(db, 3)
  expect((await acquireSlots(db, 3, 2)).length).toBe(2)
  const rest = await acquireSlots(db, 3, 5)
  expect(rest.length).toBe(1)
  expect(await acquireSlots(db, 3, 1)).toEqual([])
  const before = (await run('SELECT clock_timestamp() AS at')).rows[0]!['at'] as Date
  await releaseSlots(db, rest)
  const { rows } = await run('SELECT free_at FROM newsletter_sending_slots WHERE number = ANY($1)', [rest])
  expect((rows[0]!['free_at'] as Date).getTime()).toBeGreaterThanOrEqual(before.getTime() + 1000)
  await run(`UPDATE newsletter_sending_slots SET free_at = free_at - interval '1 second'`)
  expect(await acquireSlots(db, 3, 5)).toEqual(rest)
  await run(`UPDATE newsletter_sending_slots SET free_at = free_at - interval '121 seconds'`)
  expect(
    (await acquireSlots(db, 2, 5)).toSorted(),
    'those of the cap alone, also when they were never given back',
  ).toEqual([1, 2])
})
