import { afterEach, expect, test } from 'vitest'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { paidBook, shopOrigin } from '../test-shop.ts'

let site: TestSite
afterEach(() => site.close())

type Visitor = { remoteAddress?: string; headers?: Record<string, string> }

const here: Visitor = { headers: { host: 'localhost:3000' } }
const elsewhere: [string, Visitor][] = [
  ['in the network', { remoteAddress: '192.168.1.20', headers: { host: '192.168.1.5:3000' } }],
  ['on the internet', { remoteAddress: '203.0.113.9', headers: { host: 'localhost:3000' } }],
  ['behind a proxy', { headers: { 'host': 'localhost:3000', 'x-forwarded-for': '203.0.113.9' } }],
  ['on another name of this machine', { headers: { host: 'swade.example' } }],
]

const start = (environment: Record<string, string> = {}) =>
  buildTestSite({ environment, pageBuild: loadSourcePages }).then((started) => (site = started))

async function order({ headers, ...visitor }: Visitor) {
  const payload = { book_id: paidBook.id, origin_url: site.origin }
  return site.app.inject({ method: 'POST', url: '/api/books/checkout', payload, headers: headers ?? {}, ...visitor })
}

async function pay({ headers, ...visitor }: Visitor, path: string) {
  return site.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'email=a%40example.com&webhook=now',
    ...visitor,
  })
}

async function access({ headers, ...visitor }: Visitor) {
  const reply = await site.app.inject({ url: `/api/books/${paidBook.id}/access`, headers: headers ?? {}, ...visitor })
  const { methods, is_test: isTest } = reply.json<{ methods: string[]; is_test: boolean }>()
  return { hasCards: methods.includes('stripe'), isTest }
}

test.each([
  ['nothing is configured', {}],
  ['there is a public origin outside of production', { PUBLIC_ORIGIN: shopOrigin }],
])('with %s, test payments work on this machine only', async (_name, environment) => {
  await start(environment)
  const ordered = await order(here)
  expect(ordered.statusCode).toBe(200)
  const { pathname } = new URL(ordered.json<{ url: string }>().url)
  expect(await access(here)).toEqual({ hasCards: true, isTest: true })
  for (const [name, visitor] of elsewhere) {
    expect([name, (await order(visitor)).statusCode]).toEqual([name, 404])
    expect([name, await access(visitor)]).toEqual([name, { hasCards: false, isTest: false }])
    for (const path of [pathname, `/es${pathname}`, `${pathname}.data`, pathname.toUpperCase()]) {
      // The page that is served instead of missing ones has no form.
      expect([name, path, [404, 405].includes((await pay(visitor, path)).statusCode)]).toEqual([name, path, true])
      const page = await site.app.inject({ url: path, ...visitor })
      expect([name, path, page.statusCode]).toEqual([name, path, 404])
    }
  }
  expect((await pay(here, pathname)).statusCode).toBe(303)
})

test('ALLOW_TEST_CHECKOUT opens test payments to everybody', async () => {
  await start({ ALLOW_TEST_CHECKOUT: 'true' })
  for (const [name, visitor] of elsewhere) {
    expect([name, (await order(visitor)).statusCode]).toEqual([name, 200])
    expect([name, await access(visitor)]).toEqual([name, { hasCards: true, isTest: true }])
  }
})

test('an unknown test checkout leads back to the library, because loading it again cannot help', async () => {
  await start()
  const page = await site.app.inject({ url: '/test-checkout/nope', headers: { host: 'localhost:3000' } })
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain('There is no checkout at this address. To buy a book, start again from its page.')
  expect(page.body).toMatch(/<a [^>]*href="\/books"[^>]*>Browse the library/)
  expect(page.body).not.toContain('>Try Again<')
})
