import type { TestPaymentAction } from '#features/checkout/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { newAddress, paidBook, shopOrigin } from '../test-shop.ts'
import { createDeliveries } from './deliveries.ts'
import { createTestProvider } from './provider.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ environment: { TRUSTED_PROXIES: '127.0.0.1', ALLOW_TEST_CHECKOUT: 'true' } })
})
afterAll(() => site.close())

const inAWhile = { now: () => new Date(Date.now() + 60_000) }

async function payLate(email: string): Promise<string> {
  const reply = await site.app.inject({
    method: 'POST',
    url: '/api/books/checkout',
    headers: { 'x-forwarded-for': newAddress() },
    payload: { book_id: paidBook.id, origin_url: shopOrigin },
  })
  const sessionId = String(reply.json().url).split('/').at(-1)!
  await site.services.testCheckout!.pay(sessionId, { email, webhook: 'late' })
  return sessionId
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
