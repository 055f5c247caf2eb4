import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAddress, createTestShop, paidBook, shopOrigin, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const countOf = async (table: string, orderId: string) =>
  Number((await shop.rows<{ count: string }>(`select count(*) from ${table} where order_id = $1`, [orderId]))[0]?.count)

test('fifty copies of one event and five status polls make one order, one mail, one entitlement', async () => {
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
  expect(
    await shop.rows('select from_state, to_state from order_events where order_id = $1 order by at', [id]),
  ).toEqual([
    { from_state: null, to_state: 'created' },
    { from_state: 'created', to_state: 'paid' },
    { from_state: 'paid', to_state: 'fulfilled' },
  ])
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
})

test('two events about one payment, in either order, make one entitlement', async () => {
  for (const [first, second] of [
    ['checkout.session.completed', 'checkout.session.async_payment_succeeded'],
    ['checkout.session.async_payment_succeeded', 'checkout.session.completed'],
  ] as const) {
    const { sessionId } = await shop.order()
    const session = shop.stripe.pay(sessionId, `${first}@example.com`)
    for (const type of [first, second]) await shop.webhook(shop.stripe.sign(shop.stripe.event(type, session)))
    const { id, state } = await shop.orderOf(sessionId)
    expect([state, await countOf('entitlements', id), await countOf('provider_events', id)]).toEqual([
      'fulfilled',
      1,
      2,
    ])
    expect(await shop.mailsTo(`${first}@example.com`)).toHaveLength(1)
  }
})

test('without any webhook the return page gives access', async () => {
  const { sessionId, cookie } = await shop.order()
  expect((await shop.get(`/api/books/checkout/status/${sessionId}`)).json()).toEqual({ payment_status: 'unpaid' })
  shop.stripe.pay(sessionId, 'return@example.com')
  // The provider is queried about one payment at most once a second.
  await expect
    .poll(async () => (await shop.get(`/api/books/checkout/status/${sessionId}`)).json(), {
      timeout: 5_000,
      interval: 200,
    })
    .toEqual({ payment_status: 'paid' })
  expect(await shop.accessOf(cookie)).toMatchObject({
    access: 'owned',
    order: { masked_email: 'r•••@example.com', can_change_email: true },
  })
})

test('without webhook and return the reconciliation finds the payment and expires unpaid orders', async () => {
  const paid = await shop.order()
  const left = await shop.order()
  shop.stripe.pay(paid.sessionId, 'sweep@example.com')
  await shop.site.checkout.reconcileNow()
  expect((await shop.orderOf(paid.sessionId)).state).toBe('created')
  shop.setForward(31_000)
  await shop.site.checkout.reconcileNow()
  expect((await shop.orderOf(paid.sessionId)).state).toBe('fulfilled')
  expect((await shop.orderOf(left.sessionId)).state).toBe('created')
  // The time covers the lifetime of the page, its grace period, and delays that grow to an hour.
  for (let hours = 0; hours < 4; hours += 1) {
    shop.setForward(3_600_000)
    await shop.site.checkout.reconcileNow()
  }
  expect((await shop.orderOf(left.sessionId)).state).toBe('expired')
  expect(shop.stripe.sessionOf(left.sessionId).status).toBe('expired')
})

test('a payment after an order has expired still gives access', async () => {
  const { sessionId, cookie } = await shop.order()
  await shop.webhook(
    shop.stripe.sign(
      shop.stripe.event('checkout.session.expired', { ...shop.stripe.sessionOf(sessionId), status: 'expired' }),
    ),
  )
  expect((await shop.orderOf(sessionId)).state).toBe('expired')
  shop.stripe.pay(sessionId, 'late@example.com')
  await shop.webhook(shop.completed(sessionId))
  expect((await shop.orderOf(sessionId)).state).toBe('fulfilled')
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
})

