import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatLongTimestamp } from '#shared/long-timestamp.ts'
import { actionItemTodo } from '#features/checkout/action-item-labels.ts'
import type { AccessReply } from '#features/checkout/contract.ts'
import { newAddress, createTestShop, paidBook, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop({ POSTAL_ADDRESS: 'Swade, 1 Groove Road' })
})
afterAll(() => shop.close())

const service = () => shop.site.services.checkout
const lastMailTo = async (address: string) => (await shop.mailTextsTo(address))[0]!
/** Returns the text of the email that told the owner about the withdrawal of an order, on one line. */
const ownerNoticeOf = async (code: string) => {
  const mails = await shop.mailTextsTo('owner@swade.example')
  return mails.find(({ subject }) => subject === `Withdrawal received: ${code}`)?.text.replaceAll(/\s+/g, ' ') ?? ''
}

test('the receipt carries order, price, date, seller and the right of withdrawal', async () => {
  const { code } = await shop.buy('receipt@example.com')
  const { text, html } = await lastMailTo('receipt@example.com')
  for (const part of [
    code,
    '$9.99',
    'Swade, 1 Groove Road',
    'within 14 days',
    '/withdraw',
    `/api/books/${paidBook.id}/pdf`,
  ]) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
})

test('only emails about a test order say that no real money was charged', async () => {
  const { id } = await shop.buy('trial@example.com')
  const note = 'This email is about a test order. No real money was charged.'
  expect((await lastMailTo('trial@example.com')).text).not.toContain(note)
  await shop.rows(`update orders set provider = 'test' where id = $1`, [id])
  await shop.site.services.orderAdmin.resend(id)
  expect((await lastMailTo('trial@example.com')).text).toContain(note)
})

test('the consent text is repeated in the mail', async () => {
  await shop.buy('consent@example.com', { consent: true })
  const { text } = await lastMailTo('consent@example.com')
  expect(text).toContain('I request immediate access to the book')
  expect(text).not.toContain('within 14 days')
})

test('a buyer is offered to withdraw, unless consent to immediate access ended the right', async () => {
  const [bought, consented] = [
    await shop.buy('undecided@example.com'),
    await shop.buy('decided@example.com', { consent: true }),
  ]
  const mayWithdraw = async ({ cookie }: { cookie: string }) =>
    ((await shop.accessOf(cookie)) as AccessReply).order?.can_withdraw
  expect([await mayWithdraw(bought), await mayWithdraw(consented)]).toEqual([true, false])
})

test('a mailed link gives access in any browser once it is redeemed; loading it changes nothing', async () => {
  await shop.buy('link@example.com')
  const token = await shop.tokenMailedTo('link@example.com')
  expect(await service().findLink(token)).toEqual({
    bookId: paidBook.id,
    title: paidBook.title,
    closedBy: undefined,
    isRevoked: false,
    isTest: false,
  })
  const [before] = await shop.rows(
    `select opened_at from entitlements e join orders o on o.id = e.order_id where o.email = 'link@example.com'`,
  )
  expect(before).toEqual({ opened_at: null })
  const opened = await service().redeemLink(token, undefined)
  expect(opened?.setCookie).toMatch(/^swade-shelf=[\w-]{32}; /)
  const cookie = opened!.setCookie.split(';')[0]!
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned', order: { can_change_email: false } })
  expect(await service().listOwned(cookie)).toMatchObject([{ bookId: paidBook.id, maskedEmail: 'l•••@example.com' }])
  // A second book is added to the same library.
  const other = await shop.buy('link@example.com', { bookId: 'ai-fun-profit' })
  expect(other.state).toBe('fulfilled')
  const second = await service().redeemLink(await shop.tokenMailedTo('link@example.com'), cookie)
  expect(second?.setCookie.split(';')[0]).toBe(cookie)
  expect(await service().listOwned(cookie)).toHaveLength(2)
})

