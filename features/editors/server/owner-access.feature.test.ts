import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listRoutes } from '#tests/support/list-routes.ts'
import { editorEmail, editorHeaders } from '#tests/support/sign-in-editor.ts'
import { ownerCookie, ownerEmail, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const me = '/api/newsletter/admin/me'
const logout = '/api/newsletter/auth/logout'

let site: TestSite
let cookie: string

beforeAll(async () => {
  site = await buildTestSite()
})
beforeEach(async () => {
  cookie = await ownerCookie(site)
})
afterAll(() => site.close())

const isSafe = (method: string) => method === 'GET' || method === 'HEAD'

test('the owner’s session authorizes all newsletter routes as a super admin, but not from another site', async () => {
  await site.app.ready()
  const fences = ['/api/newsletter/admin/', '/api/newsletter/auth/']
  const routes = listRoutes(site.app).filter(
    ({ url }) =>
      fences.some((fence) => url.startsWith(fence)) && url !== logout && !/auth\/(login|second-step)/.test(url),
  )
  expect(routes.length).toBeGreaterThan(40)
  const foreign: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { 'origin': 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'origin': ownOrigin, 'sec-fetch-site': 'cross-site' },
    { 'origin': ownOrigin, 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin' },
  ]
  const wrong: string[] = []
  for (const { method, url: path } of routes) {
    const url = path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'x')
    const statusOf = async (headers: Record<string, string>) =>
      (
        await site.app.inject({
          method: method as 'GET',
          url,
          headers: { cookie, ...headers },
          // A body that no route accepts, so that requests that pass the guard have no effect.
          ...(isSafe(method)
            ? {}
            : { payload: '[1]', headers: { cookie, 'content-type': 'application/json', ...headers } }),
        })
      ).statusCode
    if (isSafe(method)) {
      for (const site of ['cross-site', 'same-site']) {
        const status = await statusOf({ 'sec-fetch-site': site })
        if (status !== 403) wrong.push(`${method} ${path}, ${site}: ${status}`)
      }
      const status = await statusOf({ 'sec-fetch-site': 'same-origin' })
      if (![200, 404].includes(status)) wrong.push(`${method} ${path}, from our own page: ${status}`)
      continue
    }
    for (const headers of foreign) {
      const status = await statusOf(headers)
      if (status !== 403) wrong.push(`${method} ${path}, ${JSON.stringify(headers)}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('the owner acts under their own address and has no password to change', async () => {
  const headers = { cookie, 'origin': ownOrigin, 'sec-fetch-site': 'same-origin' }
  const who = await site.app.inject({ url: me, headers: { cookie } })
  expect(who.json()).toMatchObject({ email: ownerEmail, role: 'super_admin' })

  const account = { email: 'made-by-owner@desk.example', role: 'viewer', password: 'a long enough password' }
  const made = await site.app.inject({
    method: 'POST',
    url: '/api/newsletter/admin/accounts',
    headers,
    payload: account,
  })
  expect(made.statusCode).toBe(201)
  const { rows } = await site.database.pool.query<{ actor: string }>(
    `select actor from audit_log where subject = 'account:' || $1::text`,
    [made.json<{ id: string }>().id],
  )
  expect(rows).toEqual([{ actor: ownerEmail }])

  const password = { current: account.password, password: 'another long password' }
  const refused = await site.app.inject({ method: 'PUT', url: `${me}/password`, headers, payload: password })
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    403,
    'The owner signs in with an emailed code and has no password.',
  ])
})

test('a token takes precedence over the owner’s session, which does not make an invalid token valid', async () => {
  const viewer = await editorHeaders(site, 'viewer')
  const asViewer = await site.app.inject({ url: me, headers: { cookie, ...viewer } })
  expect(asViewer.json()).toMatchObject({ email: editorEmail('viewer'), role: 'viewer' })
  for (const authorization of [`Bearer ${'a'.repeat(32)}`, 'Bearer ', '', 'Basic b3duZXI6'])
    expect((await site.app.inject({ url: me, headers: { cookie, authorization } })).statusCode, authorization).toBe(401)
})

test('the secret of a cookie is not a valid token, and a token in a cookie is ignored', async () => {
  const secret = cookie.replace('swade-owner=', '')
  const token = (await editorHeaders(site, 'super_admin')).authorization.replace('Bearer ', '')
  expect((await site.app.inject({ url: me, headers: { authorization: `Bearer ${secret}` } })).statusCode).toBe(401)
  for (const url of [me, '/api/owner/sessions'])
    expect((await site.app.inject({ url, headers: { cookie: `swade-owner=${token}` } })).statusCode, url).toBe(401)
  await site.app.inject({ method: 'DELETE', url: '/api/owner/sessions', headers: { cookie, origin: ownOrigin } })
  expect(
    (await site.app.inject({ url: me, headers: { authorization: `Bearer ${token}` } })).statusCode,
    'the owner ends only their own',
  ).toBe(200)
})

test('signing out ends the owner’s session in both admins, and works from our own pages only', async () => {
  const foreign = await site.app.inject({
    method: 'POST',
    url: logout,
    headers: { cookie, origin: 'https://evil.example' },
  })
  expect(foreign.statusCode).toBe(403)
  expect((await site.app.inject({ url: '/api/owner/sessions', headers: { cookie } })).statusCode).toBe(200)

  const left = await site.app.inject({ method: 'POST', url: logout, headers: { cookie, origin: ownOrigin } })
  expect([left.statusCode, String(left.headers['set-cookie'])]).toEqual([
    200,
    expect.stringMatching(/^swade-owner=; Max-Age=0;/),
  ])
  for (const url of [me, '/api/owner/sessions'])
    expect((await site.app.inject({ url, headers: { cookie } })).statusCode, url).toBe(401)
})
