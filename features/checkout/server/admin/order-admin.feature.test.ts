import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderEventLabels, orderStateLabel } from '#features/checkout/order-filter.ts'
import { orderActionItems } from './action-items.ts'
import { createTestShop, paidBook, shopOrigin, type TestShop } from '../test-shop.ts'
import { ownerCookie } from '#tests/support/sign-in-owner.ts'

let shop: TestShop
let cookie: string
beforeAll(async () => {
  shop = await createTestShop()
  cookie = await ownerCookie(shop.site)
})
afterAll(() => shop.close())

const admin = () => shop.site.services.orderAdmin
const everything = { needsAction: false }
const idOf = async (query: string) => (await admin().list({ ...everything, query }, 1)).orders[0]!.id

async function claim(email: string) {
  const reply = await shop.post('/api/books/cashapp-claims', { book_id: paidBook.id, origin_url: shopOrigin })
  const browser = String(reply.headers['set-cookie']).split(';')[0]!
  const code = String(reply.json().order_code)
  await shop.post(`/api/books/cashapp-claims/${code}/sent`, { email }, { cookie: browser })
  return { code, browser, id: await idOf(code) }
}

test('an order is found by its code, address, book and payment in any spelling; pattern characters are matched literally', async () => {
  const bought = await shop.buy('found.one@example.com')
  for (const query of [bought.code.toLowerCase(), 'FOUND.ONE@', bought.paymentId])
    expect((await admin().list({ ...everything, query }, 1)).orders.map(({ id }) => id)).toEqual([bought.id])
  expect((await admin().list({ ...everything, query: 'real ai' }, 1)).totals.orders).toBeGreaterThan(0)
  for (const query of ['%', 'found_one', '\\', "'; drop table orders --"])
    expect((await admin().list({ ...everything, query }, 1)).orders).toEqual([])
})

test('pages have 50 orders, a page past the last returns the last, and totals include every match', async () => {
  await shop.rows(
    `insert into orders (code, book_id, book_title, price_cents, provider, state, origin, email, paid_cents, refunded_cents, created_at)
     select 'SW-PAGED' || lpad(n::text, 3, '0'), 'b', 'Paged', 250, 'stripe', case when n % 2 = 0 then 'refunded' else 'fulfilled' end::order_state, 'o', '',
       250, case when n % 2 = 0 then 250 else 0 end, now() - n * interval '1 day' from generate_series(1, 101) n`,
  )
  const filter = { ...everything, query: 'sw-paged' }
  const last = await admin().list(filter, 9)
  expect(last).toMatchObject({
    page: 3,
    pageCount: 3,
    totals: { orders: 101, grossCents: 25_250, refundedCents: 12_500 },
  })
  expect(last.orders.map(({ code }) => code)).toEqual(['SW-PAGED101'])
  // Pages read from either end form one list.
  const pages = await Promise.all([1, 2, 3].map((page) => admin().list(filter, page)))
  const all = Array.from({ length: 101 }, (_, index) => `SW-PAGED${String(index + 1).padStart(3, '0')}`)
  expect(pages.flatMap(({ orders }) => orders.map(({ code }) => code))).toEqual(all)
  expect((await admin().list({ ...everything, query: 'no such order' }, 7)).orders).toEqual([])
  expect((await admin().list({ ...filter, state: 'refunded' }, 1)).totals).toMatchObject({
    orders: 50,
    refundedCents: 12_500,
  })
})

test('a declined claim is shown on the book page and can be reopened within a day, with a mail to the buyer', async () => {
  const { id, code, browser } = await claim('again@example.com')
  await admin().declineClaim(id, 'Nothing <b>came</b>.')
  await expect(admin().declineClaim(id, 'Another reason.')).rejects.toMatchObject({ code: 'conflict' })
  expect(await shop.accessOf(browser)).toMatchObject({
    access: 'preview',
    declined: { code, reason: 'Nothing <b>came</b>.' },
  })
  await admin().reopenClaim(id)
  await admin().reopenClaim(id)
  expect(await admin().find(id)).toMatchObject({ state: 'pending', actionItems: ['claim'], reopenUntil: undefined })
  expect(await shop.accessOf(browser)).toMatchObject({ claim: { code, state: 'pending' } })
  const notices = await shop.mailsTo('owner@swade.example')
  // The buyer's own report is announced, the click of the owner is not.
  expect(notices.filter((subject) => subject.includes(code))).toEqual([`Cash App payment to confirm: ${code}`])
  expect((await shop.mailsTo('again@example.com')).map((subject) => subject.split(':')[0])).toEqual([
    'You marked a sample payment as sent',
    'Your sample order was closed',
    'You marked a sample payment as sent',
  ])
  await admin().declineClaim(id, '')
  shop.setForward(25 * 3_600_000)
  await expect(admin().reopenClaim(id)).rejects.toMatchObject({ code: 'conflict' })
  shop.setForward(-25 * 3_600_000)
  await admin().confirmClaim(id)
  expect(await shop.accessOf(browser)).toMatchObject({ access: 'owned' })
})

