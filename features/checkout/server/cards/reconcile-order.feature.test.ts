import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestShop, paidBook, shopOrigin, type TestShop } from '../test-shop.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterEach(() => shop.stripe.recover())
afterAll(() => shop.close())

const reconcile = (signal?: AbortSignal) => shop.site.checkout.reconcileNow(signal)

async function reconcileAfter(ms: number) {
  shop.setForward(ms)
  await reconcile()
}

const noticesAbout = async (code: string) =>
  (await shop.mailsTo('owner@swade.example')).filter((subject) => subject.includes(code))

test('a payment page that the provider no longer knows creates one action item', async () => {
  const { sessionId } = await shop.order()
  shop.stripe.forget(sessionId)
  for (let days = 0; days < 3; days += 1) await reconcileAfter(dayMs)
  const order = await shop.orderOf(sessionId)
  expect(order).toMatchObject({ state: 'expired', action_items: ['outcome-unknown'] })
  expect(await noticesAbout(order.code)).toHaveLength(1)
})

test('a payment during a provider outage of days creates an action item, and gives access after the outage', async () => {
  const { sessionId, cookie } = await shop.order()
  shop.stripe.pay(sessionId, 'silent@example.com')
  shop.stripe.fail(401, 100)
  await reconcileAfter(2 * hourMs)
  expect((await shop.orderOf(sessionId)).state).toBe('created')
  await reconcileAfter(2 * dayMs)
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'expired', action_items: ['outcome-unknown'] })
  shop.stripe.recover()
  await reconcileAfter(dayMs + hourMs)
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'fulfilled', action_items: [] })
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
})

test('an unknown outcome is resolved once the provider reports that the order was not paid', async () => {
  const { sessionId } = await shop.order()
  shop.stripe.fail(401, 100)
  await reconcileAfter(2 * dayMs)
  expect((await shop.orderOf(sessionId)).action_items).toEqual(['outcome-unknown'])
  shop.stripe.recover()
  Object.assign(shop.stripe.sessionOf(sessionId), { status: 'expired', url: null })
  await reconcileAfter(dayMs + hourMs)
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'expired', action_items: [] })
})

test('a transfer pending for over a month creates an action item and is still checked', async () => {
  const { sessionId, cookie } = await shop.order()
  shop.stripe.pay(sessionId, 'slow@example.com', { isPaid: false })
  await reconcileAfter(hourMs)
  expect((await shop.orderOf(sessionId)).state).toBe('pending')
  await reconcileAfter(31 * dayMs)
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'expired', action_items: ['outcome-unknown'] })
  shop.stripe.pay(sessionId, 'slow@example.com')
  await reconcileAfter(dayMs + hourMs)
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
})

test('a failed transfer is found by checking, and its buyer can pay again', async () => {
  const one = await shop.order()
  const other = await shop.order()
  for (const [{ sessionId }, email] of [
    [one, 'click@example.com'],
    [other, 'asked@example.com'],
  ] as const) {
    shop.stripe.pay(sessionId, email, { isPaid: false })
    await shop.webhook(shop.completed(sessionId))
  }
  const click = () =>
    shop.post('/api/books/checkout', { book_id: paidBook.id, origin_url: shopOrigin }, { cookie: one.cookie })
  expect((await click()).json().detail).toMatch(/is pending/)
  for (const { sessionId } of [one, other]) shop.stripe.refuse(sessionId)
  const again = await click()
  expect(again.statusCode).toBe(200)
  expect(again.json().url).not.toContain(one.sessionId)
  await reconcileAfter(2 * hourMs)
  for (const [{ sessionId }, email] of [
    [one, 'click@example.com'],
    [other, 'asked@example.com'],
  ] as const) {
    expect((await shop.orderOf(sessionId)).state).toBe('declined')
    expect(await shop.mailsTo(email)).toEqual([`Your payment failed: ${paidBook.title}`])
  }
})

test('refunds and disputes with lost webhooks are found by checking', async () => {
  const refunded = await shop.buy('back@example.com')
  const partly = await shop.buy('partly@example.com')
  const disputed = await shop.buy('dispute@example.com')
  Object.assign(shop.stripe.sessionOf(refunded.sessionId), { refunded: true })
  Object.assign(shop.stripe.sessionOf(partly.sessionId), { refundedCents: 300 })
  const dispute = { id: 'dp_lost', payment_intent: disputed.paymentId, status: 'needs_response' }
  shop.stripe.disputes.push(dispute)
  for (let days = 0; days < 2; days += 1) await reconcileAfter(dayMs + hourMs)
  expect((await shop.orderOf(refunded.sessionId)).state).toBe('refunded')
  expect(await shop.accessOf(refunded.cookie)).toMatchObject({ access: 'preview' })
  expect(await shop.orderOf(partly.sessionId)).toMatchObject({ state: 'fulfilled', action_items: ['partly-refunded'] })
  expect(await shop.orderOf(disputed.sessionId)).toMatchObject({ state: 'disputed', action_items: ['disputed'] })
  expect(await noticesAbout(partly.code)).toHaveLength(1)
  dispute.status = 'won'
  await reconcileAfter(dayMs + hourMs)
  expect(await shop.orderOf(disputed.sessionId)).toMatchObject({ state: 'fulfilled', action_items: [] })
  expect(await shop.accessOf(disputed.cookie)).toMatchObject({ access: 'owned' })
})

test('one hanging request delays neither the others nor the shutdown', async () => {
  const placed: Awaited<ReturnType<typeof shop.order>>[] = []
  for (let count = 0; count < 4; count += 1) placed.push(await shop.order())
  for (const { sessionId } of placed) shop.stripe.pay(sessionId, `${sessionId}@example.com`)
  shop.stripe.fail('hang', 1)
  shop.setForward(31_000)
  const reconciling = reconcile()
  const countFulfilled = async () =>
    (await Promise.all(placed.map(async ({ sessionId }) => (await shop.orderOf(sessionId)).state))).filter(
      (state) => state === 'fulfilled',
    ).length
  await expect.poll(countFulfilled, { timeout: 20_000 }).toBe(3)
  shop.stripe.breakOff()
  await reconciling
  // The client has retried.
  expect(await countFulfilled()).toBe(4)
})

test('the shutdown waits for requests in flight and starts no others', async () => {
  for (let count = 0; count < 8; count += 1) await shop.order()
  shop.stripe.fail('hang', 100)
  shop.setForward(31_000)
  const before = shop.stripe.calls.length
  const countCalls = () => shop.stripe.calls.length - before
  const ending = new AbortController()
  let isOver = false
  const reconciling = reconcile(ending.signal).then(() => (isOver = true))
  await expect.poll(countCalls, { timeout: 20_000 }).toBe(5)
  ending.abort()
  shop.stripe.breakOff()
  // Each payment is requested twice, because the client retries once.
  await expect.poll(countCalls, { timeout: 20_000 }).toBe(10)
  expect(isOver).toBe(false)
  shop.stripe.breakOff()
  await reconciling
  expect(countCalls()).toBe(10)
})
