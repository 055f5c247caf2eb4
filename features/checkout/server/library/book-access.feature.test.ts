import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, paidBook, shopOrigin, type TestShop } from '../test-shop.ts'
import { createBookAccess, createPaymentHolds, maskKnownEmail } from './book-access.ts'
import { createLibraryCookie } from './library-cookie.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** Creates the access check of the shop with the given books removed from the catalogue. */
function accessWithout(...unlisted: string[]) {
  const { books } = shop.site.services
  return createBookAccess({
    db: shop.site.database.db,
    cookie: createLibraryCookie(shopOrigin),
    books: {
      ...books,
      find: (id) => (unlisted.includes(id) ? undefined : books.find(id)),
      findUnlisted: (id) => (unlisted.includes(id) ? books.find(id) : undefined),
    },
  })
}

const noSuchBook = { code: 'not-found', text: { key: 'checkout.errors.bookNotFound' } }
const openPages = () => shop.site.services.books.find(paidBook.id)!.previewPages

test('a paid book is a preview for everyone but the browser that bought it', async () => {
  const accessTo = accessWithout()
  const { cookie, code } = await shop.buy('owner@example.com')
  const other = await shop.buy('other@example.com', { bookId: 'ai-fun-profit' })
  expect(await accessTo(cookie, paidBook.id)).toEqual({
    kind: 'owned',
    openPages: openPages(),
    entitlementId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    watermark: { orderCode: code, maskedEmail: 'o•••@example.com' },
  })
  for (const visitor of [undefined, `swade-shelf=${'x'.repeat(32)}`, other.cookie])
    expect(await accessTo(visitor, paidBook.id)).toEqual({ kind: 'preview', openPages: openPages() })
})

test('a payment on hold is known to the browser that paid, for its book only', async () => {
  const findHold = createPaymentHolds({ db: shop.site.database.db, cookie: createLibraryCookie(shopOrigin) })
  const { cookie, paymentId } = await shop.buy('on-hold@example.com')
  const other = await shop.order()
  const send = async (type: string, object: object) =>
    expect((await shop.webhook(shop.stripe.sign(shop.stripe.event(type, object)))).statusCode).toBe(200)
  expect(await findHold(cookie, paidBook.id)).toBeUndefined()
  await send('charge.dispute.created', {
    id: 'dp_hold',
    object: 'dispute',
    payment_intent: paymentId,
    status: 'needs_response',
    amount: 999,
    currency: 'usd',
    metadata: {},
  })
  const session = { ...shop.stripe.pay(other.sessionId, 'on-hold-too@example.com'), amount_total: 500 }
  await send('checkout.session.completed', session)
  expect(await findHold(cookie, paidBook.id)).toBe('dispute')
  expect(await findHold(other.cookie, paidBook.id)).toBe('amount')
  expect(await findHold(cookie, 'ai-fun-profit')).toBeUndefined()
  for (const visitor of [undefined, `swade-shelf=${'x'.repeat(32)}`])
    expect(await findHold(visitor, paidBook.id)).toBeUndefined()
})

test('a free book is free for everyone', async () => {
  const free = shop.site.services.books.list().find(({ isFree }) => isFree)!
  expect(await accessWithout()(undefined, free.id)).toEqual({ kind: 'free' })
})

test('an unknown book is not found', async () => {
  await expect(accessWithout()(undefined, 'no-such-book')).rejects.toMatchObject(noSuchBook)
})

test('a book removed from the catalogue is available to its buyers only', async () => {
  const { cookie } = await shop.buy('early@example.com')
  const accessTo = accessWithout(paidBook.id)
  expect(await accessTo(cookie, paidBook.id)).toMatchObject({ kind: 'owned', openPages: openPages() })
  for (const visitor of [undefined, `swade-shelf=${'x'.repeat(32)}`])
    await expect(accessTo(visitor, paidBook.id)).rejects.toMatchObject(noSuchBook)
})

test('an unknown address stays empty', () => {
  expect(maskKnownEmail('')).toBe('')
  expect(maskKnownEmail('ada@example.com')).toBe('a•••@example.com')
})
