import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { subscribeEndpoint } from '#features/subscribers/contract.ts'
import { exportPath } from '#features/subscribers/preferences.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await buildTestSite({ environment: { NEWSLETTER_DOUBLE_OPT_IN: 'true' } })))
afterAll(() => site.close())

let visitors = 0
const fromPage = (path: string) => ({
  host: 'localhost',
  referer: `http://localhost${path}`,
})
const post = (url: string, headers: Record<string, string>, payload?: object) =>
  site.app.inject({
    method: 'POST',
    url,
    headers,
    remoteAddress: `198.51.100.${(visitors += 1)}`,
    ...(payload && { payload }),
  })
const signUp = (email: unknown, headers: Record<string, string>) =>
  post(subscribeEndpoint.path, headers, { email, first_name: 'Ada' })
const rowOf = async (email: string) => {
  const { rows } = await site.database.pool.query<{ id: string; locale: string; detail: string }>(
    `select s.id, locale, e.detail from subscribers s join subscriber_events e on e.subscriber_id = s.id
     where email = $1 order by e.at limit 1`,
    [email],
  )
  return { ...rows[0]!, token: await site.linkTokens.write('subscriber', rows[0]!.id) }
}
const mailTo = async (email: string, subject: string) => {
  const mails = await site.mails(1)
  return mails.find((mail) => mail.to?.[0]?.address === email && mail.subject === subject)
}

