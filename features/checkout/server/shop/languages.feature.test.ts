import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentText } from '#features/checkout/constants.ts'
import { es } from '#features/checkout/messages/es.ts'
import { es as site } from '#shared/messages/es.ts'
import { newAddress, createTestShop, paidBook, shopOrigin, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop({ POSTAL_ADDRESS: 'Swade, 1 Groove Road' })
})
afterAll(() => shop.close())

const spanishPage = `/es/book/${paidBook.id}`
const request = { book_id: paidBook.id, origin_url: shopOrigin, consent: true }
const cookieOf = (reply: { headers: { 'set-cookie'?: unknown } }) => String(reply.headers['set-cookie']).split(';')[0]!
const sessionOf = (reply: { json(): { url: string } }) => reply.json().url.split('/').at(-1)!
const storedOf = async (sessionId: string) =>
  (
    await shop.rows<{ locale: string; consent_text: string; code: string }>(
      'select locale, consent_text, code from orders where session_id = $1',
      [sessionId],
    )
  )[0]
const lastMailTo = async (address: string) => (await shop.mailTextsTo(address))[0]!

test('an order from a Spanish page stores the Spanish consent, and its payment returns to the Spanish page', async () => {
  const reply = await shop.post('/api/books/checkout', { ...request, locale: 'es' })
  const stored = await storedOf(sessionOf(reply))
  expect(stored).toMatchObject({ locale: 'es', consent_text: es.payment.consent })
  expect(es.payment.consent).toMatch(/^Solicito acceso inmediato al libro/)
  expect(shop.stripe.created.at(-1)).toMatchObject({
    success_url: `${shopOrigin}${spanishPage}?payment=success&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shopOrigin}${spanishPage}?payment=cancelled`,
    line_items: { 0: { price_data: { currency: 'usd', unit_amount: '999' } } },
  })
})

test.each([
  ['the language in the request', { locale: 'en' }, spanishPage, 'en', consentText],
  ['the page that sends it', {}, spanishPage, 'es', es.payment.consent],
  ['English', {}, undefined, 'en', consentText],
])('the language of an order is that of %s', async (_name, language, page, locale, text) => {
  const reply = await shop.post('/api/books/checkout', { ...request, ...language }, page ? { page } : {})
  expect(await storedOf(sessionOf(reply))).toMatchObject({ locale, consent_text: text })
  const without = await shop.post('/api/books/checkout', { ...request, ...language, consent: false })
  expect((await storedOf(sessionOf(without)))?.consent_text).toBe('')
})

test('an unknown language is rejected', async () => {
  expect((await shop.post('/api/books/checkout', { ...request, locale: 'xx' })).statusCode).toBe(400)
})

test('an open payment page is not offered in another language, because it returns to a page in its own', async () => {
  const first = await shop.post('/api/books/checkout', { ...request, locale: 'en' })
  const options = { cookie: cookieOf(first) }
  const spanish = await shop.post('/api/books/checkout', { ...request, locale: 'es' }, options)
  const again = await shop.post('/api/books/checkout', { ...request, locale: 'es' }, options)
  expect(sessionOf(spanish)).not.toBe(sessionOf(first))
  expect(sessionOf(again)).toBe(sessionOf(spanish))
  expect(shop.stripe.sessionOf(sessionOf(first)).status).toBe('expired')
  expect(await storedOf(sessionOf(first))).toMatchObject({ locale: 'en', consent_text: consentText })
  expect(await storedOf(sessionOf(spanish))).toMatchObject({ locale: 'es', consent_text: es.payment.consent })
})

test('the buyer gets a Spanish mail with the Spanish consent, the price and links to Spanish pages', async () => {
  const reply = await shop.post('/api/books/checkout', { ...request, locale: 'es' })
  shop.stripe.pay(sessionOf(reply), 'comprador@example.com')
  await shop.webhook(shop.completed(sessionOf(reply)))
  const { subject, html, text } = await lastMailTo('comprador@example.com')
  expect(subject).toBe(`Tu libro: ${paidBook.title}`)
  expect(html).toContain('<html lang="es">')
  for (const part of [
    'El libro es tuyo de por vida',
    `declaraste: «${es.payment.consent}»`,
    '9,99\u00a0US$',
    '/es/my-books/open/',
    '/es/my-books',
    `/api/books/${paidBook.id}/pdf`,
    'Swade, 1 Groove Road',
  ])
    expect(text, part).toContain(part)
  expect(text).toMatch(/\d{1,2} de [a-z]+ de 20\d\d/)
  expect(text).not.toMatch(/\b(the|your|book|order)\b/i)
  const { code } = (await storedOf(sessionOf(reply)))!
  const notices = await shop.rows<{ subject: string }>(
    `select mail->>'subject' as subject from mail_outbox where mail->>'subject' like '%' || $1`,
    [code],
  )
  for (const notice of notices) expect(notice.subject).not.toMatch(/pago|libro/)
})

