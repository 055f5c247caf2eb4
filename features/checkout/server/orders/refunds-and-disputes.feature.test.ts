import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAddress, createTestShop, paidBook, shopOrigin, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const charge = (paymentId: string, more: object = {}) => ({
  id: `ch_${paymentId}`,
  object: 'charge',
  payment_intent: paymentId,
  refunded: true,
  amount_refunded: 999,
  metadata: {},
  ...more,
})
const dispute = (paymentId: string, status: string) => ({
  id: `dp_${paymentId}`,
  object: 'dispute',
  payment_intent: paymentId,
  status,
  metadata: {},
})
const send = (type: string, object: object) => shop.webhook(shop.stripe.sign(shop.stripe.event(type, object)))

test('a refund ends access and is confirmed by mail', async () => {
  const bought = await shop.buy('refund@example.com')
  await send('charge.refunded', charge(bought.paymentId))
  expect((await shop.orderOf(bought.sessionId)).state).toBe('refunded')
  expect(await shop.accessOf(bought.cookie)).toMatchObject({
    access: 'preview',
    refund: { code: bought.code, at: expect.any(String) },
  })
  const service = shop.site.services.checkout
  expect(await service.listRefunded(bought.cookie)).toMatchObject([
    { bookId: paidBook.id, title: paidBook.title, orderCode: bought.code },
  ])
  expect(await service.listOwned(bought.cookie)).toEqual([])
  expect(await service.listRefunded((await shop.buy('bystander@example.com')).cookie)).toEqual([])
  expect((await shop.mailsTo('refund@example.com')).at(-1)).toMatch(/^Your refund is on its way/)
  expect((await shop.get(`/api/books/checkout/status/${bought.sessionId}`)).json()).toEqual({
    payment_status: 'refunded',
  })
  const token = await shop.tokenMailedTo('refund@example.com')
  expect(await shop.site.services.checkout.redeemLink(token, undefined)).toBeUndefined()
})

test('a browser that opened the book from a mail learns of a dispute, unless it owns the book anyway', async () => {
  const bought = await shop.buy('mailed-dispute@example.com')
  const { checkout } = shop.site.services
  const mailed = await checkout.redeemLink(await shop.tokenMailedTo('mailed-dispute@example.com'), undefined)
  const other = await shop.buy('own-copy@example.com')
  await checkout.redeemLink(await shop.tokenMailedTo('mailed-dispute@example.com'), other.cookie)
  await send('charge.dispute.created', dispute(bought.paymentId, 'needs_response'))
  const opened = mailed!.setCookie.split(';')[0]!
  expect(await checkout.listClosed(opened)).toMatchObject([{ orderCode: bought.code, closedBy: 'dispute' }])
  expect(await shop.accessOf(opened)).toMatchObject({ access: 'preview', closed: { code: bought.code } })
  expect(await checkout.listClosed(other.cookie)).toEqual([])
  expect(await shop.accessOf(other.cookie)).toMatchObject({ access: 'owned' })
})

test('after a partial refund the buyer keeps access and the owner is notified', async () => {
  const bought = await shop.buy('part@example.com')
  for (let times = 0; times < 2; times += 1)
    await send('charge.refunded', charge(bought.paymentId, { refunded: false, amount_refunded: 300 }))
  expect(await shop.orderOf(bought.sessionId)).toMatchObject({ state: 'fulfilled', action_items: ['partly-refunded'] })
  expect(await shop.accessOf(bought.cookie)).toMatchObject({ access: 'owned' })
})

