import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerCookie } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { orderActionItems } from '../admin/action-items.ts'
import { createTestShop, newAddress, paidBook, shopOrigin, type TestShop } from '../test-shop.ts'

let shop: TestShop
/** A site whose owner has set a handle. */
let ownSite: TestSite
beforeAll(async () => {
  shop = await createTestShop()
  ownSite = await buildTestSite({ environment: { CASHAPP_TAG: '$OwnerOne' } })
})
afterAll(() => Promise.all([shop.close(), ownSite.close()]))

async function openReal(locale: 'en' | 'es' = 'en') {
  const payload = { book_id: paidBook.id, origin_url: shopOrigin, locale }
  const reply = await ownSite.app.inject({ method: 'POST', url: '/api/books/cashapp-claims', payload })
  return { claim: reply.json(), cookie: String(reply.headers['set-cookie']).split(';')[0]! }
}

const open = (cookie?: string) =>
  shop.post('/api/books/cashapp-claims', { book_id: paidBook.id, origin_url: shopOrigin }, cookie ? { cookie } : {})

async function openNew() {
  const reply = await open()
  return { claim: reply.json(), cookie: String(reply.headers['set-cookie']).split(';')[0]! }
}
const sent = (code: string, cookie: string | undefined, email = '') =>
  shop.post(`/api/books/cashapp-claims/${code}/sent`, email ? { email } : {}, cookie ? { cookie } : {})
const admin = () => shop.site.services.orderAdmin
async function viewOf(code: string) {
  const { orders } = await admin().list({ query: code, needsAction: false }, 1)
  return (await admin().find(orders[0]!.id))!
}

test('a claim has amount, recipient, note and a warning for the sample handle', async () => {
  const { claim } = await openNew()
  expect(claim).toEqual({
    order_code: expect.stringMatching(/^SW-[A-Z0-9]{8}$/),
    handle: '$swade-sample',
    is_sample: true,
    amount_cents: 999,
    note: `${paidBook.id} ${claim.order_code}`,
    qr_svg: expect.stringMatching(/^<svg [^>]*>.*<\/svg>\s*$/s),
  })
  expect(claim.qr_svg).not.toMatch(/script|href|on\w+=/)
})

test('the owner’s handle is shown where one is set', async () => {
  const { claim } = await openReal()
  expect(claim).toMatchObject({ handle: '$OwnerOne', is_sample: false })
  // The page warns of the sample handle before a claim is opened.
  const access = await ownSite.app.inject({ url: `/api/books/${paidBook.id}/access` })
  expect(access.json()).toMatchObject({ is_sample_handle: false })
  expect(await shop.accessOf('')).toMatchObject({ is_sample_handle: true })
})

test.each([
  [
    'en' as const,
    [`We are looking for your payment: ${paidBook.title}`, 'If you have not done so yet, email the receipt'],
    [
      `We did not find your payment: ${paidBook.title}`,
      'We looked for a payment with your order code and did not find one, so we closed the order. If you have paid, send',
    ],
    [`Your refund was sent: ${paidBook.title}`, 'We refunded everything you paid for this book through Cash App.'],
  ],
  [
    'es' as const,
    [`Estamos buscando tu pago: ${paidBook.title}`, 'Si todavía no lo hiciste, envía el recibo'],
    [
      `No encontramos tu pago: ${paidBook.title}`,
      'Buscamos un pago con tu código de pedido y no lo encontramos, así que cerramos el pedido. Si pagaste, envía',
    ],
    [`Enviamos tu reembolso: ${paidBook.title}`, 'Reembolsamos por Cash App todo lo que pagaste por este libro.'],
  ],
])('emails about a payment to the owner’s handle are about real money (%s)', async (locale, ...expected) => {
  const { claim, cookie } = await openReal(locale)
  const email = `real-${locale}@example.com`
  await ownSite.app.inject({
    method: 'POST',
    url: `/api/books/cashapp-claims/${claim.order_code}/sent`,
    headers: { cookie },
    payload: { email },
  })
  const { orderAdmin } = ownSite.services
  const { id } = (await orderAdmin.list({ query: claim.order_code, needsAction: false }, 1)).orders[0]!
  await orderAdmin.declineClaim(id, '')
  await orderAdmin.confirmClaim(id)
  await orderAdmin.refund(id)
  const mails = (await ownSite.outbox.list(1000)).map(({ mail }) => mail).filter(({ to }) => to === email)
  for (const [subject, text] of expected)
    expect(mails.find((mail) => mail.subject === subject)?.text.replaceAll(/\s+/g, ' '), subject).toContain(text)
  for (const { text } of mails) expect(text).not.toMatch(/sample|ejemplo/)
})

