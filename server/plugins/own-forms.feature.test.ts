import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadSourcePages })
})
afterAll(() => site.close())

const post = (url: string, headers: Record<string, string | undefined>, payload = 'email=a%40example.com') =>
  site.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'host': 'localhost:3000', ...headers },
    payload,
  })

const forms = ['/withdraw', '/my-books', '/newsletter', '/es/withdraw', '/es/my-books', '/my-books.data', '/My-Books/']
const tokenForms = ['/newsletter/confirm/abc', '/newsletter/preferences/abc', '/my-books/open/abc', '/submission/abc']

test.each([...forms, ...tokenForms])('%s rejects a form that another site may have sent', async (url) => {
  for (const headers of [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { 'origin': 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    const reply = await post(url, headers)
    expect([url, headers, reply.statusCode]).toEqual([url, headers, 403])
    expect(reply.json()).toMatchObject({ code: 'forbidden', detail: expect.stringMatching(/this site|este sitio/) })
    expect(reply.headers['cache-control']).toBe('no-store')
  }
})

test('a form of this site is accepted with either proof of origin', async () => {
  for (const headers of [
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'same-origin' },
    { host: '192.168.1.7:3000', origin: 'http://192.168.1.7:3000' },
    { host: 'swade.test', origin: 'https://swade.test' },
  ])
    for (const url of ['/withdraw', '/my-books', '/es/withdraw'])
      expect([url, headers, [200, 400].includes((await post(url, headers)).statusCode)]).toEqual([url, headers, true])
})

test('unsubscribing needs no origin, because mail programs send it', async () => {
  expect((await post('/newsletter/unsubscribe/abc', {}, 'List-Unsubscribe=One-Click')).statusCode).not.toBe(403)
})