test('a bank transfer is pending, then gives access or notifies the buyer of the failure', async () => {
  for (const outcome of ['async_payment_succeeded', 'async_payment_failed'] as const) {
    const { sessionId } = await shop.order()
    const email = `${outcome}@example.com`
    shop.stripe.pay(sessionId, email, { isPaid: false })
    await shop.webhook(shop.completed(sessionId))
    expect((await shop.orderOf(sessionId)).state).toBe('pending')
    const session =
      outcome === 'async_payment_failed' ? shop.stripe.sessionOf(sessionId) : shop.stripe.pay(sessionId, email)
    await shop.webhook(shop.stripe.sign(shop.stripe.event(`checkout.session.${outcome}`, session)))
    const didArrive = outcome === 'async_payment_succeeded'
    expect((await shop.orderOf(sessionId)).state).toBe(didArrive ? 'fulfilled' : 'declined')
    expect(await shop.mailsTo(email)).toEqual([`${didArrive ? 'Your book' : 'Your payment failed'}: ${paidBook.title}`])
  }
})

test.each([
  ['amount_total', 1],
  ['currency', 'jpy'],
])('a wrong %s creates an action item and gives no access', async (field, value) => {
  const { sessionId, cookie } = await shop.order()
  const session = { ...shop.stripe.pay(sessionId, `${field}@example.com`), [field]: value }
  await shop.webhook(shop.stripe.sign(shop.stripe.event('checkout.session.completed', session)))
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'paid', action_items: ['amount-differs'] })
  const { code } = await shop.orderOf(sessionId)
  expect(await shop.accessOf(cookie)).toMatchObject({
    access: 'preview',
    closed: { code, by: 'amount', is_test: false },
  })
  expect(await shop.site.services.checkout.listClosed(cookie)).toMatchObject([{ orderCode: code, closedBy: 'amount' }])
  expect((await shop.get(`/api/books/checkout/status/${sessionId}`)).json()).toEqual({ payment_status: 'processing' })
  expect(await shop.mailsTo(`${field}@example.com`)).toEqual([])
  expect((await shop.mailsTo('owner@swade.example')).at(-1)).toMatch(/wrong amount/)
})

test('while a payment of a wrong amount is checked, the book cannot be paid for again', async () => {
  const { sessionId, cookie } = await shop.order()
  const pay = (path: string, page = '/') =>
    shop.post(path, { book_id: paidBook.id, origin_url: shopOrigin }, { cookie, page })
  const refusal = {
    code: 'conflict',
    detail: 'We received your payment for this book and are checking its amount. Do not pay again.',
  }
  shop.stripe.pay(sessionId, 'wrong-amount@example.com')
  shop.stripe.sessionOf(sessionId)['amount_total'] = 500
  // The first request finds out about the payment from the provider, before any webhook.
  for (const path of ['/api/books/checkout', '/api/books/checkout', '/api/books/cashapp-claims']) {
    const refused = await pay(path)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject(refusal)
  }
  expect((await pay('/api/books/checkout', '/es/book')).json().detail).toMatch(/estamos revisando el importe/)
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'paid', action_items: ['amount-differs'] })
  await shop.site.services.orderAdmin.refund((await shop.orderOf(sessionId)).id)
  expect((await pay('/api/books/checkout')).statusCode).toBe(200)
})

test('a person who pays twice gets the book both times, and the owner is notified', async () => {
  const first = await shop.buy('twice@example.com')
  const second = await shop.buy('twice@example.com')
  expect([first.action_items, second.state, second.action_items]).toEqual([[], 'fulfilled', ['paid-twice']])
  expect(await shop.mailsTo('twice@example.com')).toHaveLength(2)
  expect(await shop.mailsTo('owner@swade.example')).toContain(`A buyer paid twice: ${second.code}`)
})

test('two tabs that pay at the same time are detected', async () => {
  const one = await shop.order()
  const other = await shop.order()
  for (const { sessionId } of [one, other]) shop.stripe.pay(sessionId, 'tabs@example.com')
  await Promise.all([shop.webhook(shop.completed(one.sessionId)), shop.webhook(shop.completed(other.sessionId))])
  const flags = await Promise.all(
    [one, other].map(async ({ sessionId }) => (await shop.orderOf(sessionId)).action_items),
  )
  expect(flags.flat()).toEqual(['paid-twice'])
})