test('a claim keeps the kind of handle its buyer was shown when the owner sets or removes a handle', async () => {
  const { settings } = shop.site.services
  const sample = await openNew()
  await sent(sample.claim.order_code, sample.cookie, 'kept-sample@example.com')
  const started = await openNew()
  await settings.save({ CASHAPP_TAG: '$OwnerOne' }, undefined, 'owner@swade.example')
  const real = await openNew()
  await sent(real.claim.order_code, real.cookie, 'kept-real@example.com')
  expect(await shop.accessOf(sample.cookie)).toMatchObject({ is_sample_handle: false, claim: { is_sample: true } })
  expect((await open(sample.cookie)).json()).toMatchObject({ handle: '$swade-sample', is_sample: true })
  await admin().declineClaim((await viewOf(sample.claim.order_code)).id, '')
  expect((await shop.mailTextsTo('kept-sample@example.com'))[0]!.text).toContain(
    'This email is about a sample payment.',
  )
  expect(await shop.accessOf(sample.cookie)).toMatchObject({ declined: { is_sample: true } })
  // A claim that was not marked as sent is shown with the current handle.
  expect((await open(started.cookie)).json()).toMatchObject({ handle: '$OwnerOne', is_sample: false })
  await settings.reset('owner@swade.example')
  expect(await shop.accessOf(real.cookie)).toMatchObject({ is_sample_handle: true, claim: { is_sample: false } })
  expect((await open(real.cookie)).json()).toMatchObject({ is_sample: false })
  await admin().declineClaim((await viewOf(real.claim.order_code)).id, '')
  expect((await shop.mailTextsTo('kept-real@example.com'))[0]!.text).toContain('We looked for a payment')
  // Money may have been sent to the former handle, but none must be sent now.
  expect((await open(started.cookie)).json()).toMatchObject({ handle: '$swade-sample', is_sample: true })
  expect(await viewOf(started.claim.order_code)).toMatchObject({ isSample: false })
})

test('the same browser gets its open claim, another one a new claim', async () => {
  const { claim, cookie } = await openNew()
  expect((await open(cookie)).json()).toEqual(claim)
  expect((await openNew()).claim.order_code).not.toBe(claim.order_code)
  expect(await shop.accessOf(cookie)).toMatchObject({
    access: 'preview',
    claim: { code: claim.order_code, state: 'created' },
  })
})

