import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, paidBook, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const { event, sign } = {
  event: (...report: Parameters<TestShop['stripe']['event']>) => shop.stripe.event(...report),
  sign: (report: ReturnType<TestShop['stripe']['event']>) => shop.stripe.sign(report),
}
const send = async (type: string, object: object) =>
  expect((await shop.webhook(sign(event(type, object)))).statusCode).toBe(200)

const refund = (paymentId: string, cents: number) => ({
  id: `ch_${paymentId}`,
  object: 'charge',
  payment_intent: paymentId,
  refunded: cents >= 999,
  amount_refunded: cents,
  metadata: {},
})
const dispute = (paymentId: string, status: string, amount = 999, more: object = {}) => ({
  id: `dp_${paymentId}_${amount}`,
  object: 'dispute',
  payment_intent: paymentId,
  status,
  amount,
  currency: 'usd',
  metadata: {},
  ...more,
})
const admin = () => shop.site.services.orderAdmin
const accessOf = async ({ cookie }: { cookie: string }) => (await shop.accessOf(cookie)).access as string
const noticesAbout = async (code: string) =>
  (await shop.mailsTo('owner@swade.example')).filter((subject) => subject.endsWith(code))

test('a lost dispute over 300 of 999 cents costs 300 cents, and the buyer keeps access', async () => {
  const bought = await shop.buy('part-lost@example.com')
  await send('charge.dispute.created', dispute(bought.paymentId, 'needs_response', 300))
  expect(await admin().find(bought.id)).toMatchObject({
    state: 'fulfilled',
    actionItems: ['partly-disputed'],
    refundedCents: 0,
    hasAccess: true,
  })
  expect(await accessOf(bought)).toBe('owned')
  await send('charge.dispute.closed', dispute(bought.paymentId, 'lost', 300))
  expect(await admin().find(bought.id)).toMatchObject({
    state: 'fulfilled',
    actionItems: ['dispute-partly-lost'],
    refundedCents: 300,
    disputes: [{ status: 'lost', amountCents: 300 }],
  })
  expect(await accessOf(bought)).toBe('owned')
  expect(await shop.mailsTo('part-lost@example.com')).toEqual([`Your book: ${paidBook.title}`])
  expect(await noticesAbout(bought.code)).toEqual([
    `Part of a payment was disputed: ${bought.code}`,
    `You lost a dispute over part of a payment: ${bought.code}`,
  ])
  const id = `dp_${bought.paymentId}_300`
  expect((await admin().find(bought.id))!.events.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([`dispute ${id} for $3.00 of $9.99`, `dispute ${id} lost ($3.00 of $9.99)`]),
  )
  const notices = (await shop.mailTextsTo('owner@swade.example')).filter(({ subject }) => subject.endsWith(bought.code))
  const texts = notices.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
  expect(texts).toContain(`Dispute ${id} for $3.00 of $9.99; respond through the payment provider`)
  expect(texts).toContain(`Dispute ${id} lost ($3.00 of $9.99)`)
  expect((await admin().list({ query: bought.code, needsAction: false }, 1)).totals).toMatchObject({
    grossCents: 999,
    refundedCents: 300,
  })
})

test('action items name the amount and whether the buyer has access', async () => {
  const waiting = async (id: string) =>
    (await shop.site.services.inbox.list()).items
      .filter(({ key }) => key.endsWith(id))
      .map(({ key, detail }) => [key.split(':')[0], detail])
  const bought = await shop.buy('named-parts@example.com')
  const about = (part: string) =>
    `${bought.code} · ${part} of $9.99 · Card · ${paidBook.title} · named-parts@example.com. `
  await send('charge.refunded', refund(bought.paymentId, 300))
  await send('charge.dispute.created', dispute(bought.paymentId, 'needs_response', 205))
  expect(new Map((await waiting(bought.id)) as [string, string][])).toEqual(
    new Map([
      [
        'partly-disputed',
        `${about('$2.05')}Respond to the dispute through the payment provider. This order gives access unless you revoke it.`,
      ],
      ['partly-refunded', `${about('$3.00')}This order gives access unless you revoke it.`],
    ]),
  )
  await admin().revokeAccess(bought.id)
  expect((await waiting(bought.id)).map(([, detail]) => detail).toSorted()).toEqual([
    `${about('$2.05')}Respond to the dispute through the payment provider. This order gives no access.`,
    `${about('$3.00')}This order gives no access.`,
  ])
  expect((await admin().find(bought.id))!.events.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      'partly-refunded: $3.00 of $9.99 refunded',
      `dispute dp_${bought.paymentId}_205 for $2.05 of $9.99`,
    ]),
  )
})