test('a sign-up on a Spanish page is answered, confirmed and welcomed in Spanish, with links to Spanish pages', async () => {
  const email = 'lectora@example.com'
  const reply = await signUp(email, fromPage('/es/newsletter'))
  expect(reply.json()).toEqual({
    success: true,
    message:
      'Ya casi está. Para recibir el boletín de los viernes, abre nuestro correo y confirma tu dirección. Si ya recibes el boletín, no tienes que hacer nada.',
  })
  const { token, locale, detail } = await rowOf(email)
  expect({ locale, detail }).toEqual({ locale: 'es', detail: 'form page, consent 2026-12.2-es' })
  const asked = await mailTo(email, 'Confirma tu dirección de correo')
  expect(asked?.html).toContain('lang="es"')
  expect(asked?.text).toContain('Hola, Ada:')
  expect(asked?.text).toContain(`http://localhost:3000/es/newsletter/confirm/${token}`)

  await site.services.subscribers.confirm(token)
  await site.mails(2)
  const welcome = await mailTo(email, 'Te damos la bienvenida al boletín de Swade')
  for (const path of [`newsletter/unsubscribe/${token}`, `newsletter/preferences/${token}`, 'swade-fam', 'book/'])
    expect(welcome?.text).toContain(`http://localhost:3000/es/${path}`)
  expect(welcome?.text).toContain('Cancelar la suscripción')
  expect(welcome?.text).not.toMatch(/Unsubscribe|Preferences|EST you|\bthe\b/)
  // Mail programs post to the API, which has no language.
  expect(welcome?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(
    `<http://localhost:3000/api/newsletter/unsubscribe/${token}>`,
  )
})

test('signing up again on an English page does not change the language of a subscriber', async () => {
  const email = 'misma@example.com'
  await signUp(email, fromPage('/es'))
  await signUp(email, fromPage('/newsletter'))
  expect((await rowOf(email)).locale).toBe('es')
})

test.each([
  [undefined, 'Escribe tu dirección de correo.'],
  ['  ', 'Escribe tu dirección de correo.'],
  ['a@b', 'Escribe una dirección de correo válida.'],
  [`${'a'.repeat(300)}@example.com`, 'Esta dirección de correo es demasiado larga.'],
])('the address %j is rejected in Spanish', async (email, sentence) => {
  const reply = await signUp(email, fromPage('/es/newsletter'))
  expect([reply.statusCode, reply.json().message]).toEqual([400, sentence])
})

test('a name that is too long is rejected in the language of the page', async () => {
  const refusal = async (path: string) =>
    (await post(subscribeEndpoint.path, fromPage(path), { email: 'a@example.com', last_name: 'x'.repeat(201) })).json()
  expect((await refusal('/es/newsletter')).message).toBe('Este nombre es demasiado largo.')
  expect((await refusal('/newsletter')).message).toBe('This name is too long.')
})

test('the limit of sign-ups is explained in Spanish', async () => {
  const attempt = () =>
    site.app.inject({
      method: 'POST',
      url: subscribeEndpoint.path,
      headers: { host: 'localhost', referer: 'http://localhost/es' },
      payload: { email: 'muchas@example.com' },
      remoteAddress: '192.0.2.77',
    })
  for (let index = 0; index < 20; index += 1) await attempt()
  const reply = await attempt()
  expect([reply.statusCode, reply.json().message]).toEqual([
    429,
    'Demasiadas suscripciones desde tu red. Inténtalo más tarde.',
  ])
})

test('unknown links are rejected in the language of the browser, and the export has its description in that language', async () => {
  const spanish = { 'accept-language': 'es-AR,es;q=0.9,en;q=0.5' }
  const unknown = 'x'.repeat(32)
  expect((await post(exportPath(unknown), spanish)).json().message).toBe('Este enlace no es válido.')
  expect((await post(`/api/newsletter/unsubscribe/${unknown}`, spanish)).json().message).toBe(
    'Este enlace para cancelar la suscripción no es válido.',
  )
  await signUp('datos@example.com', fromPage('/es/newsletter'))
  const { token } = await rowOf('datos@example.com')
  const person = (await post(exportPath(token), spanish)).json()
  expect(person).toMatchObject({
    about: expect.stringMatching(/^Todos los datos que el boletín de Swade guarda/),
    subscriber: { language: 'es' },
  })
  expect((await post(exportPath(token), {})).json().about).toMatch(/^All data that the Swade newsletter stores/)
})

test('a monthly subscriber is welcomed to a monthly newsletter, and asked to confirm one after resubscribing', async () => {
  const email = 'mensual@example.com'
  await signUp(email, fromPage('/es/newsletter'))
  const { id, token } = await rowOf(email)
  await site.services.newsletterPreferences.change(token, { frequency: 'monthly', allowsTracking: true })
  const textsOf = async (subject: string) =>
    (await site.mails(1)).flatMap(({ to, subject: sent, text }) =>
      to?.[0]?.address === email && sent === subject ? [text] : [],
    )
  const inTime = { timeout: 10_000 }
  await expect.poll(() => textsOf('Te damos la bienvenida al boletín de Swade'), inTime).toHaveLength(1)
  const [welcome] = await textsOf('Te damos la bienvenida al boletín de Swade')
  expect(welcome).toContain('Una vez al mes recibirás un boletín')
  expect(welcome).not.toMatch(/viernes|semana/)

  await site.services.subscribers.unsubscribe(token, 'page')
  await site.database.pool.query('update subscribers set greeted_at = null where id = $1', [id])
  await signUp(email, fromPage('/es/newsletter'))
  await expect.poll(() => textsOf('Confirma tu dirección de correo'), inTime).toHaveLength(2)
  const asked = (await textsOf('Confirma tu dirección de correo')).join('\n')
  expect(asked).toContain('Confirma que quieres recibir nuestro boletín una vez al mes.')
  expect(await site.services.subscribers.confirm(token)).toMatchObject({ status: 'subscribed', frequency: 'monthly' })
})

test('the emails to a monthly subscriber promise no digest while none is sent', async () => {
  const change = async (sends_digest: boolean) => {
    const headers = await editorHeaders(site)
    const url = '/api/newsletter/admin/settings'
    const reply = await site.app.inject({ method: 'PUT', url, headers, payload: { sends_digest } })
    expect(reply.statusCode).toBe(200)
  }
  const textsTo = async (email: string) =>
    (await site.mails(1)).flatMap(({ to, text }) =>
      to?.[0]?.address === email ? [(text ?? '').replaceAll(/\s+/g, ' ')] : [],
    )
  const people = [
    ['no-digest@example.com', '/newsletter', 'monthly digest is not sent at the moment.', 'choose Weekly'],
    ['sin-resumen@example.com', '/es', 'momento no se envía el resumen mensual.', 'elige «Cada semana»'],
  ] as const
  for (const [email, page] of people) {
    await signUp(email, fromPage(page))
    const { id } = await rowOf(email)
    await site.database.pool.query(`update subscribers set frequency = 'monthly', greeted_at = null where id = $1`, [
      id,
    ])
  }
  await change(false)
  onTestFinished(() => change(true))
  for (const [email, page, truth, advice] of people) {
    await signUp(email, fromPage(page))
    await site.services.subscribers.confirm((await rowOf(email)).token)
    // The first of the three was sent to a weekly reader; emails arrive in any order.
    await expect.poll(() => textsTo(email), { timeout: 10_000 }).toHaveLength(3)
    const honest = (await textsTo(email)).filter((text) => text.includes(truth) && text.includes(advice))
    expect(honest).toHaveLength(2)
    for (const text of honest) expect(text).not.toMatch(/Once a month, you|Una vez al mes recibirás|Friday|viernes/)
  }
})