test('a claim is confirmed and delivered like a card payment, and gives no access before', async () => {
  const { claim, cookie } = await openNew()
  for (let times = 0; times < 3; times += 1)
    expect((await sent(claim.order_code, cookie, 'cash@example.com')).statusCode).toBe(200)
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'preview', claim: { state: 'pending' } })
  expect(await shop.mailsTo('cash@example.com')).toEqual([`You marked a sample payment as sent: ${paidBook.title}`])
  expect(
    (await shop.mailsTo('owner@swade.example')).filter((subject) => subject.includes(claim.order_code)),
  ).toHaveLength(1)
  const order = await viewOf(claim.order_code)
  expect(order).toMatchObject({ state: 'pending', actionItems: ['claim'], email: 'cash@example.com' })
  const mail = (await shop.mailTextsTo('owner@swade.example')).find(
    ({ subject }) => subject === `Cash App payment to confirm: ${claim.order_code}`,
  )
  for (const query of [mail!.text, mail!.html]) expect(query).toContain(`${shopOrigin}/admin/orders/${order.id}`)
  await expect(admin().resolve(order.id)).rejects.toMatchObject({ code: 'conflict' })
  // Either of the two parallel calls may be first.
  const answers = await Promise.allSettled([admin().confirmClaim(order.id), admin().confirmClaim(order.id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
  expect(await shop.mailsTo('cash@example.com')).toHaveLength(2)
  expect((await viewOf(claim.order_code)).events.map(({ to, actor }) => `${to} by ${actor}`)).toEqual([
    'created by buyer',
    'pending by buyer',
    'pending by buyer',
    'paid by owner',
    'fulfilled by owner',
  ])
  await expect(admin().confirmClaim(order.id)).rejects.toMatchObject({ code: 'conflict' })
  // The page may not know yet that the owner has confirmed.
  expect((await sent(claim.order_code, cookie)).json()).toMatchObject({ detail: 'You already own this book.' })
  expect(await shop.mailsTo('cash@example.com')).toHaveLength(2)
})

test('emails about a sample payment ask for neither money nor a receipt', async () => {
  const { claim, cookie } = await openNew()
  await sent(claim.order_code, cookie, 'sample@example.com')
  const newest = async () => (await shop.mailTextsTo('sample@example.com'))[0]!.text.replaceAll(/\s+/g, ' ')
  const notice = (await shop.mailTextsTo('owner@swade.example')).find(({ subject }) =>
    subject.includes(claim.order_code),
  )
  expect(notice!.text.replaceAll(/\s+/g, ' ')).toContain('there is no payment to look for.')
  expect(notice!.text).not.toContain('Look for the payment')
  const receipt = /email the receipt|send (us )?the receipt|looking for|we find/
  expect(await newest()).toContain(
    'This email is about a sample payment. Do not send money, because no one receives it.',
  )
  expect(await newest()).not.toMatch(receipt)
  await admin().declineClaim((await viewOf(claim.order_code)).id, 'It was a sample.')
  expect(await newest()).toContain('This email is about a sample payment. No money was expected')
  expect(await newest()).toContain('Reason: It was a sample.')
  expect(await newest()).not.toMatch(receipt)
})

test('without an address the ordering browser gets access, and an address can be added there', async () => {
  const { claim, cookie } = await openNew()
  await sent(claim.order_code, cookie)
  await admin().confirmClaim((await viewOf(claim.order_code)).id)
  expect(await shop.accessOf(cookie)).toMatchObject({
    access: 'owned',
    order: { masked_email: '', can_change_email: true },
  })
  const reply = await shop.post(
    `/api/books/orders/${claim.order_code}/email`,
    { email: 'after@example.com' },
    { cookie },
  )
  expect(reply.statusCode).toBe(200)
  expect(await shop.mailsTo('after@example.com')).toEqual([`Your book: ${paidBook.title}`])
})

test('the buyer sees the reason for a declined claim, which can still be confirmed later', async () => {
  const { claim, cookie } = await openNew()
  await sent(claim.order_code, cookie, 'declined@example.com')
  const { id } = await viewOf(claim.order_code)
  await admin().declineClaim(id, 'No payment with this note.')
  expect(await viewOf(claim.order_code)).toMatchObject({ state: 'declined', actionItems: [] })
  expect((await shop.mailsTo('declined@example.com')).at(-1)).toMatch(/^Your sample order was closed/)
  await admin().confirmClaim(id)
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'owned' })
  await admin().refund(id)
  expect(await shop.accessOf(cookie)).toMatchObject({ access: 'preview' })
})

test('one payment confirms one order; the claim of the other browser stays pending', async () => {
  const one = await openNew()
  const other = await openNew()
  for (const { claim, cookie } of [one, other]) await sent(claim.order_code, cookie, 'same@example.com')
  await admin().confirmClaim((await viewOf(one.claim.order_code)).id)
  expect(await shop.accessOf(other.cookie)).toMatchObject({ access: 'preview', claim: { state: 'pending' } })
})

test('one address gets one claim mail an hour, however many browsers use it; every claim is recorded', async () => {
  const codes: string[] = []
  for (let times = 0; times < 4; times += 1) {
    const { claim, cookie } = await openNew()
    expect((await sent(claim.order_code, cookie, 'bombed@example.com')).statusCode).toBe(200)
    codes.push(claim.order_code)
  }
  expect(await shop.mailsTo('bombed@example.com')).toHaveLength(1)
  for (const code of codes)
    expect(await viewOf(code)).toMatchObject({ state: 'pending', actionItems: ['claim'], email: 'bombed@example.com' })
})