test('an inquiry takes no money and ends no access until it becomes a dispute', async () => {
  const bought = await shop.buy('inquiry@example.com')
  const dueBy = Math.floor(Date.now() / 1000) + 7 * 86_400
  const inquiry = (status: string) => dispute(bought.paymentId, status, 999, { evidence_details: { due_by: dueBy } })
  await send('charge.dispute.created', inquiry('warning_needs_response'))
  expect(await admin().find(bought.id)).toMatchObject({
    state: 'fulfilled',
    actionItems: ['inquiry'],
    disputeDueAt: new Date(dueBy * 1000).toISOString(),
    canRevokeAccess: false,
  })
  expect(await accessOf(bought)).toBe('owned')
  await send('charge.dispute.updated', inquiry('warning_under_review'))
  expect(await noticesAbout(bought.code)).toHaveLength(1)
  await send('charge.dispute.updated', inquiry('needs_response'))
  expect(await admin().find(bought.id)).toMatchObject({
    state: 'disputed',
    actionItems: ['disputed'],
    hasAccess: false,
  })
  expect(await accessOf(bought)).toBe('preview')
  await send('charge.dispute.funds_reinstated', inquiry('won'))
  expect(await admin().find(bought.id)).toMatchObject({ state: 'fulfilled', actionItems: [], disputeDueAt: undefined })
  expect(await accessOf(bought)).toBe('owned')

  const closed = await shop.buy('inquiry-closed@example.com')
  await send('charge.dispute.created', dispute(closed.paymentId, 'warning_needs_response'))
  await send('charge.dispute.closed', dispute(closed.paymentId, 'warning_closed'))
  expect(await admin().find(closed.id)).toMatchObject({ state: 'fulfilled', actionItems: [], refundedCents: 0 })
})

test('parts that add up to the full payment end access, no matter who returned them', async () => {
  const bought = await shop.buy('parts@example.com')
  await send('charge.dispute.created', dispute(bought.paymentId, 'needs_response', 300))
  await send('charge.dispute.closed', dispute(bought.paymentId, 'lost', 300))
  await send('charge.refunded', refund(bought.paymentId, 400))
  expect(await admin().find(bought.id)).toMatchObject({ state: 'fulfilled', refundedCents: 700 })
  await send('charge.refunded', refund(bought.paymentId, 699))
  expect(await admin().find(bought.id)).toMatchObject({
    state: 'refunded',
    refundedCents: 999,
    lostCents: 300,
    hasAccess: false,
  })
  expect(await accessOf(bought)).toBe('preview')
  const mail = (await shop.mailTextsTo('parts@example.com')).find(({ subject }) =>
    subject.startsWith('Your payment was refunded'),
  )
  expect(mail!.text.replaceAll(/\s+/g, ' ')).toContain(
    'Your bank refunded $3.00 of your payment, and we refunded the remaining $6.99.',
  )

  const held = await shop.buy('held@example.com')
  await send('charge.refunded', refund(held.paymentId, 699))
  await send('charge.dispute.created', dispute(held.paymentId, 'needs_response', 300))
  expect(await admin().find(held.id)).toMatchObject({ state: 'disputed', refundedCents: 699 })
  await send('charge.dispute.closed', dispute(held.paymentId, 'won', 300))
  expect(await admin().find(held.id)).toMatchObject({ state: 'fulfilled', refundedCents: 699 })
  expect(await accessOf(held)).toBe('owned')
})

test('a lost dispute that is won on appeal restores access', async () => {
  const bought = await shop.buy('appeal@example.com')
  await send('charge.dispute.created', dispute(bought.paymentId, 'needs_response'))
  await send('charge.dispute.closed', dispute(bought.paymentId, 'lost'))
  shop.setForward(60_000)
  await send('charge.dispute.updated', dispute(bought.paymentId, 'appeal_under_review'))
  expect(await admin().find(bought.id)).toMatchObject({ state: 'refunded', actionItems: ['dispute-lost', 'disputed'] })
  shop.setForward(60_000)
  await send('charge.dispute.closed', dispute(bought.paymentId, 'won'))
  expect(await admin().find(bought.id)).toMatchObject({ state: 'fulfilled', refundedCents: 0 })
  expect(await accessOf(bought)).toBe('owned')
})