test('mails about a Spanish order stay Spanish, whatever happens to it later', async () => {
  const reply = await shop.post('/api/books/checkout', { ...request, consent: false, locale: 'es' })
  const email = 'mas-tarde@example.com'
  shop.stripe.pay(sessionOf(reply), email)
  await shop.webhook(shop.completed(sessionOf(reply)))
  expect((await lastMailTo(email)).text).toContain('Puedes desistir de este contrato en un plazo de 14 días')
  expect((await lastMailTo(email)).text).toContain(`${shopOrigin}/es/withdraw`)
  const { id } = await shop.orderOf(sessionOf(reply))
  await shop.site.services.orderAdmin.refund(id)
  await expect.poll(() => shop.mailsTo(email)).toContain(`Tu reembolso está en camino: ${paidBook.title}`)
})

test('a Cash App claim is mailed in Spanish, and its note and amount stay exact', async () => {
  const claim = await shop.post('/api/books/cashapp-claims', { ...request, locale: 'es' })
  expect(claim.json()).toMatchObject({ amount_cents: 999 })
  const { order_code: code, note } = claim.json() as { order_code: string; note: string }
  expect(note).toBe(`${paidBook.id} ${code}`)
  const sent = { email: 'efectivo@example.com' }
  await shop.post(`/api/books/cashapp-claims/${code}/sent`, sent, { cookie: cookieOf(claim) })
  const { subject, text } = await lastMailTo(sent.email)
  expect(subject).toBe(`Marcaste un pago de ejemplo como enviado: ${paidBook.title}`)
  expect(text).toContain('9,99\u00a0US$')
})

test('errors are in the language of the page that sends the request', async () => {
  const unknown = { ...request, book_id: 'no-such-book' }
  const refused = async (page?: string) =>
    (await shop.post('/api/books/checkout', unknown, page ? { page } : {})).json().message
  expect(await refused(spanishPage)).toBe('No se encontró el libro.')
  expect(await refused()).toBe('Book not found.')
  const free = { ...request, book_id: 'indie-music-ai-guide-2' }
  expect((await shop.post('/api/books/checkout', free, { page: spanishPage })).json().message).toMatch(
    / es gratis, así que no hay nada que pagar\.$/,
  )
  const mistyped = await shop.post('/api/my-books/find', { email: 'a@b' }, { page: '/es/my-books' })
  expect([mistyped.statusCode, mistyped.json().message]).toEqual([400, site.input.emailInvalid])
  const elsewhere = await shop.post('/api/books/orders/SW-AAAAAAAA/email', { email: 'a@b.example' }, { page: '/es' })
  expect(elsewhere.json().message).toBe('No se encontró el pedido en este navegador.')
})

test('a withdrawal is stored with the language of its form, and its confirmation is in that language', async () => {
  const withdrawal = { name: 'Ana', email: 'ana@example.com', contract: 'SW-AAAAAAAA' }
  await shop.site.services.checkout.withdraw(withdrawal, newAddress(), 'es')
  const rows = await shop.rows<{ locale: string }>('select locale from withdrawals where email = $1', [
    'ana@example.com',
  ])
  expect(rows).toEqual([{ locale: 'es' }])
  const { subject, text, html } = await lastMailTo('ana@example.com')
  expect(subject).toBe('Hemos recibido tu desistimiento')
  expect(html).toContain('<html lang="es">')
  expect(text).toContain('Recibimos el siguiente desistimiento en el momento indicado abajo.')
  expect(text).toContain('«Desisto del contrato indicado a continuación».')
  expect(text).toContain('Todavía no hemos encontrado el pedido de este desistimiento. Si se te cobró')
  const notice = (await shop.mailTextsTo('owner@swade.example')).find(
    (mail) => mail.subject === 'Withdrawal received' && mail.text.includes('ana@example.com'),
  )
  expect(notice?.text).toContain('ask the buyer which one they mean.')
})

test('the confirmation of a withdrawal names the only order of the address in its language', async () => {
  const { code } = await shop.buy('unico@example.com')
  const withdrawal = { name: 'Ana', email: 'unico@example.com', contract: 'otro libro' }
  await shop.site.services.checkout.withdraw(withdrawal, newAddress(), 'es')
  const text = (await lastMailTo('unico@example.com')).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('Tu único pedido pagado con esta dirección de correo')
  expect(text).toContain(`${code}, ${paidBook.title}`)
  expect(text).toContain('Si te referías a otro pedido, envía su código a')
})

test('books are mailed in the language of the page they were searched on', async () => {
  await shop.buy('busca@example.com')
  await shop.post('/api/my-books/find', { email: 'busca@example.com' }, { page: '/es/my-books' })
  await expect.poll(() => shop.mailsTo('busca@example.com')).toContain('Tu libro')
  expect((await lastMailTo('busca@example.com')).text).toContain(`${shopOrigin}/es/my-books/open/`)
})
