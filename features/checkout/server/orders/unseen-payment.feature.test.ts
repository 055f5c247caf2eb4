import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, paidBook, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** Creates a paid order that the provider cannot look up, so that only its events describe it. */
async function paidUnseen(email: string, changed: { amount_total?: number } = {}) {
  const { sessionId, cookie } = await shop.order()
  const session = { ...shop.stripe.pay(sessionId, email), ...changed }
  shop.stripe.forget(sessionId)
  const { id } = await shop.orderOf(sessionId)
  const { sign, event } = shop.stripe
  const paymentId = session.payment_intent
  const about = { payment_intent: paymentId, metadata: { order_id: id } }
  const dispute = (status: string) => ({ ...about, id: `dp_${paymentId}`, object: 'dispute', status })
  const send = {
    paid: () => shop.webhook(sign(event('checkout.session.completed', session))),
    disputed: () => shop.webhook(sign(event('charge.dispute.created', dispute('needs_response')))),
    won: () => shop.webhook(sign(event('charge.dispute.closed', dispute('won')))),
    refunded: () =>
      shop.webhook(
        sign(
          event('charge.refunded', {
            ...about,
            id: `ch_${paymentId}`,
            object: 'charge',
            refunded: true,
            amount_refunded: 999,
          }),
        ),
      ),
  }
  const orderRow = async () =>
    (await shop.rows('select state, action_items, email, paid_cents, payment_id from orders where id = $1', [id]))[0]
  return { id, cookie, paymentId, send, orderRow }
}

test('a payment that becomes known during its dispute gives access and sends its mail when the dispute is won', async () => {
  const { paymentId, send, orderRow } = await paidUnseen('unseen-1@example.com')
  await send.disputed()
  expect(await orderRow()).toEqual({
    state: 'disputed',
    action_items: ['disputed'],
    email: '',
    paid_cents: null,
    payment_id: paymentId,
  })
  await send.paid()
  const known = { email: 'unseen-1@example.com', paid_cents: 999, payment_id: paymentId }
  expect(await orderRow()).toEqual({ state: 'disputed', action_items: ['disputed'], ...known })
  expect(await shop.mailsTo('unseen-1@example.com')).toEqual([])
  await send.won()
  expect(await orderRow()).toEqual({ state: 'fulfilled', action_items: [], ...known })
  expect(await shop.mailsTo('unseen-1@example.com')).toEqual([`Your book: ${paidBook.title}`])
})

test('a dispute won before the amount is known gives access once it is known', async () => {
  const { cookie, send, orderRow } = await paidUnseen('unseen-2@example.com')
  await send.disputed()
  await send.won()
  expect(await orderRow()).toMatchObject({ state: 'paid', action_items: ['amount-differs'], paid_cents: null })
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'preview', closed: { by: 'amount' } })
  await send.paid()
  await send.paid()
  expect(await orderRow()).toMatchObject({
    state: 'fulfilled',
    action_items: [],
    email: 'unseen-2@example.com',
    paid_cents: 999,
  })
  expect(await shop.mailsTo('unseen-2@example.com')).toEqual([`Your book: ${paidBook.title}`])
})

test('a wrong amount that becomes known after its dispute was won gives no access', async () => {
  const { cookie, send, orderRow } = await paidUnseen('unseen-3@example.com', { amount_total: 100 })
  await send.disputed()
  await send.won()
  await send.paid()
  expect(await orderRow()).toMatchObject({ state: 'paid', action_items: ['amount-differs'], paid_cents: 100 })
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'preview' })
  expect(await shop.mailsTo('unseen-3@example.com')).toEqual([])
})

test('a wrong amount that becomes known during its dispute notifies the owner once', async () => {
  const { id, send, orderRow } = await paidUnseen('unseen-4@example.com', { amount_total: 100 })
  await send.disputed()
  await send.paid()
  await send.paid()
  expect(await orderRow()).toMatchObject({
    state: 'disputed',
    action_items: ['disputed', 'amount-differs'],
    paid_cents: 100,
  })
  const report = `select from_state, actor from order_events where order_id = $1 and detail = $2`
  expect(await shop.rows(report, [id, 'amount-differs: $1.00 paid instead of $9.99'])).toEqual([
    { from_state: 'disputed', actor: 'webhook' },
  ])
})

test('a wrong amount that was already refunded creates no action item; the buyer is mailed once', async () => {
  const { send, orderRow } = await paidUnseen('unseen-5@example.com', { amount_total: 100 })
  await send.refunded()
  await send.paid()
  await send.paid()
  expect(await orderRow()).toMatchObject({ state: 'refunded', action_items: [], email: 'unseen-5@example.com' })
  expect(await shop.mailsTo('unseen-5@example.com')).toEqual([expect.stringMatching(/^Your refund is on its way/)])
})