test('the refund and the withdrawal of a sample order promise no money, to the buyer and to the owner', async () => {
  const { claim, cookie } = await openNew()
  const email = 'sample-back@example.com'
  await sent(claim.order_code, cookie, email)
  const { id } = await viewOf(claim.order_code)
  await admin().confirmClaim(id)
  const textOf = async (subject: string, to = email) =>
    (await shop.mailTextsTo(to)).find((mail) => mail.subject.startsWith(subject))!.text.replaceAll(/\s+/g, ' ')
  expect(await textOf('Your book')).toContain('You may withdraw from this contract')
  expect(await textOf('Your book')).not.toContain('get your money back')
  await shop.site.services.checkout.withdraw({ name: 'Robin', email, contract: claim.order_code }, newAddress())
  const confirmation = await textOf('We have received your withdrawal')
  expect(confirmation).toContain('No money was received for this sample order, so there is no payment to refund.')
  expect(confirmation).not.toContain('we will refund')
  const todo =
    'No payment was received for this sample order. You can refund the order to end the access that it gives.'
  expect(await textOf(`Withdrawal received: ${claim.order_code}`, 'owner@swade.example')).toContain(todo)
  const item = (await orderActionItems({ db: shop.site.database.db, admin: admin() }).list()).find(
    ({ key }) => key === `withdrawal:${id}`,
  )
  expect(item?.detail).toContain(todo)
  expect(item?.due).toBeUndefined()
  await admin().refund(id)
  const refund = await textOf('Your sample order was refunded')
  expect(refund).toContain('This sample order was marked as refunded. No money was received, so none was returned.')
  expect(refund).not.toMatch(/through Cash App|will get/)
  expect(await shop.accessOf(cookie)).toMatchObject({ refund: { code: claim.order_code, is_sample: true } })
})

test('sample orders count as test orders in the totals and name the sample in the list and the CSV file', async () => {
  const [sample, unpaid] = [await openNew(), await openNew()]
  for (const { claim, cookie } of [sample, unpaid]) await sent(claim.order_code, cookie, 'sample-sum@example.com')
  const { id } = await viewOf(sample.claim.order_code)
  await admin().confirmClaim(id)
  const filter = { query: 'sample-sum@example.com', needsAction: false }
  const { totals } = await admin().list(filter, 1)
  expect(totals).toMatchObject({ orders: 2, grossCents: 999, testGrossCents: 999, testRefundedCents: 0 })
  await admin().refund(id)
  expect((await admin().list(filter, 1)).totals).toMatchObject({ refundedCents: 999, testRefundedCents: 999 })
  const file = await shop.get(`/api/owner/orders.csv?q=${sample.claim.order_code}`, await ownerCookie(shop.site))
  expect(file.body).toContain(',USD,Cash App (sample),Refunded,sample-sum@example.com,')
})

test('a withdrawal that may mean a sample order says so beside its code', async () => {
  const { claim, cookie } = await openNew()
  const email = 'sample-guess@example.com'
  await sent(claim.order_code, cookie, email)
  await admin().confirmClaim((await viewOf(claim.order_code)).id)
  await shop.site.services.checkout.withdraw({ name: 'Robin', email, contract: 'another book' }, newAddress(), 'es')
  const text = (await shop.mailTextsTo(email))[0]!.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`El pedido ${claim.order_code} es un pedido de ejemplo: no se recibió dinero`)
  expect(text).toContain('Si se te cobró ese otro pedido')
})

test('a claim of another browser cannot be marked as sent', async () => {
  const { claim } = await openNew()
  const { cookie: stranger } = await openNew()
  for (const cookie of [undefined, stranger])
    expect((await sent(claim.order_code, cookie, 'x@example.com')).statusCode).toBe(404)
  expect((await sent('SW-AAAAAAAA', stranger)).statusCode).toBe(404)
  expect((await sent('..%2f..', stranger)).statusCode).toBe(404)
})

test('a claim that was never marked as sent expires after two weeks', async () => {
  const { claim, cookie } = await openNew()
  shop.setForward(15 * 24 * 3_600_000)
  await shop.site.checkout.reconcileNow()
  expect((await viewOf(claim.order_code)).state).toBe('expired')
  expect((await sent(claim.order_code, cookie)).statusCode).toBe(409)
})
