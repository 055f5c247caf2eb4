import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { joinMessages, type MessagePart } from '#shared/messages.ts'
import { localePath, splitLocale } from '#shared/locales.ts'
import { errorHandling } from '../plugins/errors.ts'
import type { SitePages } from '../site-pages.ts'
import { joinCatalogues } from './catalogues.ts'
import { languages } from './languages.ts'
import { preferredLocale, requestLocale } from '#platform/preferred-locale.ts'

const sample = {
  name: 'sample',
  messages: {
    en: { page: { title: 'The page', count: '{count, number} platforms' }, section: { name: 'Timeline' } },
    es: { page: { title: 'La página', count: '{count, number} plataformas' }, section: { name: 'Cronología' } },
  },
}
const texts = joinCatalogues({ features: [sample], contentDir: 'content' })
/** Parts of the sample, which no feature declares. */
const part = (name: string) => name as MessagePart

async function site() {
  const app = Fastify()
  const pages = { isTranslated: (path: string): boolean => ['/', '/books'].includes(path) } as SitePages
  await app.register(errorHandling, { texts })
  await app.register(languages, { pages: async () => pages, isSecure: false })
  app.get('/*', async (request) => request.url)
  app.get('/refused', async () => {
    throw new AppError('conflict', { key: 'sample.page.count', values: { count: 1234 } })
  })
  return app
}

test('a path is split into its language and the English path, and joined again', () => {
  for (const [path, locale, plain] of [
    ['/', 'en', '/'],
    ['/books', 'en', '/books'],
    ['/es', 'es', '/'],
    ['/es/', 'es', '/'],
    ['/es/books', 'es', '/books'],
    ['/essays', 'en', '/essays'],
    ['/en/books', 'en', '/en/books'],
    ['/ES/books', 'en', '/ES/books'],
  ] as const)
    expect(splitLocale(path), path).toEqual({ locale, path: plain })
  expect(localePath('es', '/')).toBe('/es')
  expect(localePath('es', '/books')).toBe('/es/books')
  expect(localePath('en', '/books')).toBe('/books')
})

test('the language chosen in the footer takes precedence over the languages of the browser', () => {
  expect(preferredLocale({})).toBe('en')
  expect(preferredLocale({ 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' })).toBe('es')
  expect(preferredLocale({ 'accept-language': 'de-DE,de;q=0.9' })).toBe('en')
  expect(preferredLocale({ 'accept-language': 'en;q=0.1, es;q=0.05' })).toBe('en')
  expect(preferredLocale({ 'accept-language': ';;;,=q' })).toBe('en')
  expect(preferredLocale({ 'accept-language': 'es', 'cookie': 'swade-language=en' })).toBe('en')
  expect(preferredLocale({ 'accept-language': 'es', 'cookie': 'swade-language=xx' })).toBe('es')
})

test('an error is in the language of the page that requested it, whatever the browser prefers', () => {
  const host = 'swade.example'
  expect(requestLocale({ host, referer: 'https://swade.example/es/tokens' })).toBe('es')
  expect(requestLocale({ host, 'referer': 'https://swade.example/tokens', 'accept-language': 'es' })).toBe('en')
  expect(requestLocale({ host, 'referer': 'https://other.example/es/', 'accept-language': 'en' })).toBe('en')
  expect(requestLocale({ host, referer: 'not an address' })).toBe('en')
})

test('visitors whose browser prefers Spanish are redirected to the Spanish page, and no other requests are', async () => {
  const app = await site()
  const requestPage = (url: string, language = 'es-ES,es;q=0.9', method: 'GET' | 'POST' | 'HEAD' = 'GET') =>
    app.inject({ url, method, headers: { 'accept-language': language } })
  const answer = await requestPage('/books?sort=new&q=a%20b')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/es/books?sort=new&q=a%20b'])
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect((await requestPage('/')).headers.location).toBe('/es')
  expect((await requestPage('/', 'es', 'HEAD')).statusCode).toBe(302)
  for (const url of ['/admin', '/books.data', '/assets/a.js', '/es/books'])
    expect((await requestPage(url)).statusCode, url).toBe(200)
  expect((await requestPage('/books', 'en')).statusCode).toBe(200)
})

test('a language choice is remembered and leads back to the same page, never to another site', async () => {
  const app = await site()
  const choose = (locale: string, to: string) => app.inject({ url: `/language/${locale}?to=${encodeURIComponent(to)}` })
  const answer = await choose('es', '/books?x=1')
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/es/books?x=1'])
  expect(answer.headers['set-cookie']).toContain('swade-language=es')
  expect(answer.headers['set-cookie']).toContain('HttpOnly')
  expect((await choose('en', '/es/books')).headers.location).toBe('/books')
  for (const to of ['//other.example', '/\\other.example', 'https://other.example', '', '/a b', '/\r\nx: y'])
    expect((await choose('en', to)).headers.location, to).toBe('/')
  expect((await choose('xx', '/')).statusCode).toBe(404)
  expect((await app.inject({ url: '/language/en?to=/a&to=/b' })).statusCode).toBeLessThan(500)
})

test('a catalogue error is in the language of the page', async () => {
  const app = await site()
  const refused = async (referer: string) =>
    (await app.inject({ url: '/refused', headers: { host: 'localhost', referer } })).json().message
  expect(await refused('http://localhost/tokens')).toBe('1,234 platforms')
  expect(await refused('http://localhost/es/tokens')).toBe('1234 plataformas')
})

test('pages get only the parts they name, compiled, and an unknown part is an error', () => {
  const picked = texts.pick('es', ['site.frame', part('sample.section')])
  expect(Object.keys(picked['sample'] as object)).toEqual(['section'])
  expect(joinMessages([picked, texts.pick('es', [part('sample.page')])])).toMatchObject({
    sample: { section: { name: 'Cronología' }, page: { title: 'La página' } },
  })
  expect(() => texts.pick('en', [part('sample.nothing')])).toThrow('sample.nothing')
})

test('content texts are translated wherever they appear, and those without a translation stay', () => {
  const lead =
    'Forty years of making records, told in order: from a borrowed drum machine with one handclap to a roster of eleven artists. The quiet years are included.'
  const data = { page: { lead, list: [lead, 'no translation', 3, null] }, at: new Date(0) }
  const translated = texts.content('es', data)
  expect(translated.page.lead).toMatch(/^Cuarenta años/)
  expect(translated.page.list).toEqual([translated.page.lead, 'no translation', 3, null])
  expect(translated.at).toBe(data.at)
  expect(texts.content('en', data)).toBe(data)
})