test.each(['', 'x', 'a'.repeat(32), `${'a'.repeat(31)}'`, '../../../etc/passwd'])(
  'the link %j gives no access',
  async (token) => {
    expect(await service().findLink(token)).toBeUndefined()
    expect(await service().redeemLink(token, undefined)).toBeUndefined()
  },
)

test('the paying browser can change the address until a mailed link is redeemed', async () => {
  const { code, cookie } = await shop.buy('mistpyed@example.com')
  const wrong = await shop.tokenMailedTo('mistpyed@example.com')
  const change = (email: string, by = cookie) => shop.post(`/api/books/orders/${code}/email`, { email }, { cookie: by })
  expect((await change('Mistyped@example.com')).json()).toEqual({ success: true, changed: true })
  expect(await service().findLink(wrong)).toMatchObject({ isRevoked: true })
  expect(await service().redeemLink(wrong, undefined)).toBeUndefined()
  expect(await shop.mailsTo('mistpyed@example.com')).toEqual([
    `Your book: ${paidBook.title}`,
    'The email address of your order has changed',
  ])
  expect((await lastMailTo('mistpyed@example.com')).text).not.toContain('mistyped@')
  // A resend to the same address keeps the earlier link valid.
  const right = await shop.tokenMailedTo('mistyped@example.com')
  expect((await change('mistyped@example.com')).json()).toEqual({ success: true, changed: false })
  expect(await service().findLink(right)).toMatchObject({ isRevoked: false })

  const stranger = await shop.buy('stranger@example.com')
  expect((await change('thief@example.com', stranger.cookie)).statusCode).toBe(404)
  expect((await change('thief@example.com', '')).statusCode).toBe(404)

  const opened = await service().redeemLink(right, undefined)
  expect((await change('thief@example.com', opened!.setCookie.split(';')[0])).statusCode).toBe(404)
  expect((await change('later@example.com')).statusCode).toBe(409)
})

