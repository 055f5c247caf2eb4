import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAppError } from '#shared/errors.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { AccessReply, TestPaymentAction } from '#features/checkout/contract.ts'
import { newAddress, paidBook, shopOrigin } from '../test-shop.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ environment: { TRUSTED_PROXIES: '127.0.0.1', ALLOW_TEST_CHECKOUT: 'true' } })
})
afterAll(() => site.close())

/** Promises of money or of a contract, which a test order cannot make. */
const promises = /withdraw from this contract|within 14 days|for life|get .* back|on its way|your statement|your bank/i

const mailsTo = async (email: string) =>
  (await site.outbox.list(1000))
    .map(({ mail }) => mail)
    .filter(({ to }) => to === email)
    .map(({ subject, text }) => ({ subject, text: text.replaceAll(/\s+/g, ' ') }))

async function mailTo(email: string, subject: string) {
  const find = async () => (await mailsTo(email)).find((mail) => mail.subject === `${subject}: ${paidBook.title}`)
  await expect.poll(find).toBeDefined()
  return (await find())!.text
}

async function buy(email: string, locale: 'en' | 'es' = 'en') {
  const reply = await site.app.inject({
    method: 'POST',
    url: '/api/books/checkout',
    headers: { 'x-forwarded-for': newAddress() },
    payload: { book_id: paidBook.id, origin_url: shopOrigin, locale },
  })
  const sessionId = String(reply.json<{ url: string }>().url).split('/').at(-1)!
  await site.services.testCheckout!.pay(sessionId, { email, webhook: 'now' })
  const access = await mailTo(email, locale === 'en' ? 'Your test order' : 'Tu pedido de prueba')
  const { orders } = await site.services.orderAdmin.list({ query: email, needsAction: false }, 1)
  return {
    access,
    cookie: String(reply.headers['set-cookie']).split(';')[0]!,
    orderId: orders[0]!.id,
    act: async (...actions: TestPaymentAction[]) => {
      for (const action of actions) await site.services.testCheckout!.afterwards(sessionId, action)
    },
  }
}

async function accessOf(cookie: string): Promise<AccessReply> {
  const reply = await site.app.inject({ url: `/api/books/${paidBook.id}/access`, headers: { cookie } })
  return reply.json<AccessReply>()
}

test('the receipt of a test order promises neither the book for life nor a right of withdrawal', async () => {
  const { access, cookie } = await buy('receipt@test.example')
  expect(access).toContain('This email is about a test order. No real money was charged.')
  expect(access).toContain('The book opens for testing only, and no contract was made.')
  expect(access).not.toMatch(promises)
  expect((await accessOf(cookie)).order).toMatchObject({ is_test: true, can_withdraw: false })
  expect(await site.services.checkout.listOwned(cookie)).toMatchObject([{ isTest: true }])
})

test.each([
  ['a refund', ['refund']],
  ['a lost dispute', ['dispute', 'dispute-lost']],
  ['a partial refund and a lost dispute', ['refund-part', 'dispute', 'dispute-lost']],
] as [string, TestPaymentAction[]][])('the email after %s of a test order promises no money', async (name, actions) => {
  const email = `${actions.join('-')}@test.example`
  const { act } = await buy(email)
  await act(...actions)
  const text = await mailTo(email, 'Your test order was refunded')
  expect(text, name).toContain('No real money was charged or returned.')
  expect(text, name).toContain('The test payment for this book was refunded in full.')
  expect(text, name).not.toMatch(promises)
})

test('the email after the refund of a Spanish test order promises no money', async () => {
  const { act } = await buy('devuelto@test.example', 'es')
  await act('refund')
  const text = await mailTo('devuelto@test.example', 'Se reembolsó tu pedido de prueba')
  expect(text).toContain('No se cobró ni se devolvió dinero real.')
  expect(text).not.toMatch(/Recuperarás|estado de cuenta|tu banco/)
})