test('the owner revokes and restores access after a partial refund; the buyer is notified once each', async () => {
  const bought = await shop.buy('decided@example.com')
  const link = await shop.tokenMailedTo('decided@example.com')
  await expect(admin().revokeAccess(bought.id)).rejects.toMatchObject({ code: 'conflict' })
  await send('charge.refunded', refund(bought.paymentId, 300))
  expect(await admin().find(bought.id)).toMatchObject({ canRevokeAccess: true, canRestoreAccess: false })
  await Promise.all([admin().revokeAccess(bought.id), admin().revokeAccess(bought.id)])
  expect(await shop.accessOf(bought.cookie)).toMatchObject({
    access: 'preview',
    closed: { code: bought.code, by: 'owner' },
  })
  expect(await shop.site.services.checkout.listClosed(bought.cookie)).toMatchObject([{ closedBy: 'owner' }])
  expect(await shop.site.services.checkout.findLink(link)).toMatchObject({ closedBy: 'owner', isRevoked: false })
  expect((await shop.get(`/api/books/checkout/status/${bought.sessionId}`)).json()).toEqual({
    payment_status: 'closed',
  })
  expect(await shop.mailsTo('decided@example.com')).toEqual([
    `Your book: ${paidBook.title}`,
    `Your access has ended: ${paidBook.title}`,
  ])
  // Later events do not override the owner’s decision while part of the payment is missing.
  await send('charge.dispute.created', dispute(bought.paymentId, 'needs_response', 100))
  await send('charge.dispute.closed', dispute(bought.paymentId, 'won', 100))
  expect(await accessOf(bought)).toBe('preview')
  await admin().restoreAccess(bought.id)
  await admin().restoreAccess(bought.id)
  expect(await accessOf(bought)).toBe('owned')
  expect(await shop.mailsTo('decided@example.com')).toHaveLength(3)
  await send('charge.refunded', refund(bought.paymentId, 999))
  expect(await accessOf(bought)).toBe('preview')
  await expect(admin().restoreAccess(bought.id)).rejects.toMatchObject({ code: 'conflict' })
})

test('the owner restores access during a dispute; revoked access returns with the full payment', async () => {
  const trusted = await shop.buy('trusted@example.com')
  await send('charge.dispute.created', dispute(trusted.paymentId, 'needs_response'))
  await admin().restoreAccess(trusted.id)
  expect(await accessOf(trusted)).toBe('owned')
  await send('charge.dispute.closed', dispute(trusted.paymentId, 'lost'))
  expect(await accessOf(trusted)).toBe('preview')

  const closed = await shop.buy('whole-again@example.com')
  await send('charge.dispute.created', dispute(closed.paymentId, 'needs_response', 300))
  await admin().revokeAccess(closed.id)
  expect(await accessOf(closed)).toBe('preview')
  await send('charge.dispute.closed', dispute(closed.paymentId, 'won', 300))
  expect(await accessOf(closed)).toBe('owned')
})

test('the owner refunds the rest of a partly lost payment', async () => {
  const bought = await shop.buy('rest@example.com')
  await send('charge.dispute.created', dispute(bought.paymentId, 'needs_response', 300))
  await send('charge.dispute.closed', dispute(bought.paymentId, 'lost', 300))
  await admin().refund(bought.id)
  expect(shop.stripe.refunds.at(-1)).toMatchObject({ payment_intent: bought.paymentId, amount: '699' })
  expect(await admin().find(bought.id)).toMatchObject({ state: 'refunded', refundedCents: 999 })
})

test('a partial dispute is checked until it ends, and its end is found by checking', async () => {
  const bought = await shop.buy('asked-part@example.com')
  const lost = dispute(bought.paymentId, 'needs_response', 300)
  shop.stripe.disputes.push(lost)
  shop.setForward(25 * 3_600_000)
  await shop.site.checkout.reconcileNow()
  expect(await admin().find(bought.id)).toMatchObject({ state: 'fulfilled', actionItems: ['partly-disputed'] })
  lost.status = 'lost'
  shop.setForward(200 * 24 * 3_600_000)
  await shop.site.checkout.reconcileNow()
  expect(await admin().find(bought.id)).toMatchObject({
    state: 'fulfilled',
    refundedCents: 300,
    actionItems: ['dispute-partly-lost'],
  })
})

/** The final state and amounts of a payment do not depend on the order or number of its messages. */
const cases = {
  'part refunded': { messages: ['refund 300'], state: 'fulfilled', back: 300 },
  'refunded in parts': { messages: ['refund 300', 'refund 999'], state: 'refunded', back: 999 },
  'part lost': { messages: ['open 300', 'lost 300'], state: 'fulfilled', back: 300 },
  'part won': { messages: ['open 300', 'won 300'], state: 'fulfilled', back: 0 },
  'inquiry': { messages: ['inquiry 999'], state: 'fulfilled', back: 0 },
  'inquiry closed': { messages: ['inquiry 999', 'closed 999'], state: 'fulfilled', back: 0 },
  'inquiry, then lost': { messages: ['inquiry 999', 'open 999', 'lost 999'], state: 'refunded', back: 999 },
  'a part by each way': { messages: ['open 300', 'lost 300', 'refund 699'], state: 'refunded', back: 999 },
  'two disputes': { messages: ['open 400', 'lost 400', 'open 599', 'lost 599'], state: 'refunded', back: 999 },
  'held': { messages: ['open 599', 'refund 400'], state: 'disputed', back: 400 },
} as const