test('address changes of one order are limited', async () => {
  const { code, cookie } = await shop.buy('often@example.com')
  const statuses = []
  for (let times = 0; times < 6; times += 1)
    statuses.push(
      (await shop.post(`/api/books/orders/${code}/email`, { email: `often${times}@example.com` }, { cookie }))
        .statusCode,
    )
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('finding books replies the same to everyone, and mails buyers once an hour', async () => {
  await shop.buy('finder@example.com')
  await shop.buy('finder@example.com', { bookId: 'ai-fun-profit' })
  const before = await shop.tokenMailedTo('finder@example.com')
  const findBooks = (email: string) => shop.post('/api/my-books/find', { email })
  const [known, unknown, again] = [
    await findBooks('Finder@example.com'),
    await findBooks('nobody@example.com'),
    await findBooks('finder@example.com'),
  ]
  for (const reply of [known, unknown, again])
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
  expect(Object.keys(known.headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted())
  expect(await shop.mailsTo('nobody@example.com')).toEqual([])
  const found = async () => (await shop.mailsTo('finder@example.com')).filter((subject) => subject === 'Your 2 books')
  await expect.poll(found).toHaveLength(1)
  const { text } = await lastMailTo('finder@example.com')
  const tokens = [...text.matchAll(/\/my-books\/open\/([\w-]{32})/g)].map(([, token]) => token!)
  expect(tokens).toHaveLength(2)
  for (const token of [...tokens, before])
    expect(await service().findLink(token)).toMatchObject({ closedBy: undefined, isRevoked: false })
})

test('finding books is limited for one client', async () => {
  const address = newAddress()
  const findBooks = async (name: string) =>
    (await shop.post('/api/my-books/find', { email: `${name}@example.com` }, { address })).statusCode
  // In parallel, because every response takes a minimum time.
  expect(new Set(await Promise.all(Array.from({ length: 10 }, (_, index) => findBooks(`many${index}`))))).toEqual(
    new Set([200]),
  )
  expect(await findBooks('one-more')).toBe(429)
})

test('a withdrawal is confirmed by email with its time and creates an action item on its order', async () => {
  const { code, sessionId, cookie } = await shop.buy('back@example.com')
  const declaration = { name: 'Robin', email: 'back@example.com', contract: `my order ${code.toLowerCase()}` }
  const { declaredAt } = await service().withdraw(declaration, newAddress())
  const { text } = await lastMailTo('back@example.com')
  expect(text).toContain(formatLongTimestamp(new Date(declaredAt), 'en', 'second'))
  for (const part of ['Robin', declaration.contract, 'Matching order', `${code}, ${paidBook.title}`])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
  expect(await shop.orderOf(sessionId)).toMatchObject({ state: 'fulfilled', action_items: ['withdrawal'] })
  expect(text.replaceAll(/\s+/g, ' ')).toContain('we will refund your payment to your original payment method')
  // The book stays open until the refund; its page says that the withdrawal was received and offers no other one.
  expect(await shop.accessOf(cookie)).toMatchObject({
    access: 'owned',
    order: { can_withdraw: true, is_withdrawn: true },
  })
  const notice = await ownerNoticeOf(code)
  expect(notice).toContain(
    'The buyer did not give up the right of withdrawal when ordering. The right applies until at least',
  )
  expect(notice).not.toContain('test order')
})

test('a withdrawal that names another book is received for the only paid order, which is not called matching', async () => {
  const { id, code, sessionId, cookie } = await shop.buy('other@example.com')
  const isWithdrawn = async () => ((await shop.accessOf(cookie)) as AccessReply).order?.is_withdrawn
  const contract = 'AI for Fun & Profit, SW-AAAAAAAA'
  await service().withdraw({ name: 'Robin', email: 'other@example.com', contract }, newAddress())
  const confirmation = (await lastMailTo('other@example.com')).text.replaceAll(/\s+/g, ' ')
  expect(confirmation).not.toContain('Matching order')
  expect(await isWithdrawn()).toBe(false)
  for (const part of [
    'Your only paid order with this email address',
    `${code}, ${paidBook.title}`,
    'If you meant another order, email its code to',
  ])
    expect(confirmation).toContain(part)
  expect(await shop.orderOf(sessionId)).toMatchObject({ action_items: ['withdrawal'] })
  const asked = 'Ask the buyer whether they mean this order before you refund it.'
  const notice = await ownerNoticeOf(code)
  expect(notice).not.toContain('Matching order')
  for (const part of ['Only paid order', asked]) expect(notice).toContain(part)
  const order = (await shop.site.services.orderAdmin.find(id))!
  expect(order.withdrawnAt).toBeDefined()
  expect(actionItemTodo('withdrawal', order)).toContain(asked)
  const inboxItem = async () =>
    (await shop.site.services.inbox.list()).items.find(({ key }) => key === `withdrawal:${id}`)
  expect(await inboxItem()).toMatchObject({ detail: expect.stringContaining(asked), due: expect.any(String) })

  await service().withdraw({ name: 'Robin', email: 'other@example.com', contract: paidBook.title }, newAddress())
  expect((await lastMailTo('other@example.com')).text).toContain('Matching order')
  expect((await inboxItem())?.detail).not.toContain(asked)
  expect(await isWithdrawn()).toBe(true)
})

test('the owner reads in every place that the withdrawal of a test order ends no contract and has no deadline', async () => {
  const { id, code } = await shop.buy('gave-up@example.com', { consent: true })
  await shop.rows(`update orders set provider = 'test' where id = $1`, [id])
  await service().withdraw({ name: 'Robin', email: 'gave-up@example.com', contract: code }, newAddress())
  const told = 'No contract was made. You can refund the order to end the access that it gives.'
  const note = 'This is a test order: no real money was charged, and none will be returned.'
  const notice = await ownerNoticeOf(code)
  for (const part of [told, note]) expect(notice).toContain(part)
  const order = (await shop.site.services.orderAdmin.find(id))!
  expect(actionItemTodo('withdrawal', order)).toContain(told)
  const [item] = (await shop.site.services.inbox.list()).items.filter(({ key }) => key === `withdrawal:${id}`)
  for (const part of [told, note]) expect(item?.detail).toContain(part)
  expect(item?.due).toBeUndefined()
  const { totals } = await shop.site.services.orderAdmin.list({ query: code, needsAction: false }, 1)
  expect(totals).toMatchObject({ grossCents: 999, testGrossCents: 999, testRefundedCents: 0 })
})

test('the owner reads in every place that the withdrawal from a disputed order cannot be refunded yet', async () => {
  const { id, code, paymentId } = await shop.buy('disputed-before@example.com')
  const dispute = { id: 'dp_withdrawn', object: 'dispute', payment_intent: paymentId, status: 'needs_response' }
  await shop.webhook(shop.stripe.sign(shop.stripe.event('charge.dispute.created', { ...dispute, metadata: {} })))
  await service().withdraw({ name: 'Robin', email: 'disputed-before@example.com', contract: code }, newAddress())
  const told = 'Respond to the dispute first; if you win it, refund the payment.'
  expect(await ownerNoticeOf(code)).toContain(told)
  const order = (await shop.site.services.orderAdmin.find(id))!
  expect(order).toMatchObject({ state: 'disputed', actionItems: ['disputed', 'withdrawal'] })
  expect(actionItemTodo('withdrawal', order)).toContain(told)
  const [item] = (await shop.site.services.inbox.list()).items.filter(({ key }) => key === `withdrawal:${id}`)
  expect(item?.detail).toContain(told)
})

test('the owner reads of no access to end when a test order whose access was revoked is withdrawn', async () => {
  const { id, code } = await shop.buy('revoked-before@example.com')
  await shop.rows(`update orders set provider = 'test' where id = $1`, [id])
  await shop.rows('update entitlements set is_open = false where order_id = $1', [id])
  await service().withdraw({ name: 'Robin', email: 'revoked-before@example.com', contract: code }, newAddress())
  const told = 'No contract was made. You can refund the order.'
  expect(await ownerNoticeOf(code)).toContain(told)
  expect(actionItemTodo('withdrawal', (await shop.site.services.orderAdmin.find(id))!)).toContain(told)
  const [item] = (await shop.site.services.inbox.list()).items.filter(({ key }) => key === `withdrawal:${id}`)
  expect(item?.detail).toContain(told)
})

test('a withdrawal without a matching order, or for another person’s order, is recorded and changes no order', async () => {
  const { code, sessionId } = await shop.buy('victim@example.com')
  await service().withdraw({ name: 'Eve', email: 'eve@example.com', contract: code }, newAddress())
  expect(await shop.orderOf(sessionId)).toMatchObject({ action_items: [] })
  expect(await shop.mailsTo('eve@example.com')).toEqual(['We have received your withdrawal'])
  const text = (await lastMailTo('eve@example.com')).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('We have not matched this withdrawal to an order yet. If you were charged')
  expect(text).not.toContain('your payment')
  const address = newAddress()
  const declare = () => service().withdraw({ name: 'Eve', email: 'eve@example.com', contract: 'x' }, address)
  for (let times = 0; times < 5; times += 1) await declare()
  await expect(declare()).rejects.toMatchObject({
    code: 'too-many-requests',
    text: { values: { supportEmail: 'hello@swade.example' } },
  })
})

test('a withdrawal without a matching order needs action until the owner marks it as done, which can be undone', async () => {
  const { inbox } = shop.site.services
  const itemsOf = async (email: string) => (await inbox.list()).items.filter(({ detail }) => detail.includes(email))
  await service().withdraw({ name: 'Cass', email: 'cash@example.com', contract: 'my order SW-ACDEFGH3' }, newAddress())
  const [item, ...others] = await itemsOf('cash@example.com')
  expect(others).toEqual([])
  expect(item).toMatchObject({
    title: 'Withdrawal without a matching order',
    detail: expect.stringMatching(
      /^Cass · cash@example\.com\. Order \(as entered\): “my order SW-ACDEFGH3”\. We could not/,
    ),
    // The order has no email address, so only its code finds it.
    href: '/admin/orders?q=SW-ACDEFGH3',
  })
  expect(Date.parse(item!.due!) - Date.parse(item!.since!)).toBe(14 * 24 * 3_600_000)
  await inbox.runAction(item!.key, 'owner')
  expect(await itemsOf('cash@example.com')).toEqual([])
  await expect(inbox.runAction(item!.key, 'owner')).rejects.toMatchObject({ code: 'conflict' })
  await inbox.undo(item!.key, 'owner')
  expect(await itemsOf('cash@example.com')).toEqual([item])
  await expect(inbox.undo(item!.key, 'owner')).rejects.toMatchObject({ code: 'conflict' })
  // A withdrawal with a matching order belongs to its order.
  const { code, id } = await shop.buy('matched@example.com')
  await service().withdraw({ name: 'Max', email: 'matched@example.com', contract: code }, newAddress())
  expect((await itemsOf('matched@example.com')).map(({ key }) => key)).toEqual([`withdrawal:${id}`])
})

test('a failed search for books can be retried at once', async () => {
  await shop.buy('retry@example.com')
  const findBooks = () => shop.post('/api/my-books/find', { email: 'retry@example.com' })
  await shop.rows('alter table access_links rename to access_links_away')
  expect((await findBooks()).statusCode).toBeGreaterThanOrEqual(500)
  await shop.rows('alter table access_links_away rename to access_links')
  expect((await findBooks()).statusCode).toBe(200)
  await expect.poll(() => shop.mailsTo('retry@example.com')).toEqual([`Your book: ${paidBook.title}`, 'Your book'])
})

test('thirty withdrawals for one address are all recorded and send three mails', async () => {
  const declare = () =>
    service().withdraw({ name: 'Mallory', email: 'flooded@example.com', contract: 'x' }, newAddress())
  const replies = await Promise.all(Array.from({ length: 30 }, declare))
  expect(await shop.mailsTo('flooded@example.com')).toHaveLength(3)
  expect(replies.filter(({ isMailed }) => isMailed)).toHaveLength(3)
  expect(await shop.rows(`select 1 from withdrawals where email = 'flooded@example.com'`)).toHaveLength(30)
})

test('text in a withdrawal becomes no link in the mail and is shortened', async () => {
  const contract = `Win at https://evil.example/now or www.evil.example ${'a'.repeat(200)}`
  await service().withdraw({ name: 'evil.example', email: 'reader@example.com', contract }, newAddress())
  const { text, html } = await lastMailTo('reader@example.com')
  for (const body of [text, html]) {
    expect(body).not.toMatch(/https:\/\/evil|evil\.example/)
    expect(body).not.toContain('a'.repeat(150))
  }
  const [kept] = await shop.rows<{ contract: string }>(
    `select contract from withdrawals where email = 'reader@example.com'`,
  )
  expect(kept?.contract).toBe(contract)
})

test('mails of other people’s books to one address are limited', async () => {
  const statuses = []
  for (let times = 0; times < 6; times += 1) {
    const { code, cookie } = await shop.buy(`sender${times}@example.com`)
    statuses.push(
      (await shop.post(`/api/books/orders/${code}/email`, { email: 'target@example.com' }, { cookie })).statusCode,
    )
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

// Two concurrent transactions need two connections.
test('a link redeemed during an address change gives no access', async () => {
  const { id } = await shop.buy('racing@example.com')
  const token = await shop.tokenMailedTo('racing@example.com')
  const other = await shop.site.database.pool.connect()
  await other.query('begin')
  await other.query('select 1 from orders where id = $1 for update', [id])
  const opening = service().redeemLink(token, undefined)
  await other.query('select pg_sleep(0.2)')
  await other.query(
    'update access_links set revoked_at = now() where entitlement_id = (select id from entitlements where order_id = $1)',
    [id],
  )
  await other.query('commit')
  other.release()
  expect(await opening).toBeUndefined()
})
