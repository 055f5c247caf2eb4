import { expect, onTestFinished, test } from 'vitest'
import { writeTestIssue } from '#tests/support/test-issues.ts'
import { elements } from '#tests/support/html.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { sharedSite } from '#tests/support/shared-site.ts'
import { openSiteDatabase } from '#tests/support/site-database.ts'

const site = sharedSite()
/** Origin in the links of the site without a public origin. */
const ownOrigin = site.origin.replace('127.0.0.1', 'localhost')

test('without JavaScript signing up, unsubscribing and resubscribing work', async () => {
  const visitor = openPlainVisitor(site)
  await visitor.get('/')
  const email = 'plain@newsletter-pages.example'
  expect(await visitor.press('Subscribe', { email })).toMatchObject({
    path: '/newsletter?state=done',
    text: expect.stringContaining('Check your inbox') as string,
  })
  const path = /\/newsletter\/unsubscribe\/[\w-]+/.exec((await mailTo(site, email)).text ?? '')?.[0] ?? ''
  expect((await visitor.get(path)).text).toContain('Unsubscribe from the newsletter?')
  expect((await visitor.press('Unsubscribe')).text).toContain('You are unsubscribed')
  expect((await visitor.press('Subscribe again')).text).toContain('You’re subscribed again')
})

test('without JavaScript an invalid address is explained and all values are preserved', async () => {
  const visitor = openPlainVisitor(site)
  await visitor.get('/newsletter')
  const page = await visitor.press('Subscribe', { email: 'a@b', last_name: 'Kept' })
  expect(page.status).toBe(400)
  expect(page.text).toContain('Please enter a valid email address.')
  const field = (name: string) => elements(page.html, 'input').find((input) => input['name'] === name)
  expect(field('email')).toMatchObject({ 'value': 'a@b', 'aria-invalid': 'true' })
  expect(elements(page.html, 'p').find(({ role }) => role === 'alert')?.['id']).toBe(
    field('email')?.['aria-describedby'],
  )
  expect(field('last_name')).toMatchObject({ value: 'Kept' })
})

test('without JavaScript a person changes the frequency, exports their data and erases it after a confirmation', async () => {
  const visitor = openPlainVisitor(site)
  const email = 'decider@newsletter-pages.example'
  await visitor.get('/newsletter')
  await visitor.press('Subscribe', { email })
  const path = /\/newsletter\/preferences\/[\w-]+/.exec((await mailTo(site, email)).text ?? '')?.[0] ?? ''
  await visitor.get(path)
  const saved = await visitor.press('Save', { frequency: 'monthly' })
  expect(saved.text).toContain('Preferences saved. They apply from the next issue.')
  expect(
    elements(saved.html, 'input').filter((input) => 'checked' in input && input['type'] === 'radio'),
  ).toMatchObject([{ value: 'monthly' }])
  expect((await visitor.press('Save', { frequency: 'off' })).text).toContain('Preferences saved. You are unsubscribed.')
  expect(JSON.parse((await visitor.press('Download my data')).html)).toMatchObject({
    subscriber: { email, frequency: 'monthly' },
  })
  await visitor.get(path)
  expect((await visitor.press('Delete my data')).text).toContain('Delete your data?')
  expect((await visitor.press('Keep my data')).text).toContain('Your data was not deleted.')
  await visitor.press('Delete my data')
  expect((await visitor.press('Delete permanently')).text).toContain('Your data is deleted')
  expect((await visitor.get(path)).status).toBe(404)
})

test('without JavaScript signing up, preferences, erasing and unsubscribing work in Spanish', async () => {
  const visitor = openPlainVisitor(site)
  const email = 'lectora@newsletter-pages.example'
  const archive = await visitor.get('/es/newsletter')
  expect(archive.html).toContain('<html lang="es"')
  expect(archive.text).toContain('Una vez por semana, por correo.')
  expect((await visitor.press('Suscribirme', { email: 'a@b' })).text).toContain(
    'Escribe una dirección de correo válida.',
  )
  expect(await visitor.press('Suscribirme', { email })).toMatchObject({
    path: '/es/newsletter?state=done',
    text: expect.stringContaining('Revisa tu bandeja de entrada') as string,
  })
  const { subject, text = '' } = await mailTo(site, email)
  expect(subject).toBe('Te damos la bienvenida al boletín de Swade')
  const pathOf = (page: string) => new RegExp(`/es/newsletter/${page}/[\\w-]+`).exec(text)?.[0] ?? ''
  expect((await visitor.get(pathOf('unsubscribe'))).text).toContain('¿Cancelar la suscripción al boletín?')
  expect((await visitor.press('Cancelar la suscripción')).text).toContain('Cancelaste la suscripción')
  const preferences = await visitor.get(pathOf('preferences'))
  expect(preferences.text).toContain('Frecuencia, seguimiento y datos')
  expect((await visitor.press('Guardar', { frequency: 'monthly' })).text).toContain('Preferencias guardadas.')
  expect((await visitor.press('Eliminar mis datos')).text).toContain('¿Eliminar tus datos?')
  const erased = await visitor.press('Eliminar de forma permanente')
  expect(erased).toMatchObject({
    path: '/es/newsletter?state=erased',
    text: expect.stringContaining('Tus datos se eliminaron') as string,
  })
})