test('a dispute suspends access, a won one restores it, a lost one ends like a refund', async () => {
  const won = await shop.buy('won@example.com')
  await send('charge.dispute.created', dispute(won.paymentId, 'needs_response'))
  expect(await shop.orderOf(won.sessionId)).toMatchObject({ state: 'disputed', action_items: ['disputed'] })
  const disputed = { code: won.code, by: 'dispute', is_test: false }
  expect(await shop.accessOf(won.cookie)).toMatchObject({ access: 'preview', closed: disputed })
  const closedIn = (cookie: string) => shop.site.services.checkout.listClosed(cookie)
  expect(await closedIn(won.cookie)).toEqual([
    { bookId: paidBook.id, title: paidBook.title, orderCode: won.code, closedBy: 'dispute', isTest: false },
  ])
  expect((await shop.get(`/api/books/checkout/status/${won.sessionId}`)).json()).toEqual({ payment_status: 'disputed' })
  await send('charge.dispute.closed', dispute(won.paymentId, 'won'))
  expect(await shop.orderOf(won.sessionId)).toMatchObject({ state: 'fulfilled', action_items: [] })
  expect(await shop.accessOf(won.cookie)).toMatchObject({ access: 'owned' })
  expect(await closedIn(won.cookie)).toEqual([])
  expect(await shop.mailsTo('won@example.com')).toHaveLength(1)

  const lost = await shop.buy('lost@example.com')
  const link = await shop.tokenMailedTo('lost@example.com')
  const linked = () => shop.site.services.checkout.findLink(link)
  await send('charge.dispute.created', dispute(lost.paymentId, 'needs_response'))
  expect(await linked()).toMatchObject({ closedBy: 'dispute', isRevoked: false })
  await send('charge.dispute.closed', dispute(lost.paymentId, 'lost'))
  expect(await shop.orderOf(lost.sessionId)).toMatchObject({ state: 'refunded', action_items: ['dispute-lost'] })
  expect((await shop.mailsTo('lost@example.com')).at(-1)).toMatch(/^Your bank is refunding your payment/)
  expect(await shop.mailsTo('owner@swade.example')).toContain(`You lost a dispute: ${lost.code}`)
  expect(await shop.accessOf(lost.cookie)).toMatchObject({ access: 'preview', refund: { code: lost.code } })
  expect(await closedIn(lost.cookie)).toEqual([])
  expect(await linked()).toMatchObject({ closedBy: 'refund', isRevoked: false })
})

test('while a payment is disputed, the book cannot be paid for again', async () => {
  const { cookie, paymentId } = await shop.buy('pay-again@example.com')
  const mailed = await shop.site.services.checkout.redeemLink(
    await shop.tokenMailedTo('pay-again@example.com'),
    undefined,
  )
  await send('charge.dispute.created', dispute(paymentId, 'needs_response'))
  const pay = (path: string, cookieHeader: string, page = '/') =>
    shop.post(path, { book_id: paidBook.id, origin_url: shopOrigin }, { cookie: cookieHeader, page })
  for (const path of ['/api/books/checkout', '/api/books/cashapp-claims'])
    for (const browser of [cookie, mailed!.setCookie.split(';')[0]!]) {
      const refused = await pay(path, browser)
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({
        code: 'conflict',
        detail: 'Your payment for this book is disputed. Do not pay again until the dispute is settled.',
      })
    }
  expect((await pay('/api/books/checkout', cookie, '/es/book')).json().detail).toMatch(/está en disputa/)
  await send('charge.dispute.closed', dispute(paymentId, 'lost'))
  expect((await pay('/api/books/checkout', cookie)).statusCode).toBe(200)
})

test('while a payment is disputed, only a Cash App payment that was marked as sent can be opened', async () => {
  const claimIn = async (cookie?: string) => {
    const payload = { book_id: paidBook.id, origin_url: shopOrigin }
    const reply = await shop.post('/api/books/cashapp-claims', payload, cookie ? { cookie } : {})
    return { reply, code: reply.json().order_code, cookie: String(reply.headers['set-cookie']).split(';')[0]! }
  }
  const { code, cookie } = await claimIn()
  const { paymentId } = await shop.buy('claim-dispute@example.com', { cookie })
  await send('charge.dispute.created', dispute(paymentId, 'needs_response'))
  expect((await claimIn(cookie)).reply.statusCode).toBe(409)
  // The money may have been sent before the dispute.
  expect((await shop.post(`/api/books/cashapp-claims/${code}/sent`, {}, { cookie })).statusCode).toBe(200)
  expect(await claimIn(cookie)).toMatchObject({ code, reply: { statusCode: 200 } })
})

test('a failed refund creates an action item', async () => {
  const bought = await shop.buy('bounced@example.com')
  await send('charge.refunded', charge(bought.paymentId))
  await send('refund.failed', { id: 're_1', object: 'refund', status: 'failed', payment_intent: bought.paymentId })
  expect(await shop.orderOf(bought.sessionId)).toMatchObject({ state: 'refunded', action_items: ['refund-failed'] })
})

test('a refund of a second payment does not end the access from the first', async () => {
  const bought = await shop.buy('second@example.com')
  const other = { ...shop.stripe.sessionOf(bought.sessionId), id: 'cs_test_other', payment_intent: 'pi_other' }
  await send('checkout.session.completed', other)
  expect(await shop.orderOf(bought.sessionId)).toMatchObject({ state: 'fulfilled', action_items: ['paid-twice'] })
  await send('charge.refunded', charge('pi_other', { metadata: { order_id: bought.id } }))
  expect(await shop.orderOf(bought.sessionId)).toMatchObject({
    state: 'fulfilled',
    action_items: ['paid-twice', 'second-payment'],
  })
  expect(await shop.accessOf(bought.cookie)).toMatchObject({ access: 'owned' })
})