test('the access email is resent once per click, the old link stays valid, and six a day are too many', async () => {
  const bought = await shop.buy('resend@example.com')
  const old = await shop.tokenMailedTo('resend@example.com')
  await Promise.all([admin().resend(bought.id), admin().resend(bought.id)])
  expect(await shop.mailsTo('resend@example.com')).toHaveLength(2)
  for (const token of [old, await shop.tokenMailedTo('resend@example.com')])
    expect(await shop.site.services.checkout.findLink(token)).toMatchObject({ closedBy: undefined, isRevoked: false })
  for (let times = 0; times < 4; times += 1) {
    shop.setForward(61_000)
    await admin().resend(bought.id)
  }
  shop.setForward(61_000)
  await expect(admin().resend(bought.id)).rejects.toMatchObject({ code: 'too-many-requests' })
  const unpaid = await claim('unpaid@example.com')
  await expect(admin().resend(unpaid.id)).rejects.toMatchObject({ code: 'conflict' })
})

test('ten clicks on refund return the money once', async () => {
  const bought = await shop.buy('ten@example.com')
  const before = shop.stripe.refunds.length
  await Promise.all(Array.from({ length: 10 }, () => admin().refund(bought.id)))
  await admin().refund(bought.id)
  const { events } = (await admin().find(bought.id))!
  expect(events.find(({ to }) => to === 'refunded')?.detail).toBe('$9.99 refunded by the owner')
  expect(shop.stripe.refunds.length - before).toBe(1)
  expect(await admin().find(bought.id)).toMatchObject({ state: 'refunded', refundedCents: 999, paidCents: 999 })
  expect((await shop.mailsTo('ten@example.com')).filter((subject) => subject.startsWith('Your refund'))).toHaveLength(1)
})

test('informational action items are marked as done and undone from the list, items about money or access are not', async () => {
  await shop.buy('needs@example.com')
  const twice = await shop.buy('needs@example.com')
  const open = await claim('needs-claim@example.com')
  const needs = orderActionItems({ db: shop.site.database.db, admin: admin() })
  const find = async (key: string) => (await needs.list()).find((need) => need.key === key)
  expect(await find(`claim:${open.id}`)).toMatchObject({ severity: 'money', href: `/admin/orders/${open.id}` })
  expect((await find(`claim:${open.id}`))!.action).toBeUndefined()
  await expect(needs.runAction(`claim:${open.id}`)).rejects.toMatchObject({ code: 'conflict' })
  const key = `paid-twice:${twice.id}`
  expect(await find(key)).toMatchObject({ action: { canUndo: true } })
  await needs.runAction(key)
  expect(await find(key)).toBeUndefined()
  await expect(needs.runAction(key)).rejects.toMatchObject({ code: 'conflict' })
  await needs.undo(key)
  expect(await find(key)).toBeDefined()
})

