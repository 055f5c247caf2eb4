import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAddress, openTestShop, paidBook, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const countOf = async (table: string, orderId: string) =>
  Number((await shop.rows<{ count: string }>(`select count(*) from ${table} where order_id = $1`, [orderId]))[0]?.count)

test('fifty copies of one message and five questions of the return page make one order, one mail, one right', async () => {
  const { sessionId, cookie } = await shop.order()
  shop.stripe.pay(sessionId, 'fifty@example.com')
  const signed = shop.completed(sessionId)
  const replies = await Promise.all([
    ...Array.from({ length: 50 }, () => shop.webhook(signed)),
    ...Array.from({ length: 5 }, () => shop.get(`/api/books/checkout/status/${sessionId}`)),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(55).fill(200))
  const { id, state } = await shop.orderOf(sessionId)
  expect(state).toBe('fulfilled')
  expect(await countOf('entitlements', id)).toBe(1)
  expect(await countOf('provider_events', id)).toBe(1)
  expect(await shop.mailsTo('fifty@example.com')).toEqual([`Your book: ${paidBook.title}`])
  expect(await shop.rows('select from_state, to_state from order_moves where order_id = $1 order by at', [id])).toEqual([
    { from_state: null, to_state: 'created' },
    { from_state: 'created', to_state: 'paid' },
    { from_state: 'paid', to_state: 'fulfilled' },
  ])
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
})

test('two messages about one payment, in either order, make one right', async () => {
  for (const [first, second] of [
    ['checkout.session.completed', 'checkout.session.async_payment_succeeded'],
    ['checkout.session.async_payment_succeeded', 'checkout.session.completed'],
  ] as const) {
    const { sessionId } = await shop.order()
    const session = shop.stripe.pay(sessionId, `${first}@example.com`)
    for (const type of [first, second]) await shop.webhook(shop.stripe.sign(shop.stripe.event(type, session)))
    const { id, state } = await shop.orderOf(sessionId)
    expect([state, await countOf('entitlements', id), await countOf('provider_events', id)]).toEqual(['fulfilled', 1, 2])
    expect(await shop.mailsTo(`${first}@example.com`)).toHaveLength(1)
  }
})

test('without any message the return page opens the book', async () => {
  const { sessionId, cookie } = await shop.order()
  expect((await shop.get(`/api/books/checkout/status/${sessionId}`)).json()).toEqual({ payment_status: 'unpaid' })
  shop.stripe.pay(sessionId, 'return@example.com')
  // The provider is asked about one payment at most once a second.
  await expect
    .poll(async () => (await shop.get(`/api/books/checkout/status/${sessionId}`)).json(), { timeout: 5_000, interval: 200 })
    .toEqual({ payment_status: 'paid' })
  expect(await shop.accessOf(cookie)).toMatchObject({
    access: 'owned',
    order: { masked_email: 'r•••@example.com', can_change_email: true },
  })
})

test('without message and without return the sweep finds the payment, and ends what nobody paid', async () => {
  const paid = await shop.order()
  const left = await shop.order()
  shop.stripe.pay(paid.sessionId, 'sweep@example.com')
  await shop.site.checkout.sweepNow()
  expect((await shop.orderOf(paid.sessionId)).state).toBe('created')
  shop.setForward(31_000)
  await shop.site.checkout.sweepNow()
  expect((await shop.orderOf(paid.sessionId)).state).toBe('fulfilled')
  expect((await shop.orderOf(left.sessionId)).state).toBe('created')
  // The page's hour, its grace, and the pauses that grow to an hour.
  for (let hours = 0; hours < 4; hours += 1) {
    shop.setForward(3_600_000)
    await shop.site.checkout.sweepNow()
  }
  expect((await shop.orderOf(left.sessionId)).state).toBe('expired')
  expect(shop.stripe.sessionOf(left.sessionId).status).toBe('expired')
})

test('money that comes after an order has expired still opens the book', async () => {
  const { sessionId, cookie } = await shop.order()
  await shop.webhook(
    shop.stripe.sign(shop.stripe.event('checkout.session.expired', { ...shop.stripe.sessionOf(sessionId), status: 'expired' })),
  )
  expect((await shop.orderOf(sessionId)).state).toBe('expired')
  shop.stripe.pay(sessionId, 'late@example.com')
  await shop.webhook(shop.completed(sessionId))
  expect((await shop.orderOf(sessionId)).state).toBe('fulfilled')
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
})

test('a bank transfer waits, and opens the book when it arrives or tells the buyer that it did not', async () => {
  for (const outcome of ['async_payment_succeeded', 'async_payment_failed'] as const) {
    const { sessionId } = await shop.order()
    const email = `${outcome}@example.com`
    shop.stripe.pay(sessionId, email, { isPaid: false })
    await shop.webhook(shop.completed(sessionId))
    expect((await shop.orderOf(sessionId)).state).toBe('pending')
    const session = outcome === 'async_payment_failed' ? shop.stripe.sessionOf(sessionId) : shop.stripe.pay(sessionId, email)
    await shop.webhook(shop.stripe.sign(shop.stripe.event(`checkout.session.${outcome}`, session)))
    const didArrive = outcome === 'async_payment_succeeded'
    expect((await shop.orderOf(sessionId)).state).toBe(didArrive ? 'fulfilled' : 'declined')
    expect(await shop.mailsTo(email)).toEqual([`${didArrive ? 'Your book' : 'Your payment did not arrive'}: ${paidBook.title}`])
  }
})

test.each([
  ['amount_total', 1],
  ['currency', 'jpy'],
])('another %s than ours is money before the owner, not a book', async (field, value) => {
  const { sessionId, cookie } = await shop.order()
  const session = { ...shop.stripe.pay(sessionId, `${field}@example.com`), [field]: value }
  await shop.webhook(shop.stripe.sign(shop.stripe.event('checkout.session.completed', session)))
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'paid', needs_owner: ['amount-differs'] })
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'preview' })
  expect((await shop.get(`/api/books/checkout/status/${sessionId}`)).json()).toEqual({ payment_status: 'processing' })
  expect(await shop.mailsTo(`${field}@example.com`)).toEqual([])
  expect((await shop.mailsTo('owner@swade.example')).at(-1)).toMatch(/wrong amount/)
})

