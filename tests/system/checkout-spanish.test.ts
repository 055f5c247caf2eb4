import { expect, test } from 'vitest'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { nextVisitorAddress, sharedSite } from '#tests/support/shared-site.ts'

const site = sharedSite()

test.each([
  ['/es/tokens', 'El token de quien escucha.', 'Dirección de mint de SWADEZ (SWDZ)'],
  ['/es/market', 'El primer lanzamiento sellado', 'de 365 acuñados'],
  ['/es/withdraw', 'Paso 1 de 2', 'puedes desistir del contrato en un plazo de 14 días'],
  ['/es/my-books', 'Tu biblioteca', 'Encontrar mis libros'],
  ['/es/book/ai-fun-profit', 'Comprar este libro', 'Solicito acceso inmediato al libro'],
])('%s is in Spanish, without the key of a text', async (path, ...sentences) => {
  const { status, html, text } = await openPlainVisitor(site).get(path)
  expect(status).toBe(200)
  expect(html).toMatch(/<html lang="es"/)
  for (const sentence of sentences) expect(text).toContain(sentence)
  expect(text).not.toMatch(/\b(checkout|tokens|market)\.[a-z]+\.[a-z]/i)
})

test('the landing page has its tokens in Spanish', async () => {
  const { text } = await openPlainVisitor(site).get('/es')
  expect(text).toContain('SWADEZ y SWADEX, dos tokens de Solana')
  expect(text).toContain('Un pase que cabe en una billetera.')
})

test('without JavaScript a contract is withdrawn from in Spanish, with errors and a confirmation', async () => {
  const visitor = openPlainVisitor(site)
  await visitor.get('/es/withdraw')
  const refused = await visitor.press('Continuar', { name: '', contract: 'SW-AAAAAAAA', email: 'eva@example.com' })
  expect([refused.status, refused.path.split('?')[0]]).toEqual([400, '/es/withdraw'])
  expect(refused.text).toContain('Escribe tu nombre.')
  const searcher = openPlainVisitor(site)
  await searcher.get('/es/my-books')
  const typo = await searcher.press('Enviarme los enlaces', { email: 'eva@nowhere' })
  expect([typo.status, typo.text.includes('dirección de correo')]).toEqual([400, true])
  const confirmation = await visitor.press('Continuar', {
    name: 'Eva',
    contract: 'SW-AAAAAAAA',
    email: 'eva@example.com',
  })
  expect(confirmation.text).toContain('Desisto del contrato indicado a continuación.')
  const done = await visitor.press('Confirmar desistimiento')
  expect(done.text).toMatch(/Recibido el \d{1,2} de [a-z]+ de 20\d\d, \d\d:\d\d UTC/)
})

test('a book is bought in Spanish through the test checkout, back to the Spanish page', async () => {
  const page = `${site.origin}/es/book/ai-fun-profit`
  const reply = await fetch(`${site.origin}/api/books/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'referer': page, 'x-forwarded-for': nextVisitorAddress() },
    body: JSON.stringify({ book_id: 'ai-fun-profit', origin_url: site.origin }),
  })
  const { url } = (await reply.json()) as { url: string }
  expect(new URL(url).pathname).toMatch(/^\/es\/test-checkout\//)
  const buyer = openPlainVisitor(site, reply.headers.getSetCookie()[0]?.split(';')[0])
  const checkout = await buyer.get(new URL(url).pathname)
  expect(checkout.text).toContain('Pago de prueba: sin dinero real.')
  expect(checkout.text).toMatch(/9,99\sUS\$/)
  expect((await buyer.press('Pagar', { email: 'compra@example.com' })).path).toMatch(/^\/es\/book\/ai-fun-profit\?/)
  await expect.poll(async () => (await buyer.get('/es/my-books')).text).toContain('c•••@example.com')
})