test('the CSV file has all orders of the list and no cell that a spreadsheet executes', async () => {
  await shop.rows(
    `insert into orders (code, book_id, book_title, price_cents, provider, state, origin, email, created_at)
     select 'SW-FILED' || n, 'b', '=HYPERLINK("http://evil.example","Filed, ""now""")', 5, 'stripe', 'expired', 'o', '@evil' || n, now() - n * interval '1 second'
       from generate_series(1, 2345) n`,
  )
  const url = '/api/owner/orders.csv?q=sw-filed&state=expired'
  expect((await shop.get(url)).statusCode).toBe(401)
  const reply = await shop.get(url, cookie)
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="orders-/),
  })
  expect(reply.body.startsWith('\uFEFFOrder,')).toBe(true)
  const lines = reply.body.split('\r\n')
  expect(lines).toHaveLength(2345 + 2)
  expect(lines[1]).toMatch(
    /^SW-FILED1,\d{4}-\d\d-\d\dT[\d:.]+Z,,b,"'=HYPERLINK\(""http:\/\/evil\.example"",""Filed, """"now""""""\)",0\.05,,0\.00,0\.00,USD,Card,Expired,'@evil1,,$/,
  )
  expect(new Set(lines.slice(1, -1).map((line) => line.split(',')[0])).size).toBe(2345)
})

test('a claim with the sample handle says that there is no payment to look for, whatever the handle is later', async () => {
  const open = await claim('sample-claim@example.com')
  await shop.site.services.settings.save({ CASHAPP_TAG: '$OwnerOne' }, undefined, 'owner@swade.example')
  const real = await claim('real-claim@example.com')
  await shop.site.services.settings.reset('owner@swade.example')
  const needs = await orderActionItems({ db: shop.site.database.db, admin: admin() }).list()
  const detailOf = ({ id }: { id: string }) => needs.find(({ key }) => key === `claim:${id}`)?.detail
  const lookFor = 'Look for the payment in Cash App by its note'
  expect(detailOf(open)).toContain('This order uses the sample Cash App handle, so there is no payment to look for.')
  expect(detailOf(open)).not.toContain(lookFor)
  expect(detailOf(real)).toContain(lookFor)
  expect(await admin().find(open.id)).toMatchObject({ isSample: true })
  expect(await admin().find(real.id)).toMatchObject({ isSample: false })
  expect(await admin().find((await shop.buy('by-card@example.com')).id)).toMatchObject({ isSample: false })
})

test('a payment lost in a dispute is no refund in the list, its totals, the history and the CSV file', async () => {
  const bought = await shop.buy('lost-dispute@example.com')
  const dispute = { id: 'dp_lost', object: 'dispute', payment_intent: bought.paymentId, metadata: {} }
  const report = (type: string, status: string) =>
    shop.webhook(shop.stripe.sign(shop.stripe.event(type, { ...dispute, status })))
  await report('charge.dispute.created', 'needs_response')
  await expect(admin().refund(bought.id)).rejects.toMatchObject({
    message: 'Not refunded: this payment is disputed. Respond to the dispute first.',
  })
  await report('charge.dispute.closed', 'lost')
  await expect(admin().refund(bought.id)).rejects.toMatchObject({
    message: 'There is nothing to refund for this order.',
  })
  const { orders, totals } = await admin().list({ query: 'lost-dispute@example.com', needsAction: false }, 1)
  expect(orders.map(orderStateLabel)).toEqual(['Dispute lost'])
  expect(totals).toMatchObject({ grossCents: 999, refundedCents: 999, lostCents: 999 })
  const labels = orderEventLabels((await admin().find(bought.id))!)
  expect(labels.filter((label) => label !== 'Note')).toEqual([
    'Created',
    'Paid',
    'Fulfilled',
    'Disputed',
    'Dispute lost',
  ])
  const { body } = await shop.get('/api/owner/orders.csv?q=lost-dispute', cookie)
  expect(body).toContain(',9.99,9.99,0.00,9.99,USD,Card,Dispute lost,')
})

test('money that we and a bank returned counts as refunded in the history, the totals and the CSV file', async () => {
  const bought = await shop.buy('returned-twice@example.com')
  const about = { payment_intent: bought.paymentId, metadata: {} }
  const report = (type: string, object: object) =>
    shop.webhook(shop.stripe.sign(shop.stripe.event(type, { ...about, ...object })))
  await report('charge.refunded', { id: 'ch_twice', object: 'charge', refunded: false, amount_refunded: 300 })
  await report('charge.dispute.closed', { id: 'dp_twice', object: 'dispute', status: 'lost' })
  const order = (await admin().find(bought.id))!
  expect(order).toMatchObject({ state: 'refunded', refundedCents: 999, lostCents: 699 })
  expect(orderStateLabel(order)).toBe('Refunded')
  expect(orderEventLabels(order)).toContain('Refunded')
  expect(orderEventLabels(order)).not.toContain('Dispute lost')
  const { totals } = await admin().list({ query: 'returned-twice@example.com', needsAction: false }, 1)
  expect(totals).toMatchObject({ grossCents: 999, refundedCents: 999, lostCents: 699 })
  const { body } = await shop.get('/api/owner/orders.csv?q=returned-twice', cookie)
  expect(body).toContain(',Paid,Refunded,Lost in disputes (excluding refunds),Currency,')
  expect(body).toContain(',9.99,9.99,3.00,6.99,USD,Card,Refunded,')
})
