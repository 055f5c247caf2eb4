import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { addIssue, addReaders, emptyNewsletter } from './test-issues.ts'
import {
  beSeen,
  claimCopies,
  endCopy,
  ensureSlots,
  findStage,
  forgetSender,
  giveBack,
  giveSlotsBack,
  listOwn,
  markCopies,
  settleArrived,
  takeSlots,
  takeUpAbandoned,
} from './queries.ts'

let database: Database
let id: string
const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-21T12:05:00Z')
const [worker, other] = ['worker', 'other']

beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: join(import.meta.dirname, '../../../../db/migrations') })
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyNewsletter(database)
  await database.pool.query('TRUNCATE newsletter_sending_slots')
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
const claim = (limit = 10, by = worker) => claimCopies(database.db, { issueId: id, worker: by, now, limit })
const mark = (leaving: string[], taken: { id: string; response: string }[] = [], by = worker) =>
  markCopies(database.db, { worker: by, now: later, leaving, taken })
/** Rows of copies by their readers, with the columns asked for. */
const copies = async (columns: string) =>
  (await run(`SELECT ${columns} FROM newsletter_deliveries WHERE issue_id = $1 ORDER BY email`, [id])).rows
const put = (reader: number, values: string) =>
  run(`UPDATE newsletter_deliveries SET ${values} WHERE email = $1`, [emailOf(reader)])
const emailOf = (reader: number) => `reader-${reader}@example.com`
const idOf = async (reader: number) =>
  String((await run('SELECT id FROM newsletter_deliveries WHERE email = $1', [emailOf(reader)])).rows[0]?.['id'])

test('copies are claimed once, those due first before the others, with what differs in them', async () => {
  await put(2, `due_at = '2026-11-21T11:00:00Z', attempts = 2`)
  await put(1, `due_at = '2026-11-21T11:30:00Z'`)
  const { claims, touched } = await claim(1)
  expect([claims, touched]).toMatchObject([
    [
      {
        email: emailOf(2),
        attempts: 3,
        firstName: 'Reader 2',
        token: expect.stringMatching(/^\w{32}$/),
        countsReading: true,
      },
    ],
    1,
  ])
  for (const reader of [1, 0]) expect((await claim(1, other)).claims).toMatchObject([{ email: emailOf(reader) }])
  expect(await claim()).toEqual({ claims: [], touched: 0 })
  expect(await copies('state, claimed_by, claimed_at, attempts')).toEqual([
    { state: 'claimed', claimed_by: other, claimed_at: now, attempts: 1 },
    { state: 'claimed', claimed_by: other, claimed_at: now, attempts: 1 },
    { state: 'claimed', claimed_by: worker, claimed_at: now, attempts: 3 },
  ])
})

test('who left, was erased or asked for another rhythm is dropped at their turn', async () => {
  await run(`UPDATE subscribers SET status = 'unsubscribed' WHERE email = $1`, [emailOf(0)])
  await run(`UPDATE subscribers SET frequency = 'monthly' WHERE email = $1`, [emailOf(1)])
  await run(`DELETE FROM subscribers WHERE email = $1`, [emailOf(2)])
  expect(await claim()).toEqual({ claims: [], touched: 3 })
  expect(await copies('state, claimed_by, attempts, response')).toEqual(
    Array(3).fill({
      state: 'dropped',
      claimed_by: null,
      attempts: 0,
      response: 'no longer subscribed when it was due',
    }),
  )
})

test.each([
  ['a copy is not due yet', `UPDATE newsletter_deliveries SET due_at = '2026-11-21T12:00:01Z'`],
  ['the issue is paused', `UPDATE newsletter_issues SET status = 'paused'`],
  ['all sending is held', `INSERT INTO newsletter_sending_settings (id, is_held) VALUES (1, true)`],
])('nothing is claimed while %s', async (_reason, statement) => {
  await run(statement)
  expect(await claim()).toEqual({ claims: [], touched: 0 })
  expect(await copies('state')).toEqual(Array(3).fill({ state: 'queued' }))
})