test.each(['unsubscribe/', 'confirm/', 'preferences/', 'never-sent-'])(
  'an unknown link (%s…) is a page in Spanish with a 404',
  async (way) => {
    const page = await openPlainVisitor(site).get(`/es/newsletter/${way}${'x'.repeat(32)}`)
    expect([page.status, page.html.includes('<html lang="es"')]).toEqual([404, true])
    expect(page.text).toContain(way === 'never-sent-' ? 'Número no encontrado' : 'Enlace no válido')
  },
)

test.each(['unsubscribe/', 'confirm/', 'preferences/', 'never-sent-'])(
  'an unknown link (%s…) is a page of the site with a 404',
  async (way) => {
    const page = await openPlainVisitor(site).get(`/newsletter/${way}${'x'.repeat(32)}`)
    expect(page.status).toBe(404)
    expect(page.text).toContain(way === 'never-sent-' ? 'Issue Not Found' : 'Invalid link')
    expect(page.text.includes('or subscribe again')).toBe(way === 'confirm/')
  },
)

test('an invalid tracked link leads to a page that says so', async () => {
  const answer = await fetch(`${site.origin}/t/c/${'x'.repeat(40)}`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toMatch(/<h1\b/)
})

test('a sent issue is in the archive and has its own page with artwork, neighbors and structured data', async () => {
  const database = openSiteDatabase(site.dataDir)
  const slugs = ['two-records', 'a-quiet-week', 'half-paused']
  onTestFinished(async () => {
    await database.query('delete from newsletter_issues where slug = any($1)', [slugs])
    await database.end()
  })
  await writeTestIssue({ pool: database }, { slug: 'half-paused', title: 'Half paused', status: 'paused' })
  await writeTestIssue(
    { pool: database },
    { slug: 'a-quiet-week', title: 'A quiet week', sentAt: '2026-11-13T14:01:00Z' },
  )
  await writeTestIssue({ pool: database }, { slug: 'two-records', title: 'A week of two records' })
  const visitor = openPlainVisitor(site)
  await expect
    .poll(async () => (await visitor.get('/newsletter')).text, { timeout: 20_000 })
    .toContain('A week of two records')
  const archive = await visitor.get('/newsletter')
  expect(elements(archive.html, 'a').map(({ href }) => href)).toContain('/newsletter/a-quiet-week')
  expect(archive.text).not.toContain('Half paused')
  expect((await visitor.get('/newsletter/half-paused')).status).toBe(404)

  const older = await visitor.get('/newsletter/a-quiet-week')
  expect(older.text).toMatch(/Next issue\W+No\W+\d+\W+A week of two records/)
  expect(elements(older.html, 'a').map(({ href }) => href)).toContain('/newsletter/two-records')
  const letter = await visitor.get('/newsletter/two-records')
  for (const words of ['A week of two records', 'November 20, 2026', 'Hello, two records went on the air.', 'A fact'])
    expect(letter.text).toContain(words)
  const article = /<article>[^]*<\/article>/.exec(letter.html)?.[0] ?? ''
  expect(article).not.toMatch(/\{\{|<script|javascript:|\/t\/[oc]\//)
  expect(elements(article, 'a')).toContainEqual(
    expect.objectContaining({ href: 'https://other.example/news', rel: 'noopener noreferrer' }),
  )
  expect(elements(article, 'img')[0]?.['src']).toContain('/two-records.square.')

  const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(letter.html)?.[1] ?? '{}') as {
    '@graph': Record<string, unknown>[]
  }
  expect(facts['@graph'].find((one) => one['@type'] === 'Article')).toMatchObject({
    headline: 'A week of two records',
    datePublished: '2026-11-20T14:05:00.000Z',
    url: `${ownOrigin}/newsletter/two-records`,
    image: `${ownOrigin}/share/letter/two-records.png`,
    isPartOf: { '@type': 'PublicationIssue', 'issueNumber': expect.any(Number) as number },
  })
  expect(elements(letter.html, 'link')).toContainEqual(
    expect.objectContaining({ rel: 'alternate', type: 'application/rss+xml' }),
  )
})

test('an issue is marked as English within a Spanish page', async () => {
  const database = openSiteDatabase(site.dataDir)
  onTestFinished(async () => {
    await database.query(`delete from newsletter_issues where slug = 'dos-discos'`)
    await database.end()
  })
  await writeTestIssue({ pool: database }, { slug: 'dos-discos', title: 'A week in two languages' })
  const visitor = openPlainVisitor(site)
  await expect
    .poll(async () => (await visitor.get('/es/newsletter')).text, { timeout: 20_000 })
    .toContain('A week in two languages')
  const page = await visitor.get('/es/newsletter/dos-discos')
  expect(page.html).toMatch(/<h1 lang="en"[^>]*>A week in two languages</)
  for (const words of [
    '20 de noviembre de 2026',
    'Ideas clave',
    'N.º',
    'Todos los números',
    'El boletín de los viernes',
  ])
    expect(page.text).toContain(words)
  expect(elements(page.html, 'a').map(({ href }) => href)).toContain('/es/newsletter')
  expect((await visitor.get('/newsletter/dos-discos')).html).toMatch(/<h1 (?!lang)/)
})

test('without JavaScript the newsletter admin explains that it needs it, is not indexed and shows no data', async () => {
  const page = await openPlainVisitor(site).get('/newsletter-admin?tab=subscribers')
  expect(page.text).toContain('The newsletter admin needs JavaScript')
  expect(elements(page.html, 'meta')).toContainEqual(expect.objectContaining({ name: 'robots', content: 'noindex' }))
  expect(page.text).not.toContain('@newsletter-pages.example')
})