test('the same person paying twice gets the book both times, and the owner is told', async () => {
  const first = await shop.buy('twice@example.com')
  const second = await shop.buy('twice@example.com')
  expect([first.needs_owner, second.state, second.needs_owner]).toEqual([[], 'fulfilled', ['paid-twice']])
  expect(await shop.mailsTo('twice@example.com')).toHaveLength(2)
  expect(await shop.mailsTo('owner@swade.example')).toContain(`Somebody paid twice: ${second.code}`)
})

test('two tabs that pay at the same moment are noticed as well', async () => {
  const one = await shop.order()
  const other = await shop.order()
  for (const { sessionId } of [one, other]) shop.stripe.pay(sessionId, 'tabs@example.com')
  await Promise.all([shop.webhook(shop.completed(one.sessionId)), shop.webhook(shop.completed(other.sessionId))])
  const flags = await Promise.all([one, other].map(async ({ sessionId }) => (await shop.orderOf(sessionId)).needs_owner))
  expect(flags.flat()).toEqual(['paid-twice'])
})

test('a buyer who withdrew from a payment that was held is not handed the book; the money goes back', async () => {
  const desk = shop.site.services.orderDesk
  const { sessionId } = await shop.order()
  const session = { ...shop.stripe.pay(sessionId, 'held@example.com'), amount_total: 500 }
  await shop.webhook(shop.stripe.sign(shop.stripe.event('checkout.session.completed', session)))
  const { id, code } = await shop.orderOf(sessionId)
  await shop.site.services.checkout.withdraw({ name: 'Kim', email: 'held@example.com', contract: code }, newAddress())
  await expect(desk.settle(id)).rejects.toMatchObject({ code: 'conflict' })
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'paid', needs_owner: ['amount-differs', 'withdrawal'] })
  await desk.refund(id)
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'refunded', needs_owner: [] })
})