test('a body leaves only for a copy this worker holds, and the reader who still wants it', async () => {
  const ids = (await claim()).claims.map((one) => one.id)
  expect(await mark(ids, [], other)).toEqual(new Set())
  await run(`UPDATE subscribers SET status = 'unsubscribed' WHERE email = $1`, [emailOf(0)])
  expect(await mark(ids)).toEqual(new Set([await idOf(1), await idOf(2)]))
  expect(await mark(ids), 'asked again after a lost answer').toEqual(new Set([await idOf(1), await idOf(2)]))
  expect(await copies('state')).toEqual([{ state: 'claimed' }, { state: 'in_data' }, { state: 'in_data' }])
  await run(`INSERT INTO newsletter_sending_settings (id, is_held) VALUES (1, true)`)
  expect(await mark(ids)).toEqual(new Set())
})

test('a copy the relay took is sent, together with those that leave; from another worker it is not taken', async () => {
  await claim()
  const [first, second, third] = [await idOf(0), await idOf(1), await idOf(2)]
  await mark([first, second])
  expect(await mark([third], [{ id: first, response: '250 ok' }])).toEqual(new Set([third]))
  expect(await mark([], [{ id: second, response: '250 stolen' }], other)).toEqual(new Set())
  expect(await mark([], [])).toEqual(new Set())
  expect(await copies('state, response, sent_at')).toEqual([
    { state: 'sent', response: '250 ok', sent_at: later },
    { state: 'in_data', response: '', sent_at: null },
    { state: 'in_data', response: '', sent_at: null },
  ])
  await put(1, `state = 'uncertain'`)
  expect(await mark([], [{ id: second, response: '250 after all' }])).toEqual(new Set())
  expect((await copies('state, response'))[1]).toEqual({ state: 'sent', response: '250 after all' })
})

test('how a copy ended is written down by the worker that holds it, once', async () => {
  await claim()
  const [first, second, third] = [await idOf(0), await idOf(1), await idOf(2)]
  const end = { state: 'failed', response: '550 no' } as const
  expect(await endCopy(database.db, other, first, end)).toBe(false)
  expect(await endCopy(database.db, worker, first, end)).toBe(true)
  expect(await endCopy(database.db, worker, first, end)).toBe(false)
  await put(1, 'attempts = 0')
  const again = { state: 'queued', response: '421 later', dueAt: later, wasNoTry: true } as const
  expect(await endCopy(database.db, worker, second, again)).toBe(true)
  await put(2, 'attempts = 3')
  expect(await endCopy(database.db, worker, third, { ...again, wasNoTry: false })).toBe(true)
  expect(await copies('state, claimed_by, attempts, response, due_at')).toEqual([
    { state: 'failed', claimed_by: worker, attempts: 1, response: '550 no', due_at: now },
    { state: 'queued', claimed_by: null, attempts: 0, response: '421 later', due_at: later },
    { state: 'queued', claimed_by: null, attempts: 3, response: '421 later', due_at: later },
  ])
})

test('copies that were not begun go back to the queue without having used up a try', async () => {
  const ids = (await claim()).claims.map((one) => one.id)
  await mark([await idOf(2)])
  await giveBack(database.db, other, ids)
  expect(await copies('state')).toEqual([{ state: 'claimed' }, { state: 'claimed' }, { state: 'in_data' }])
  await put(0, 'attempts = 3')
  await giveBack(database.db, worker, ids)
  await giveBack(database.db, worker, [])
  expect(await copies('state, claimed_by, attempts')).toEqual([
    { state: 'queued', claimed_by: null, attempts: 2 },
    { state: 'queued', claimed_by: null, attempts: 0 },
    { state: 'in_data', claimed_by: worker, attempts: 1 },
  ])
})

const takeUp = (more: { forgotten?: string[]; isHarmless?: boolean } = {}) =>
  takeUpAbandoned(database.db, { worker, forgotten: [], unseenMs: 30_000, isHarmless: false, ...more })

