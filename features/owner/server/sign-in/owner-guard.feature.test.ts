import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRoutes } from '#tests/support/list-routes.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const challenges = 'POST /api/owner/passkey-challenges'
const publicRoutes = new Set([
  'POST /api/owner/codes',
  'POST /api/owner/sessions',
  'POST /api/owner/passkey-sessions',
  'POST /api/owner/recovery-sessions',
  challenges,
])

let site: TestSite
let routes: { method: string; url: string }[]

beforeAll(async () => {
  site = await buildTestSite()
  await site.app.ready()
  routes = listRoutes(site.app).filter(({ url }) => url.startsWith('/api/owner/'))
})
afterAll(() => site.close())

const origins = { right: ownOrigin, foreign: 'https://evil.example', none: undefined }

test('every route below /api/owner/ is rejected without a session, and with one from another site', async () => {
  expect(routes.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining([
      ...publicRoutes,
      'GET /api/owner/sessions',
      'DELETE /api/owner/sessions',
      'DELETE /api/owner/sessions/current',
    ]),
  )
  const [signedOut, expired] = [await ownerCookie(site), await ownerCookie(site)]
  await site.app.inject({
    method: 'DELETE',
    url: '/api/owner/sessions/current',
    headers: { cookie: signedOut, origin: ownOrigin },
  })
  await site.database.pool.query(
    `update admin_sessions set expires_at = now() - interval '1 second' where id = (select id from admin_sessions order by created_at desc limit 1)`,
  )
  const live = await ownerCookie(site)
  const cookies = {
    'none': undefined,
    'signed out': signedOut,
    expired,
    'guessed': `swade-owner=${'a'.repeat(32)}`,
    'not ours': 'swade-owner=1; swade-shelf=x',
  }
  const wrong: string[] = []
  const expectStatus = async (
    route: { method: string; url: string },
    name: string,
    cookie: string | undefined,
    origin: string | undefined,
    allowed: number[],
  ) => {
    const url = route.url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'x')
    const headers = { ...(cookie && { cookie }), ...(origin && { origin }), 'content-type': 'application/json' }
    const { statusCode, headers: answered } = await site.app.inject({
      method: route.method as 'GET',
      url,
      headers,
      ...(route.method === 'GET' || route.method === 'HEAD' ? {} : { payload: '{}' }),
    })
    if (!allowed.includes(statusCode) || answered['cache-control'] !== 'no-store')
      wrong.push(`${route.method} ${route.url}, ${name}: ${statusCode}, ${answered['cache-control']}`)
  }
  for (const route of routes) {
    const isPublic = publicRoutes.has(`${route.method} ${route.url}`)
    const isSafe = ['GET', 'HEAD'].includes(route.method)
    for (const [originName, origin] of Object.entries(origins)) {
      for (const [name, cookie] of Object.entries(cookies)) {
        // Public routes require no session: an empty body is an invalid address, and requests from other sites are
        // rejected. Challenges need no body.
        const answers = `${route.method} ${route.url}` === challenges ? [200, 429] : [400, 429]
        const allowed = isPublic ? (originName === 'right' ? answers : [403]) : [401]
        await expectStatus(route, `${name}, ${originName} origin`, cookie, origin, allowed)
      }
      if (!isSafe && originName !== 'right')
        await expectStatus(route, `signed in, ${originName} origin`, live, origin, [403])
    }
  }
  expect(wrong).toEqual([])
})

test('unknown paths below it are rejected too, in any spelling', async () => {
  for (const url of ['/api/owner', '/api/owner/', '/api/owner/nothing', '/api/owner?x', '/api/owner/../owner/x'])
    expect((await site.app.inject({ method: 'POST', url, headers: { origin: ownOrigin } })).statusCode, url).toBe(401)
  expect((await site.app.inject({ url: '/api/%6fwner/sessions' })).statusCode).toBe(401)
})

test('a form post is rejected, even with a session and from our own page', async () => {
  const cookie = await ownerCookie(site)
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/owner/sessions',
      headers: { cookie, 'origin': ownOrigin, 'content-type': type },
      payload: 'email=a',
    })
    expect([400, 415], type).toContain(answer.statusCode)
  }
})