test('one action item does not hide another', async () => {
  const admin = shop.site.services.orderAdmin
  const bounced = await shop.buy('early@example.com')
  await send('refund.failed', { id: 're_2', object: 'refund', status: 'failed', payment_intent: bounced.paymentId })
  await send('charge.refunded', charge(bounced.paymentId))
  expect(await shop.orderOf(bounced.sessionId)).toMatchObject({ state: 'refunded', action_items: ['refund-failed'] })
  expect(await shop.mailsTo('early@example.com')).toHaveLength(1)

  await shop.buy('double@example.com')
  const twice = await shop.buy('double@example.com')
  await admin.refund(twice.id)
  expect(await shop.orderOf(twice.sessionId)).toMatchObject({ state: 'refunded', action_items: ['paid-twice'] })

  const withdrawn = await shop.buy('withdrawn@example.com')
  await shop.site.services.checkout.withdraw(
    { name: 'Kim', email: 'withdrawn@example.com', contract: withdrawn.code },
    newAddress(),
  )
  await send('charge.dispute.created', dispute(withdrawn.paymentId, 'needs_response'))
  expect(await shop.orderOf(withdrawn.sessionId)).toMatchObject({
    state: 'disputed',
    action_items: ['withdrawal', 'disputed'],
  })
  await send('charge.dispute.closed', dispute(withdrawn.paymentId, 'won'))
  expect(await shop.orderOf(withdrawn.sessionId)).toMatchObject({ state: 'fulfilled', action_items: ['withdrawal'] })
  await admin.resolve(withdrawn.id, ['disputed'])
  expect(await shop.orderOf(withdrawn.sessionId)).toMatchObject({ action_items: ['withdrawal'] })
  await admin.resolve(withdrawn.id, ['withdrawal'])
  expect(await shop.orderOf(withdrawn.sessionId)).toMatchObject({ state: 'fulfilled', action_items: [] })
})

test('a payment first known from its dispute or refund gets its mail when the address is known', async () => {
  const won = await shop.order()
  const { payment_intent: wonId } = shop.stripe.pay(won.sessionId, 'heard@example.com')
  const { id } = await shop.orderOf(won.sessionId)
  await send('charge.dispute.created', { ...dispute(wonId!, 'needs_response'), metadata: { order_id: id } })
  await send('charge.dispute.closed', { ...dispute(wonId!, 'won'), metadata: { order_id: id } })
  // The payment is queried, with address and amount.
  expect(await shop.orderOf(won.sessionId)).toMatchObject({ state: 'fulfilled', email: 'heard@example.com' })
  await shop.webhook(shop.completed(won.sessionId))
  expect(await shop.mailsTo('heard@example.com')).toHaveLength(1)
  expect(await shop.site.services.checkout.findLink(await shop.tokenMailedTo('heard@example.com'))).toMatchObject({
    closedBy: undefined,
  })

  const back = await shop.order()
  const { payment_intent: backId } = shop.stripe.pay(back.sessionId, 'gone@example.com')
  await send('charge.refunded', charge(backId!, { metadata: { order_id: (await shop.orderOf(back.sessionId)).id } }))
  await shop.webhook(shop.completed(back.sessionId))
  expect(await shop.mailsTo('gone@example.com')).toEqual([expect.stringMatching(/^Your refund is on its way/)])
})

test('a wrong payment first known from its dispute gives no access when the dispute is won', async () => {
  const admin = shop.site.services.orderAdmin
  const { sessionId, cookie } = await shop.order()
  const session = shop.stripe.pay(sessionId, 'less@example.com')
  Object.assign(session, { amount_total: 100 })
  const { id } = await shop.orderOf(sessionId)
  const dueBy = Math.floor(Date.now() / 1000) + 7 * 86_400
  const about = (status: string) => ({
    ...dispute(session.payment_intent!, status),
    metadata: { order_id: id },
    evidence_details: { due_by: dueBy },
  })
  await send('charge.dispute.created', about('needs_response'))
  expect(await admin.find(id)).toMatchObject({
    state: 'disputed',
    actionItems: ['disputed', 'amount-differs'],
    paidCents: 100,
    disputeDueAt: new Date(dueBy * 1000).toISOString(),
  })
  await send('charge.dispute.closed', about('won'))
  await shop.webhook(shop.completed(sessionId))
  expect(await admin.find(id)).toMatchObject({
    state: 'paid',
    actionItems: ['amount-differs'],
    disputeDueAt: undefined,
  })
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'preview' })
  await admin.resolve(id)
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
})