test('after a withdrawal a payment on hold is refunded and the book is not delivered', async () => {
  const admin = shop.site.services.orderAdmin
  const { sessionId } = await shop.order()
  const session = { ...shop.stripe.pay(sessionId, 'held@example.com'), amount_total: 500 }
  await shop.webhook(shop.stripe.sign(shop.stripe.event('checkout.session.completed', session)))
  const { id, code } = await shop.orderOf(sessionId)
  await shop.site.services.checkout.withdraw({ name: 'Kim', email: 'held@example.com', contract: code }, newAddress())
  await expect(admin.resolve(id)).rejects.toMatchObject({ code: 'conflict' })
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'paid', action_items: ['amount-differs', 'withdrawal'] })
  await admin.refund(id)
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'refunded', action_items: [] })
})

/** Returns the history of an order without its sequence, because events in the same millisecond have none. */
const logOf = async (orderId: string) =>
  (
    await shop.rows<{ line: string }>(
      `select coalesce(from_state::text, '-') || ' ' || to_state || ' ' || actor || ' ' || detail as line from order_events where order_id = $1`,
      [orderId],
    )
  )
    .map(({ line }) => line.trim())
    .toSorted()
const mailKeysOf = async (orderId: string) =>
  (
    await shop.rows<{ key: string }>(
      `select dedupe_key as key from mail_outbox where dedupe_key like $1 order by dedupe_key`,
      [`order:${orderId}:%`],
    )
  ).map(({ key }) => key.slice(`order:${orderId}:`.length))

test('a paid order stores amount, time and payment, and its history names the sources', async () => {
  const { id, paymentId } = await shop.buy('kept@example.com')
  const [order] = await shop.rows<{ paid_at: Date; next_check_at: Date }>(
    'select payment_id, email, paid_cents, paid_at, next_check_at from orders where id = $1',
    [id],
  )
  expect(order).toMatchObject({ payment_id: paymentId, email: 'kept@example.com', paid_cents: paidBook.priceCents })
  expect(order!.next_check_at.getTime() - order!.paid_at.getTime()).toBe(86_400_000)
  expect(await logOf(id)).toEqual(['- created buyer', `created paid webhook ${paymentId}`, 'paid fulfilled webhook'])
  expect(await mailKeysOf(id)).toEqual(['access'])
})

test('a wrong payment reported twice notifies the owner once, with both amounts', async () => {
  const { sessionId } = await shop.order()
  const session = { ...shop.stripe.pay(sessionId, 'odd@example.com'), amount_total: 100 }
  const { event, sign } = shop.stripe
  for (const type of ['checkout.session.completed', 'checkout.session.async_payment_succeeded'])
    await shop.webhook(sign(event(type, session)))
  const { id } = await shop.orderOf(sessionId)
  expect(await logOf(id)).toEqual([
    '- created buyer',
    `created paid webhook ${session.payment_intent}`,
    'paid paid webhook amount-differs: $1.00 paid instead of $9.99',
  ])
  expect(await mailKeysOf(id)).toEqual(['owner:amount-differs:$1.00 paid instead of $9.99'])
  expect(await shop.rows('select paid_cents from orders where id = $1', [id])).toEqual([{ paid_cents: 100 }])
})

test('an amount in another currency is not stored as ours', async () => {
  const { sessionId } = await shop.order()
  const session = { ...shop.stripe.pay(sessionId, 'yen@example.com'), currency: 'jpy' }
  await shop.webhook(shop.stripe.sign(shop.stripe.event('checkout.session.completed', session)))
  const { id } = await shop.orderOf(sessionId)
  expect(await shop.rows('select paid_cents from orders where id = $1', [id])).toEqual([{ paid_cents: null }])
  expect(await mailKeysOf(id)).toEqual(['owner:amount-differs:¥999 paid instead of $9.99'])
})

test('a second payment of one order notifies the owner once, and the first one stays', async () => {
  const bought = await shop.buy('again@example.com')
  const session = { ...shop.stripe.sessionOf(bought.sessionId), payment_intent: 'pi_second' }
  for (let times = 0; times < 2; times += 1)
    await shop.webhook(shop.stripe.sign(shop.stripe.event('checkout.session.completed', session)))
  const detail = `payment pi_second was made in addition to ${bought.paymentId}`
  expect((await logOf(bought.id)).filter((line) => line.includes('twice'))).toEqual([
    `fulfilled fulfilled webhook paid-twice: ${detail}`,
  ])
  expect(await mailKeysOf(bought.id)).toEqual(['access', `owner:paid-twice:${detail}`])
  expect(await shop.orderOf(bought.sessionId)).toMatchObject({ state: 'fulfilled', action_items: ['paid-twice'] })
  expect(await shop.rows('select payment_id from orders where id = $1', [bought.id])).toEqual([
    { payment_id: bought.paymentId },
  ])
})

