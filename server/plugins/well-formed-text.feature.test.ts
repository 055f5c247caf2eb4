import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRoutes } from '#tests/support/list-routes.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let editor: { authorization: string }
beforeAll(async () => {
  site = await buildTestSite()
  editor = await editorHeaders(site)
})
afterAll(() => site.close())

/** JSON with a lone surrogate in a value, in a name, and nested. */
const brokenJson = [
  '{"email":"a@example.com","first_name":"\\ud83d"}',
  '{"\\udc4d":1}',
  '[[["x",{"deep":["\\ud800 "]}]]]',
  '"\\ud800"',
]

test('no API route accepts JSON with an unpaired surrogate', async () => {
  const calls = listRoutes(site.app).filter(
    ({ method, url }) => url.startsWith('/api/') && ['POST', 'PUT'].includes(method),
  )
  expect(calls.length).toBeGreaterThan(20)
  for (const { method, url } of calls)
    for (const payload of brokenJson) {
      const headers = { ...editor, 'content-type': 'application/json' }
      const reply = await site.app.inject({
        method: method as 'POST',
        url: url.replaceAll(/:\w+/g, 'x'),
        headers,
        payload,
      })
      expect([reply.statusCode >= 400, reply.statusCode < 500], `${method} ${url} ${payload} ${reply.body}`).toEqual([
        true,
        true,
      ])
    }
})

test.each([
  ['/api/newsletter/subscribe', brokenJson[0], 'first_name contains an invalid character; type it again.'],
  [
    '/api/newsletter/subscribe',
    brokenJson[1],
    'The request body contains an invalid character. Correct it and try again.',
  ],
  [
    '/api/newsletter/auth/login',
    '{"email":"a@example.com","password":"\\ud83d\\ud83d"}',
    'password contains an invalid character; type it again.',
  ],
  ['/api/my-books/find', '{"email":"a\\ud83d@example.com"}', 'email contains an invalid character; type it again.'],
])('%s names the field of %s', async (url, payload, detail) => {
  const reply = await site.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: payload ?? '',
  })
  expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([400, detail])
})

test('characters beyond the basic plane are accepted like any other text', async () => {
  const payload = { email: 'emoji@example.com', first_name: '👩🏽‍🚀', last_name: '𝄞' }
  expect((await site.app.inject({ method: 'POST', url: '/api/newsletter/subscribe', payload })).statusCode).toBe(200)
})

test('a query with an unpaired surrogate or a null character is rejected and does no harm', async () => {
  const list = '/api/newsletter/admin/subscribers?q='
  for (const q of ['%ED%A0%80', 'a%ed%be%8db', 'a%00b'])
    expect((await site.app.inject({ url: list + q, headers: editor })).statusCode, q).toBe(400)
  expect((await site.app.inject({ url: `${list}%F0%9F%91%8D%ED%9F%BF`, headers: editor })).statusCode).toBe(200)
})

test('a form with an unpaired surrogate is rejected before it reaches the page', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const payload of ['email=a%40example.com&first_name=%ED%A0%BD', Buffer.from('email=\xed\xa0\xbd', 'latin1')]) {
    const reply = await site.app.inject({ method: 'POST', url: '/newsletter', headers, payload })
    expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
      400,
      'The form contains an invalid character. Correct it and try again.',
    ])
  }
})

test('a character that the database cannot store is a client error, not ours', async () => {
  const payload = '{"email":"a\\u0000@example.com","password":"\\u0000"}'
  const headers = { 'content-type': 'application/json' }
  expect(
    (await site.app.inject({ method: 'POST', url: '/api/newsletter/auth/login', headers, payload })).statusCode,
  ).toBe(400)
})