test('the owner is notified of a dispute about refunded money, and of a second one', async () => {
  const back = await shop.buy('refund-dispute@example.com')
  await send('charge.refunded', charge(back.paymentId))
  await send('charge.dispute.created', dispute(back.paymentId, 'needs_response'))
  expect(await shop.orderOf(back.sessionId)).toMatchObject({ state: 'refunded', action_items: ['disputed'] })
  await send('charge.dispute.closed', dispute(back.paymentId, 'lost'))
  expect(await shop.orderOf(back.sessionId)).toMatchObject({ state: 'refunded', action_items: ['dispute-lost'] })

  const twice = await shop.buy('disputes@example.com')
  const second = (status: string) => ({ ...dispute(twice.paymentId, status), id: 'dp_second' })
  await send('charge.dispute.created', dispute(twice.paymentId, 'needs_response'))
  await send('charge.dispute.created', second('needs_response'))
  const notices = (await shop.mailsTo('owner@swade.example')).filter((subject) => subject.endsWith(twice.code))
  expect(notices).toHaveLength(2)
  await send('charge.dispute.closed', dispute(twice.paymentId, 'won'))
  expect(await shop.orderOf(twice.sessionId)).toMatchObject({ state: 'disputed', action_items: ['disputed'] })
  await send('charge.dispute.closed', second('won'))
  expect(await shop.orderOf(twice.sessionId)).toMatchObject({ state: 'fulfilled', action_items: [] })
})

/** The final state of a payment does not depend on the order or number of its messages. */
const cases = {
  paid: { messages: ['paid'], state: 'fulfilled', access: 'owned' },
  refunded: { messages: ['paid', 'refunded'], state: 'refunded', access: 'preview' },
  won: { messages: ['paid', 'disputed', 'won'], state: 'fulfilled', access: 'owned' },
  lost: { messages: ['paid', 'disputed', 'lost'], state: 'refunded', access: 'preview' },
  transfer: { messages: ['on its way', 'arrived', 'paid'], state: 'fulfilled', access: 'owned' },
} as const

test('events in any order, any number of times, end in the same state', { timeout: 120_000 }, async () => {
  let buyers = 0
  const oneCase = fc.constantFrom(...Object.values(cases)).chain(({ messages, state, access }) =>
    fc.record({
      state: fc.constant(state),
      access: fc.constant(access),
      report: fc
        .shuffledSubarray([...messages, ...messages, ...messages], { minLength: messages.length })
        .map((some) => [...some, ...messages.filter((one) => !some.includes(one))]),
    }),
  )
  await fc.assert(
    fc.asyncProperty(oneCase, async ({ state, access, report }) => {
      buyers += 1
      const { sessionId, cookie } = await shop.order({ bookId: 'ai-fun-profit' })
      const email = `any${buyers}@example.com`
      const unpaid = structuredClone(shop.stripe.pay(sessionId, email, { isPaid: false }))
      const paid = shop.stripe.pay(sessionId, email)
      const paymentId = paid.payment_intent!
      const { event } = shop.stripe
      const messages: Record<string, ReturnType<typeof event>> = {
        'paid': event('checkout.session.completed', paid),
        'on its way': event('checkout.session.completed', unpaid),
        'arrived': event('checkout.session.async_payment_succeeded', paid),
        'refunded': event('charge.refunded', charge(paymentId)),
        'disputed': event('charge.dispute.created', dispute(paymentId, 'needs_response')),
        'won': event('charge.dispute.closed', dispute(paymentId, 'won')),
        'lost': event('charge.dispute.closed', dispute(paymentId, 'lost')),
      }
      for (const name of report) expect((await shop.webhook(shop.stripe.sign(messages[name]!))).statusCode).toBe(200)
      expect((await shop.orderOf(sessionId)).state).toBe(state)
      expect(await shop.accessOf(cookie, 'ai-fun-profit')).toMatchObject({ access })
      const subjects = await shop.mailsTo(email)
      if (state === 'fulfilled') expect(subjects).toEqual([expect.stringMatching(/^Your book/)])
      else expect(subjects.filter((subject) => !subject.startsWith('Your book'))).toHaveLength(1)
    }),
    { numRuns: 25 },
  )
})