test('the owner is notified of the other order with the same book', async () => {
  const first = await shop.buy('both@example.com')
  const second = await shop.buy('both@example.com')
  expect(await mailKeysOf(second.id)).toEqual([
    'access',
    `owner:paid-twice:the same buyer owns this book through order ${first.code}`,
  ])
  expect(await mailKeysOf(first.id)).toEqual(['access'])
})

test('the refund of one of two payments says that the other order still opens the book', async () => {
  const admin = shop.site.services.orderAdmin
  const first = await shop.buy('both-refunded@example.com')
  const second = await shop.buy('both-refunded@example.com')
  expect(await admin.find(second.id)).toMatchObject({ otherOrderCode: first.code })
  await admin.refund(second.id)
  const lastRefund = async () =>
    (await shop.mailTextsTo('both-refunded@example.com')).find(({ subject }) => subject.startsWith('Your refund'))!.text
  expect(await lastRefund()).toContain(`You can still read the book with your order ${first.code}.`)
  expect(await lastRefund()).not.toMatch(/access to the book has ended|free preview/)
  expect(await admin.find(first.id)).toMatchObject({ hasAccess: true, otherOrderCode: undefined })
  await admin.refund(first.id)
  expect(await lastRefund()).toMatch(/Your access to the book has ended\.\s+You can still read the free preview\./)
})

test('a payment reported without an address gets its one mail when the address is known', async () => {
  const { sessionId, cookie } = await shop.order()
  const session = shop.stripe.pay(sessionId, '')
  const send = (email: string) =>
    shop.webhook(
      shop.stripe.sign(shop.stripe.event('checkout.session.completed', { ...session, customer_details: { email } })),
    )
  await send('')
  const { id } = await shop.orderOf(sessionId)
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
  expect(await mailKeysOf(id)).toEqual([])
  await send('late-address@example.com')
  await send('somebody-else@example.com')
  expect(await shop.orderOf(sessionId)).toMatchObject({
    state: 'fulfilled',
    email: 'late-address@example.com',
    action_items: [],
  })
  expect(await shop.mailsTo('late-address@example.com')).toEqual([`Your book: ${paidBook.title}`])
  expect(await shop.mailsTo('somebody-else@example.com')).toEqual([])
})

test('a payment resolves all action items about whether it was paid', async () => {
  const { sessionId } = await shop.order()
  await shop.rows(`update orders set action_items = '{claim,outcome-unknown,withdrawal}' where session_id = $1`, [
    sessionId,
  ])
  shop.stripe.pay(sessionId, 'asked@example.com')
  await shop.webhook(shop.completed(sessionId))
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'fulfilled', action_items: ['withdrawal'] })
})

test('the address of a second payment does not replace that of the first', async () => {
  const { sessionId } = await shop.order()
  const session = shop.stripe.pay(sessionId, '')
  const send = (changed: object) =>
    shop.webhook(shop.stripe.sign(shop.stripe.event('checkout.session.completed', { ...session, ...changed })))
  await send({})
  await send({ payment_intent: 'pi_of_somebody', customer_details: { email: 'somebody@example.com' } })
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'fulfilled', email: '', action_items: ['paid-twice'] })
  expect(await shop.mailsTo('somebody@example.com')).toEqual([])
})

test('accepting a wrong amount resolves its action item', async () => {
  const { sessionId, cookie } = await shop.order()
  const session = { ...shop.stripe.pay(sessionId, 'settled@example.com'), amount_total: 500 }
  await shop.webhook(shop.stripe.sign(shop.stripe.event('checkout.session.completed', session)))
  const { id } = await shop.orderOf(sessionId)
  await shop.site.services.orderAdmin.resolve(id)
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'fulfilled', action_items: [] })
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
})
