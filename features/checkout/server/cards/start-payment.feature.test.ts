import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Fault } from '#tests/support/stripe-fake.ts'
import { newAddress, createTestShop, paidBook, shopOrigin, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterEach(() => shop.stripe.recover())
afterAll(() => shop.close())

const checkout = (body: object, cookie?: string) =>
  shop.post('/api/books/checkout', { book_id: paidBook.id, origin_url: shopOrigin, ...body }, cookie ? { cookie } : {})

test('the provider gets title and price of the catalogue, our URLs and nothing from the browser', async () => {
  const before = shop.stripe.created.length
  const reply = await checkout({ price: 1, amount: 1, title: 'Free', currency: 'jpy', payment: 'success' })
  expect(reply.statusCode).toBe(200)
  expect(Object.keys(reply.json())).toEqual(['url'])
  const [form] = shop.stripe.created.slice(before)
  expect(form).toMatchObject({
    mode: 'payment',
    line_items: {
      0: { quantity: '1', price_data: { currency: 'usd', unit_amount: '999', product_data: { name: paidBook.title } } },
    },
    success_url: `${shopOrigin}/book/${paidBook.id}?payment=success&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shopOrigin}/book/${paidBook.id}?payment=cancelled`,
    metadata: { book_id: paidBook.id },
  })
  const order = await shop.orderOf(reply.json().url.split('/').at(-1))
  expect(form).toMatchObject({
    client_reference_id: order.id,
    metadata: { order_id: order.id, order_code: order.code },
    payment_intent_data: { metadata: { order_id: order.id } },
  })
})

test.each([
  'https://evil.example',
  'http://localhost:3000.evil.example',
  'http://localhost:3000@evil.example',
  'http://localhost:3001',
  'http://localhost:3000/',
  'http://localhost:3000/book',
  'HTTP://LOCALHOST:3000',
  '//localhost:3000',
  'https://localhost:3000',
  'null',
  '',
  'javascript:alert(1)',
])('%j is not an allowed return origin', async (origin_url) => {
  const calls = shop.stripe.calls.length
  expect((await checkout({ origin_url })).json()).toMatchObject({ code: 'invalid-input' })
  expect(shop.stripe.calls).toHaveLength(calls)
})

test.each([
  ['an unknown book', { book_id: 'no-such-book' }, 404, 'not-found'],
  ['a free book', { book_id: 'indie-music-ai-guide-2' }, 409, 'conflict'],
  ['no book', { book_id: undefined }, 400, 'invalid-input'],
  ['a path', { book_id: '../../etc' }, 400, 'invalid-input'],
])('%s is not sold', async (_name, body, status, code) => {
  const reply = await checkout(body)
  expect([reply.statusCode, reply.json().code]).toEqual([status, code])
})

test('a double click, two tabs and a changed consent end on one payment page', async () => {
  const { cookie } = await shop.order({ bookId: 'ai-fun-profit' })
  const before = shop.stripe.created.length
  const replies = await Promise.all(Array.from({ length: 6 }, () => checkout({}, cookie)))
  const later = await checkout({ consent: true }, cookie)
  expect(new Set([...replies, later].map((reply) => reply.json().url)).size).toBe(1)
  expect(shop.stripe.created).toHaveLength(before + 1)
  // The last choice of consent counts.
  const { id } = await shop.orderOf(later.json().url.split('/').at(-1))
  const [row] = await shop.rows<{ consent_text: string }>('select consent_text from orders where id = $1', [id])
  expect(row?.consent_text).toMatch(/^I request immediate access/)
})

test('an owner cannot pay again, even before the webhook of the first payment', async () => {
  const { sessionId, cookie } = await shop.order()
  shop.stripe.pay(sessionId, 'eager@example.com')
  for (let tries = 0; tries < 2; tries += 1) {
    const reply = await checkout({}, cookie)
    expect([reply.statusCode, reply.json().detail]).toEqual([409, 'You already own this book.'])
  }
  expect((await shop.orderOf(sessionId)).state).toBe('fulfilled')
})

test('an expired payment page is replaced by a new one', async () => {
  const { sessionId, cookie } = await shop.order()
  Object.assign(shop.stripe.sessionOf(sessionId), { status: 'expired', url: null })
  const reply = await checkout({}, cookie)
  expect(reply.json().url).not.toContain(sessionId)
  expect((await shop.orderOf(sessionId)).state).toBe('expired')
})

test.each<[Fault, number]>([
  [400, 1],
  [401, 1],
  [409, 2],
  [429, 1],
  [500, 2],
  ['cut', 2],
  ['reset', 3],
])(
  'a provider that fails with %s: the specified text, and a retry works without a second order',
  async (fault, times) => {
    shop.stripe.fail(fault, times + 1)
    await expectSecondTry(shop)
  },
)

test('a provider that hangs: the specified text, and a retry works without a second order', async () => {
  const impatient = await createTestShop({}, 400)
  onTestFinished(() => impatient.close())
  impatient.stripe.fail('hang', 3)
  await expectSecondTry(impatient)
})

async function expectSecondTry({ post, rows, stripe }: TestShop) {
  const body = { book_id: paidBook.id, origin_url: shopOrigin }
  const refused = await post('/api/books/checkout', body)
  expect([refused.statusCode, refused.json().detail]).toEqual([503, 'Failed to initiate checkout. Please try again.'])
  const cookie = String(refused.headers['set-cookie']).split(';')[0]!
  stripe.recover()
  const again = await post('/api/books/checkout', body, { cookie })
  expect(again.statusCode).toBe(200)
  const shelves = 'select state from orders where library_id = (select library_id from orders where session_id = $1)'
  expect(await rows(shelves, [again.json().url.split('/').at(-1)])).toEqual([{ state: 'created' }])
}

test('a payment page whose response was lost is found again by its key', async () => {
  const before = shop.stripe.created.length
  shop.stripe.fail('cut', 3, 'acts')
  const refused = await checkout({})
  shop.stripe.recover()
  const again = await checkout({}, String(refused.headers['set-cookie']).split(';')[0]!)
  expect(again.statusCode).toBe(200)
  expect(shop.stripe.created).toHaveLength(before + 1)
})

test('an order without a payment page is expired by the reconciliation', async () => {
  shop.stripe.fail(400)
  const refused = await checkout({})
  expect(refused.statusCode).toBe(503)
  shop.setForward(2 * 3_600_000)
  await shop.site.checkout.reconcileNow()
  expect(await shop.rows(`select 1 from orders where session_id is null and state = 'created'`)).toEqual([])
})

test('the payment status is one word, and exists only for our orders', async () => {
  const { sessionId } = await shop.order()
  const reply = await shop.get(`/api/books/checkout/status/${sessionId}`)
  expect(reply.json()).toEqual({ payment_status: 'unpaid' })
  expect(reply.headers['cache-control']).toBe('no-store')
  for (const id of ['cs_test_unknown0000', 'x', '../access', '%00', "';drop table orders;--", 'a'.repeat(190)]) {
    expect((await shop.get(`/api/books/checkout/status/${encodeURIComponent(id)}`)).statusCode).toBe(404)
  }
})

test('typing payment=success by hand gives no access', async () => {
  const { sessionId, cookie } = await shop.order()
  await shop.get(`/api/books/checkout/status/${sessionId}?payment=success&payment_status=paid`, cookie)
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'preview' })
})

test('one client is limited, whatever headers it sends', async () => {
  const address = newAddress()
  const replies = []
  for (let tries = 0; tries < 31; tries += 1)
    replies.push(
      await shop.post(
        '/api/books/checkout',
        { book_id: 'x', origin_url: shopOrigin },
        { address: `6.6.6.${tries}, ${address}` },
      ),
    )
  expect(replies.at(-1)?.statusCode).toBe(429)
  expect(replies.at(-1)?.headers['retry-after']).toBeDefined()
})

test('the cookie is HttpOnly, and its secret is not stored', async () => {
  const { setCookie, cookie } = await shop.order()
  expect(setCookie).toMatch(/^swade-shelf=[\w-]{32}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  const rows = await shop.rows<{ token_hash: string }>('select token_hash from buyer_libraries')
  expect(rows.some((row) => row.token_hash.includes(cookie.split('=')[1]!))).toBe(false)
})
