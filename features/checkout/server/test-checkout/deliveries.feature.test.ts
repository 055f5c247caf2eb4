import type { TestPaymentAction } from '#features/checkout/contract.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createJobs } from '#platform/jobs/jobs.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { newAddress, paidBook, shopOrigin } from '../test-shop.ts'
import { createDeliveries } from './deliveries.ts'
import { createTestProvider } from './provider.ts'

const environment = { TRUSTED_PROXIES: '127.0.0.1', ALLOW_TEST_CHECKOUT: 'true' }
let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ environment })
})
afterAll(() => site.close())

const inAWhile = { now: () => new Date(Date.now() + 60_000) }

async function payLate(email: string, { app, services } = site): Promise<string> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/books/checkout',
    headers: { 'x-forwarded-for': newAddress() },
    payload: { book_id: paidBook.id, origin_url: shopOrigin },
  })
  const sessionId = String(reply.json().url).split('/').at(-1)!
  await services.testCheckout!.pay(sessionId, { email, webhook: 'late' })
  return sessionId
}

/** Starts a second process on the database of the site; it runs no jobs. */
async function startBeside(): Promise<TestSite> {
  const beside = await buildTestSite({
    environment,
    connect: async () => ({ ...site.database, close: async () => undefined }),
  })
  onTestFinished(() => beside.close())
  return beside
}

test('a failed delivery does not delay others and is retried', async () => {
  const sessions = [await payLate('first@example.com'), await payLate('second@example.com')]
  const faults: unknown[] = []
  const taken: string[] = []
  let isBroken = true
  const deliveries = createDeliveries({
    db: site.database.db,
    clock: inAWhile,
    onFault: (error) => faults.push(error),
    async handleEvent(event) {
      const id = event.kind === 'session' ? event.session.id : ''
      if (id === sessions[0] && isBroken) throw new Error('not now')
      taken.push(id)
    },
  })
  await deliveries.now()
  expect([taken, faults]).toEqual([[sessions[1]], [new Error('not now')]])
  isBroken = false
  await deliveries.now()
  expect(taken).toEqual([sessions[1], sessions[0]])
})

test('a late webhook whose process has ended is delivered once by the next process', async () => {
  const [email, jobName] = ['late@example.com', 'checkout.deliver-test-events']
  const ended = await startBeside()
  // The next run is minutes away.
  await ended.jobs.runNow(jobName)
  const sessionId = await payLate(email, ended)
  const stored = await site.database.pool.query('select 1 from test_deliveries where session_id = $1', [sessionId])
  expect(stored.rowCount, 'deliveries stored before the process ends').toBe(1)
  await ended.close()
  const outcome = async () =>
    (
      await site.database.pool.query(
        `select (select string_agg(state::text, ',') from orders where session_id = $1) as orders,
                (select count(*)::int from entitlements e join orders o on o.id = e.order_id
                  where o.session_id = $1 and e.is_open) as rights,
                (select count(*)::int from mail_outbox where mail->>'to' = $2) as mails,
                (select string_agg(to_state::text, ' ' order by at, to_state) from order_events m
                  join orders o on o.id = m.order_id where o.session_id = $1) as moves`,
        [sessionId, email],
      )
    ).rows[0]
  expect(await outcome()).toEqual({ orders: 'created', rights: 0, mails: 0, moves: 'created' })

  await site.database.pool.query('update test_deliveries set due_at = now() where session_id = $1', [sessionId])
  const next = await startBeside()
  const job = next.jobs.definitions().filter(({ name }) => name === jobName)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const jobs = createJobs({ database: site.database, changes: next.changes, log, isRunning: true })
  onTestFinished(() => jobs.stop(0))
  await jobs.open(job, job)
  await next.changes.listen()
  await jobs.start()
  const whole = { orders: 'fulfilled', rights: 1, mails: 1, moves: 'created paid fulfilled' }
  await expect.poll(outcome).toEqual(whole)
})

test('refunds and disputes are available by polling too', async () => {
  const provider = createTestProvider({ db: site.database.db, clock: inAWhile })
  const outcomes = async (...acts: TestPaymentAction[]) => {
    const sessionId = await payLate('asked@example.com')
    for (const act of acts) await site.services.testCheckout!.afterwards(sessionId, act)
    const { paymentId } = (await provider.getSession(sessionId))!
    const { isRefunded, refundedCents, disputes } = (await provider.getPaymentChanges(paymentId!))!
    return [
      isRefunded || refundedCents,
      ...disputes.map(({ status, amountCents }) => [status, amountCents].join(' ').trim()),
    ]
  }
  expect(await outcomes()).toEqual([0])
  expect(await outcomes('refund')).toEqual([true])
  expect(await outcomes('dispute')).toEqual([0, 'open'])
  expect(await outcomes('dispute', 'dispute-won')).toEqual([0, 'won'])
  expect(await outcomes('dispute', 'dispute-lost')).toEqual([0, 'lost'])
  expect(await outcomes('refund-part', 'refund-part')).toEqual([598])
  expect(await outcomes('refund-part', 'dispute-part', 'dispute-lost')).toEqual([299, 'lost 299'])
  expect(await outcomes('inquiry')).toEqual([0, 'inquiry'])
  expect(await outcomes('inquiry', 'inquiry-closed')).toEqual([0, 'closed'])
  expect(await outcomes('inquiry', 'dispute')).toEqual([0, 'open'])
  expect(await provider.getPaymentChanges('pi_unknown')).toBeUndefined()
})
