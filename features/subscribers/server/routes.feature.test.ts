import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite()
})
afterAll(() => site.close())

const post = (payload: string | object, type = 'application/json') =>
  site.app.inject({ method: 'POST', url: '/api/newsletter/subscribe', headers: { 'content-type': type }, payload })

async function subscriberToken(email: string): Promise<string> {
  await post({ email })
  const { rows } = await site.database.pool.query<{ id: string }>('select id from subscribers where email = $1', [
    email,
  ])
  return site.linkTokens.write('subscriber', rows[0]!.id)
}
const statusOf = async (email: string) =>
  (await site.database.pool.query<{ status: string }>('select status from subscribers where email = $1', [email]))
    .rows[0]?.status

test('the specified payload gets a success response with a message', async () => {
  const reply = await post({ email: 'Reader@Example.com ', first_name: 'R', last_name: 'E' })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ success: true, message: expect.stringContaining('Thank you for signing up') })
  expect(await statusOf('reader@example.com')).toBe('subscribed')
})

test.each([
  ['no address', {}, 400, 'Please enter your email address.'],
  ['a number', { email: 5 }, 400, 'Please enter your email address.'],
  ['no domain', { email: 'nobody' }, 400, 'Please enter a valid email address.'],
  ['two addresses', { email: 'a@example.com, b@example.com' }, 400, 'Please enter a valid email address.'],
  [
    'a header in the address',
    { email: 'a@example.com\r\nBcc: b@example.com' },
    400,
    'Please enter a valid email address.',
  ],
  ['a name and an address', { email: 'Eve <eve@example.com>' }, 400, 'Please enter a valid email address.'],
  ['a very long address', { email: `${'a'.repeat(300)}@example.com` }, 400, 'This email address is too long.'],
  ['an object as a name', { email: 'a@example.com', first_name: {} }, 400, 'first_name must be text.'],
])('%s is rejected with a message', async (_name, payload, status, detail) => {
  const reply = await post(payload)
  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toEqual({ success: false, code: 'invalid-input', message: detail, detail })
})

test('broken JSON, other content types and large bodies have their own errors', async () => {
  expect((await post('{"email"')).json()).toMatchObject({ code: 'malformed-body' })
  for (const body of ['[]', '"a"', 'null'])
    expect((await post(body)).json()).toMatchObject({
      code: 'invalid-input',
      detail: 'The request body must be a JSON object.',
    })
  expect((await post('{"__proto__": {"admin": true}, "email": "p@example.com"}')).json()).toMatchObject({
    code: 'malformed-body',
  })
  expect((await post('email=a@example.com', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  expect((await post(JSON.stringify({ email: 'x'.repeat(1_000_000) }))).statusCode).toBe(413)
})

test('a name cannot break the greeting', async () => {
  await post({ email: 'lines@example.com', first_name: 'A\r\nBcc: x@example.com<script>' })
  const greeting = (await site.outbox.list(100)).find(({ mail }) => mail.to === 'lines@example.com')
  expect(greeting?.mail.html).toContain('A Bcc: x@example.com&lt;script&gt;')
})

test('one-click unsubscribing takes effect at once, may be repeated, and needs no cookie or redirect', async () => {
  const token = await subscriberToken('leaver@example.com')
  for (const payload of [
    'List-Unsubscribe=One-Click',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ]) {
    const type = payload.startsWith('--') ? 'multipart/form-data; boundary=b' : 'application/x-www-form-urlencoded'
    const reply = await site.app.inject({
      method: 'POST',
      url: `/api/newsletter/unsubscribe/${token}`,
      headers: { 'content-type': type },
      payload,
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await statusOf('leaver@example.com')).toBe('unsubscribed')
  }
})

test('GET and HEAD on the same address change nothing and lead to the page with the button', async () => {
  const token = await subscriberToken('stayer@example.com')
  for (const method of ['GET', 'HEAD'] as const) {
    const reply = await site.app.inject({ method, url: `/api/newsletter/unsubscribe/${token}` })
    expect(reply.statusCode).toBe(303)
    expect(reply.headers.location).toBe(`/newsletter/unsubscribe/${token}`)
  }
  expect(await statusOf('stayer@example.com')).toBe('subscribed')
})

test.each(['x', 'a'.repeat(32), '%2e%2e%2f', "' or 1=1 --", 'A'.repeat(190)])(
  'the unknown token %s is a 404',
  async (token) => {
    const reply = await site.app.inject({
      method: 'POST',
      url: `/api/newsletter/unsubscribe/${encodeURIComponent(token)}`,
      payload: '',
    })
    expect(reply.statusCode).toBe(404)
  },
)