test('the email and the page about revoked access to a test order name no bank', async () => {
  const { act, cookie, orderId, access } = await buy('revoked@test.example')
  await act('refund-part')
  await expect
    .poll(async () => (await site.services.orderAdmin.find(orderId))?.canRevokeAccess, { timeout: 5_000 })
    .toBe(true)
  await site.services.orderAdmin.revokeAccess(orderId)
  const text = await mailTo('revoked@test.example', 'Your access has ended')
  expect(text).toContain('Part of the test payment for Real AI Music was refunded or disputed')
  expect(text).not.toMatch(promises)
  expect((await accessOf(cookie)).closed).toMatchObject({ by: 'owner', is_test: true })
  const token = /\/my-books\/open\/([\w-]{32})/.exec(access)![1]!
  expect(await site.services.checkout.findLink(token)).toMatchObject({ closedBy: 'owner', isTest: true })
})

test('a withdrawal from a test order is confirmed without the promise of a refund', async () => {
  await buy('withdrawn@test.example')
  const typed = { name: 'Robin', email: 'withdrawn@test.example', contract: paidBook.title }
  await site.services.checkout.withdraw(typed, newAddress())
  const confirmation = (await mailsTo(typed.email)).find(
    ({ subject }) => subject === 'We have received your withdrawal',
  )
  expect(confirmation?.text).toContain('No contract was made with this test order, so there is no payment to refund.')
  expect(confirmation?.text).not.toMatch(promises)
})

test.each([
  [
    'en',
    'We have received your withdrawal',
    'is a test order: no real money was charged and no contract was made, so there is no payment to refund. If you meant another order',
    'If you were charged for that other order',
    'This email is about a test order.',
  ],
  [
    'es',
    'Hemos recibido tu desistimiento',
    'es un pedido de prueba: no se cobró dinero real ni se celebró ningún contrato, así que no hay ningún pago que reembolsar. Si te referías',
    'Si se te cobró ese otro pedido',
    'Este correo trata de un pedido de prueba.',
  ],
] as const)('a withdrawal that may mean a test order says so beside its code (%s)', async (locale, ...texts) => {
  const [received, note, refund, about] = texts
  const email = `guessed-${locale}@test.example`
  const { orderId } = await buy(email)
  const { code } = (await site.services.orderAdmin.find(orderId))!
  await site.services.checkout.withdraw({ name: 'Robin', email, contract: 'another book' }, newAddress(), locale)
  const confirmation = (await mailsTo(email)).find(({ subject }) => subject === received)!.text
  for (const part of [`${code} ${note}`, refund]) expect(confirmation).toContain(part)
  expect(confirmation).not.toContain(about)
  const notice = (await mailsTo('owner@swade.example')).find(({ text }) => text.includes(email))!.text
  for (const part of [
    'before you refund it. It is a test order. No contract was made. You can refund the order to end the access',
    `${code}, ${paidBook.title} (test order: no real money was charged)`,
  ])
    expect(notice).toContain(part)
  expect(notice).not.toMatch(/right of withdrawal|This is a test order/)
})

test('a disputed test order is not refunded, and the owner reads why', async () => {
  const { act, orderId } = await buy('disputed@test.example')
  await act('dispute')
  const { orderAdmin } = site.services
  await expect.poll(async () => (await orderAdmin.find(orderId))?.state, { timeout: 5_000 }).toBe('disputed')
  await expect(orderAdmin.refund(orderId)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Not refunded: this payment is disputed. Respond to the dispute first.',
  })
})

test('an action that the payment does not allow says so, and sends no webhook', async () => {
  const { act, orderId } = await buy('refused@test.example')
  const refusalOf = async (action: TestPaymentAction) => {
    const error: unknown = await act(action).catch((caught: unknown) => caught)
    if (!isAppError(error) || !error.text) throw new Error(`${action} was not refused in a sentence`)
    return site.app.texts.translator('en')(error.text.key as never, error.text.values as never)
  }
  const nothingOpen = 'No webhook was sent, because this payment has no open inquiry or dispute.'
  for (const action of ['inquiry-closed', 'dispute-won', 'dispute-lost'] as const)
    expect(await refusalOf(action), action).toBe(nothingOpen)
  await act('refund')
  await expect.poll(async () => (await site.services.orderAdmin.find(orderId))?.state).toBe('refunded')
  expect(await refusalOf('dispute')).toBe('No webhook was sent, because this payment was refunded.')
})
