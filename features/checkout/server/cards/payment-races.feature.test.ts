import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestShop, paidBook, shopOrigin, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterEach(() => shop.stripe.recover())
afterAll(() => shop.close())

const checkout = (cookie?: string, consent = false) =>
  shop.post('/api/books/checkout', { book_id: paidBook.id, origin_url: shopOrigin, consent }, cookie ? { cookie } : {})

test('a payment page of an outdated attempt is closed, and the buyer gets the current one', async () => {
  shop.stripe.fail(400)
  const cookie = String((await checkout()).headers['set-cookie']).split(';')[0]!
  const before = shop.stripe.created.length
  // While the provider creates a page for one tab, it refuses the other, which increments the attempt.
  shop.stripe.meanwhile(async () => {
    shop.stripe.fail(500, 2)
    expect((await checkout(cookie)).statusCode).toBe(503)
  })
  const reply = await checkout(cookie)
  expect(reply.statusCode).toBe(200)
  const current = reply.json().url.split('/').at(-1)
  const made = shop.stripe.sessionsOf(shop.stripe.created.slice(before)[0]!['client_reference_id'] as string)
  expect(made.map(({ id, status }) => [id === current, status])).toEqual([
    [false, 'expired'],
    [true, 'open'],
  ])
  expect((await shop.get(`/api/books/checkout/status/${current}`)).json()).toEqual({ payment_status: 'unpaid' })
})

test('clicks during the payment webhook neither block it, nor create a second page, nor change the consent', async () => {
  for (let times = 0; times < 15; times += 1) {
    const { sessionId, cookie } = await shop.order()
    shop.stripe.pay(sessionId, `moment${times}@example.com`)
    const [webhookReply, ...clicks] = await Promise.all([
      shop.webhook(shop.completed(sessionId)),
      ...Array.from({ length: 3 }, () => checkout(cookie, true)),
    ])
    expect(webhookReply.statusCode).toBe(200)
    expect(clicks.map((reply) => reply.json().detail)).toEqual(Array(3).fill('You already own this book.'))
    const orders = await shop.rows<{ state: string; moment: Date | null; paid: Date }>(
      `select state, consented_at as moment, paid_at as paid from orders
       where library_id = (select library_id from orders where session_id = $1)`,
      [sessionId],
    )
    expect(orders.map(({ state }) => state)).toEqual(['fulfilled'])
    // The consent may change until the payment is known, but not afterwards.
    expect((orders[0]!.moment ?? orders[0]!.paid) <= orders[0]!.paid).toBe(true)
  }
})

test('a click waits for an order that is being paid: its consent stays, and there is no second page', async () => {
  const { sessionId, cookie } = await shop.order()
  const { id } = await shop.orderOf(sessionId)
  const paying = await shop.site.database.pool.connect()
  try {
    await paying.query('begin')
    await paying.query('select 1 from orders where id = $1 for update', [id])
    const click = checkout(cookie, true)
    await expect
      .poll(
        async () =>
          (
            await shop.rows(
              `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            )
          ).length,
      )
      .toBeGreaterThan(0)
    // A fulfillment adds the entitlement to the library while it holds the lock of the order.
    await paying.query(`update orders set state = 'fulfilled', paid_at = now() where id = $1`, [id])
    await paying.query(
      `with right_of as (insert into entitlements (order_id, book_id) select id, book_id from orders where id = $1 returning id)
       insert into library_entitlements (library_id, entitlement_id) select (select library_id from orders where id = $1), id from right_of`,
      [id],
    )
    await paying.query('commit')
    expect((await click).json()).toMatchObject({ code: 'conflict', detail: 'You already own this book.' })
  } finally {
    paying.release()
  }
  const orders = await shop.rows(
    'select consent_text from orders where library_id = (select library_id from orders where id = $1)',
    [id],
  )
  expect(orders).toEqual([{ consent_text: '' }])
})