test('amounts reported in any order, any number of times, end in the same state', { timeout: 120_000 }, async () => {
  let buyers = 0
  const oneCase = fc.constantFrom(...Object.entries(cases)).chain(([name, { messages, state, back }]) => {
    const all: string[] = ['paid', ...messages]
    return fc.record({
      name: fc.constant(name),
      state: fc.constant(state),
      back: fc.constant(back),
      report: fc
        .shuffledSubarray([...all, ...all], { minLength: all.length })
        .map((some) => [...some, ...all.filter((one) => !some.includes(one))]),
    })
  })
  await fc.assert(
    fc.asyncProperty(oneCase, async ({ name, state, back, report }) => {
      buyers += 1
      const { sessionId, cookie } = await shop.order({ bookId: 'ai-fun-profit' })
      const paid = shop.stripe.pay(sessionId, `amount${buyers}@example.com`)
      const paymentId = paid.payment_intent!
      const about = { order_id: (await shop.orderOf(sessionId)).id }
      const statuses: Record<string, string> = {
        inquiry: 'warning_needs_response',
        closed: 'warning_closed',
        open: 'needs_response',
        won: 'won',
        lost: 'lost',
      }
      const messageOf = (query: string) => {
        const [what = '', amount = ''] = query.split(' ')
        if (what === 'paid') return event('checkout.session.completed', paid)
        if (what === 'refund')
          return event('charge.refunded', { ...refund(paymentId, Number(amount)), metadata: about })
        return event('charge.dispute.updated', {
          ...dispute(paymentId, statuses[what]!, Number(amount)),
          metadata: about,
        })
      }
      const messages = new Map([...new Set(report)].map((query) => [query, messageOf(query)]))
      // All messages have the same second, as a provider may send them.
      for (const one of messages.values()) Object.assign(one, { created: Math.floor(Date.now() / 1000) })
      for (const query of report) expect((await shop.webhook(sign(messages.get(query)!))).statusCode).toBe(200)
      const { id } = await shop.orderOf(sessionId)
      expect(await admin().find(id), `${name}: ${report.join(', ')}`).toMatchObject({ state, refundedCents: back })
      expect(await shop.accessOf(cookie, 'ai-fun-profit')).toMatchObject({
        access: state === 'fulfilled' ? 'owned' : 'preview',
      })
    }),
    { numRuns: 40 },
  )
})

test.each(['hang' as const, 429 as const, 500 as const])(
  'a refund that fails with %s during a dispute can be tried again; the dispute is not named as the reason',
  async (fault) => {
    const impatient = await createTestShop({}, 300)
    try {
      const bought = await impatient.buy('unsettled@example.com')
      const event = impatient.stripe.event('charge.dispute.created', dispute(bought.paymentId, 'needs_response', 300))
      await impatient.webhook(impatient.stripe.sign(event))
      impatient.stripe.fail(fault, 2)
      const { orderAdmin } = impatient.site.services
      await expect(orderAdmin.refund(bought.id)).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The payment provider did not refund the payment. No changes were made. Try again later.',
      })
    } finally {
      await impatient.close()
    }
  },
)

test('once all of a payment is held, the buyer reads of the dispute even if access was revoked before', async () => {
  const bought = await shop.buy('held-later@example.com')
  const link = await shop.tokenMailedTo('held-later@example.com')
  await send('charge.refunded', refund(bought.paymentId, 300))
  await admin().revokeAccess(bought.id)
  await send('charge.dispute.created', dispute(bought.paymentId, 'needs_response', 699))
  expect((await shop.orderOf(bought.sessionId)).state).toBe('disputed')
  const { checkout } = shop.site.services
  expect(await shop.accessOf(bought.cookie)).toMatchObject({ closed: { code: bought.code, by: 'dispute' } })
  expect(await checkout.listClosed(bought.cookie)).toMatchObject([{ closedBy: 'dispute' }])
  expect(await checkout.findLink(link)).toMatchObject({ closedBy: 'dispute' })
  await send('charge.dispute.closed', dispute(bought.paymentId, 'won', 699))
  expect(await checkout.listClosed(bought.cookie)).toMatchObject([{ closedBy: 'owner' }])
})
