import { afterAll, beforeAll, expect, test } from 'vitest'
import { calendarIn, calendarPath, occurrenceCalendarPath } from '#features/venue/venue-addresses.ts'
import { elements, readText } from '#tests/support/html.ts'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await buildTestSite({ pageBuild: loadSourcePages })))
afterAll(() => site.close())

async function open(path: string) {
  const { statusCode, body } = await site.app.inject(path)
  const [, title] = /<title>([^<]*)<\/title>/.exec(body) ?? []
  return { statusCode, body, title, text: readText(body), lang: elements(body, 'html')[0]?.['lang'] }
}

test('header, footer and dialogs of a Spanish page are in Spanish, with links to Spanish pages', async () => {
  const { statusCode, lang, text, body } = await open('/es/journey')
  expect([statusCode, lang]).toEqual([200, 'es'])
  for (const words of ['Inicio', 'Recorrido', 'Enlaces rápidos', 'Condiciones', 'Atajos de teclado', 'Entendido'])
    expect(text, words).toContain(words)
  expect(text).toContain('Swade creció a cuatro calles de un puerto')
  expect(text).toContain('2023-hoy')
  const links = elements(body, 'a').map(({ href = '' }) => href)
  expect(links).toContain('/es/terms')
  expect(links.filter((href) => /^\/(?!es(\/|$|#)|language\/|api\/|journey\/feed|radio\/stream)/.test(href))).toEqual([
    // It exists in English only.
    '/admin',
  ])
})

test('the landing page has its sections, their names and their links in Spanish', async () => {
  const { statusCode, title, text, body } = await open('/es')
  expect([statusCode, title]).toEqual([200, 'Swade'])
  for (const words of ['Ecosistema', 'Cronología', 'Mundo virtual', 'Más de 18 plataformas en un solo ecosistema'])
    expect(text, words).toContain(words)
  expect(text).toMatch(/A1 Ecosistema/)
  // The artwork of an era keeps its address, whatever its period is called.
  expect(body).toContain('/figures/era-2020-present.')
  expect(text).toContain('2020-hoy')
  expect(elements(body, 'meta').find(({ name }) => name === 'description')?.['content']).toMatch(
    /^Un ecosistema de música con IA/,
  )
})

test('legal pages are translated before their placeholders are filled in', async () => {
  const { statusCode, title, text, body } = await open('/es/terms')
  expect([statusCode, title]).toEqual([200, 'Condiciones de venta · Swade'])
  expect(text).toContain('Última actualización: 28 de noviembre de 2026')
  expect(text).toContain('El vendedor es Swade')
  expect(text).toContain('hello@swade.example')
  expect(text).not.toMatch(/\{\w+\}/)
  expect(elements(body, 'a').map(({ href }) => href)).toContain('/es/imprint')
})

test('a platform, its preview and a missing one are in Spanish', async () => {
  const known = await open('/es/platform/green-room')
  expect(known.title).toBe('Green Room, Artista de IA · Swade')
  expect(known.text).toContain('El sitio de Green Room aún no está enlazado.')
  const [, graph] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(known.body) ?? []
  const crumbs = (JSON.parse(graph!) as { '@graph': { itemListElement?: { name: string; item: string }[] }[] })[
    '@graph'
  ].flatMap(({ itemListElement = [] }) => itemListElement)
  expect(crumbs.map(({ name, item }) => [name, new URL(item).pathname])).toEqual([
    ['Inicio', '/es'],
    ['Green Room', '/es/platform/green-room'],
  ])
  const framed = await open('/es/platform/green-room?frame=page')
  expect(framed.text).toContain('Cada artista tiene un cajón')
  expect(framed.body, 'the browser warns of a preload that it does not use').not.toMatch(/rel="preload"[^>]*as="image"/)
  const missing = await open('/es/platform/nothing')
  expect([missing.statusCode, missing.title, missing.lang]).toEqual([404, 'Plataforma no encontrada · Swade', 'es'])
})

test('missing pages and framework errors are in Spanish', async () => {
  const missing = await open('/es/nothing')
  expect([missing.statusCode, missing.title]).toEqual([404, 'Página no encontrada · Swade'])
  expect(missing.text).toContain('Volver al inicio')
  const referer = 'http://localhost/es/'
  const request = async (url: string) =>
    (await site.app.inject({ url, headers: { host: 'localhost', referer } })).json().message as string
  expect(await request('/api/nothing')).toBe('Este endpoint de la API no existe.')
  expect(await request(occurrenceCalendarPath('nothing'))).toBe(
    'No se encontró el evento. Puede que haya cambiado de fecha.',
  )
})

test('a calendar is in the language that its address names', async () => {
  const [spanish, english, unknown] = await Promise.all(
    [calendarIn('es', calendarPath), calendarIn('en', calendarPath), `${calendarPath}?language=xx`].map(async (url) =>
      (await site.app.inject(url)).body.replaceAll('\r\n ', ''),
    ),
  )
  expect(spanish).toContain('NAME:Mundo virtual de Swade')
  expect(spanish).toContain('DESCRIPTION:Noventa minutos en el escenario pequeño')
  expect(spanish).toMatch(/LOCATION:Mundo virtual\\, http:\/\/localhost:\d+\/es#virtual-world/)
  expect(english).toContain('NAME:Swade Virtual World')
  expect(unknown).toBe(english)
})