test('what a worker left that is not seen any more waits again, or is uncertain where its body was on the way', async () => {
  await claim(10, other)
  await mark([await idOf(2)], [], other)
  await put(1, 'attempts = 0')
  await beSeen(database.db, other)
  expect(await takeUp(), 'while it is seen').toBe(0)
  expect(await copies('state')).toEqual([{ state: 'claimed' }, { state: 'claimed' }, { state: 'in_data' }])
  await run(`UPDATE newsletter_senders SET seen_at = seen_at - interval '29 seconds'`)
  expect(await takeUp(), 'when it was seen lately').toBe(0)
  await run(`UPDATE newsletter_senders SET seen_at = seen_at - interval '2 seconds'`)
  expect(await takeUp()).toBe(1)
  expect(await copies('state, attempts, response')).toEqual([
    { state: 'queued', attempts: 0, response: '' },
    { state: 'queued', attempts: 0, response: '' },
    { state: 'uncertain', attempts: 1, response: 'the sending process stopped while the mail server was accepting it' },
  ])
})

test('a worker that says goodbye leaves what it held at once, and one that comes back is seen anew', async () => {
  await claim(10, other)
  await beSeen(database.db, other)
  await run(`UPDATE newsletter_senders SET seen_at = seen_at - interval '1 hour'`)
  await beSeen(database.db, other)
  expect(await takeUp()).toBe(0)
  expect(await copies('state')).toEqual(Array(3).fill({ state: 'claimed' }))
  await forgetSender(database.db, other)
  await takeUp()
  expect(await copies('state')).toEqual(Array(3).fill({ state: 'queued' }))
})

test('of its own copies a worker takes up those it has no memory of; handed over twice without harm, they wait again', async () => {
  await claim()
  const ids = [await idOf(0), await idOf(1), await idOf(2)]
  await mark(ids.slice(0, 2))
  expect((await listOwn(database.db, worker)).toSorted()).toEqual(ids.toSorted())
  expect(await listOwn(database.db, other)).toEqual([])
  expect(await takeUp({ forgotten: [ids[0]!] })).toBe(1)
  expect(await takeUp({ forgotten: [ids[1]!], isHarmless: true })).toBe(0)
  expect(await copies('state')).toEqual([{ state: 'uncertain' }, { state: 'queued' }, { state: 'claimed' }])
  await run(`UPDATE newsletter_issues SET status = 'sent' WHERE id = $1`, [id])
  expect(await listOwn(database.db, worker), 'of an issue that is over').toEqual([])
})

test('an uncertain copy that was read, or came back, has arrived', async () => {
  for (const reader of [0, 1, 2]) await put(reader, `state = 'uncertain', claimed_at = '2026-11-21T12:00:00Z'`)
  await put(0, 'machine_opened_at = now()')
  await put(1, `bounced_at = now(), sent_at = '2026-11-21T12:05:00Z'`)
  await settleArrived(database.db)
  expect(await copies('state, sent_at, response')).toEqual([
    { state: 'sent', sent_at: now, response: 'delivered: it was opened, or it bounced' },
    { state: 'sent', sent_at: later, response: 'delivered: it was opened, or it bounced' },
    { state: 'uncertain', sent_at: null, response: '' },
  ])
})

test('an issue is in its first round until every copy was tried and one arrived, in retries while some wait, and then over', async () => {
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

test('there are as many slots as copies are allowed a second, and one that was used is free a second later', async () => {
  const { db } = database
  await ensureSlots(db, 2)
  await ensureSlots(db, 3)
  expect((await takeSlots(db, 3, 2)).length).toBe(2)
  const rest = await takeSlots(db, 3, 5)
  expect(rest.length).toBe(1)
  expect(await takeSlots(db, 3, 1)).toEqual([])
  const before = (await run('SELECT clock_timestamp() AS at')).rows[0]!['at'] as Date
  await giveSlotsBack(db, rest)
  const { rows } = await run('SELECT free_at FROM newsletter_sending_slots WHERE number = ANY($1)', [rest])
  expect((rows[0]!['free_at'] as Date).getTime()).toBeGreaterThanOrEqual(before.getTime() + 1000)
  await run(`UPDATE newsletter_sending_slots SET free_at = free_at - interval '1 second'`)
  expect(await takeSlots(db, 3, 5)).toEqual(rest)
  await run(`UPDATE newsletter_sending_slots SET free_at = free_at - interval '121 seconds'`)
  expect(
    (await takeSlots(db, 2, 5)).toSorted(),
    'those of the cap alone, also when they were never given back',
  ).toEqual([1, 2])
})
