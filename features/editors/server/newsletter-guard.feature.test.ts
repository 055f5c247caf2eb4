import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminRole } from '#shared/admin-role.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { ownOrigin } from '#tests/support/sign-in-owner.ts'
import { listRoutes, type ListedRoute } from '#tests/support/list-routes.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { newsletterGuard } from './newsletter-guard.ts'

const fences = ['/api/newsletter/admin/', '/api/newsletter/auth/']
const openRoutes = new Set([
  'POST /api/newsletter/auth/login',
  'POST /api/newsletter/auth/second-step',
  'POST /api/newsletter/auth/second-step/passkey',
])
const isOpen = ({ method, url }: ListedRoute) => openRoutes.has(`${method} ${url}`)
const isSafe = ({ method }: ListedRoute) => method === 'GET' || method === 'HEAD'

let site: TestSite
let routes: ListedRoute[]
const tokens = {} as Record<AdminRole | 'expired' | 'revoked', { authorization: string }>

beforeAll(async () => {
  site = await buildTestSite()
  await site.app.ready()
  routes = listRoutes(site.app).filter(({ url }) => fences.some((fence) => url.startsWith(fence)))
  for (const role of ['viewer', 'editor', 'super_admin'] as const) tokens[role] = await editorHeaders(site, role)
  tokens.expired = await editorHeaders(site, 'super_admin', new Date(Date.now() - 1000))
  tokens.revoked = await editorHeaders(site, 'super_admin')
  await site.app.inject({ method: 'POST', url: '/api/newsletter/auth/logout', headers: tokens.revoked })
})
afterAll(() => site.close())

async function callRoute(route: ListedRoute, headers: Record<string, string>, payload?: string) {
  const url = route.url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'x')
  return site.app.inject({ method: route.method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) })
}

test('no route of the newsletter admin works without a valid token, whatever the origin', async () => {
  expect(routes.length).toBeGreaterThan(3)
  const bearers: Record<string, Record<string, string>> = {
    'none': {},
    'expired': tokens.expired,
    'signed out': tokens.revoked,
    'guessed': { authorization: `Bearer ${'a'.repeat(32)}` },
    'no bearer': { authorization: tokens.super_admin.authorization.replace('Bearer', 'Basic') },
    'in a cookie': { cookie: tokens.super_admin.authorization.replace('Bearer ', 'newsletter_token=') },
  }
  const wrong: string[] = []
  for (const route of routes.filter((one) => !isOpen(one))) {
    for (const [name, headers] of Object.entries(bearers)) {
      const answer = await callRoute(
        route,
        { ...headers, 'origin': ownOrigin, 'content-type': 'application/json' },
        isSafe(route) ? undefined : '{}',
      )
      if (answer.statusCode !== 401 || answer.headers['cache-control'] !== 'no-store')
        wrong.push(`${route.method} ${route.url}, ${name}: ${answer.statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})

test('every route requires its role and rejects requests from other sites or without JSON', async () => {
  const wrong: string[] = []
  const expectStatus = (label: string, status: number, allowed: number) => {
    if (status !== allowed) wrong.push(`${label}: ${status} instead of ${allowed}`)
  }
  for (const route of routes.filter((one) => !isOpen(one))) {
    const name = `${route.method} ${route.url}`
    const needed = roleTable[name.replace(/^HEAD /, 'GET ')]
    if (!needed) {
      wrong.push(`${name} stands in no row of the table of roles`)
      continue
    }
    const lesser =
      needed === 'viewer' ? [] : needed === 'editor' ? (['viewer'] as const) : (['viewer', 'editor'] as const)
    for (const role of lesser)
      expectStatus(
        `${name} as ${role}`,
        (await callRoute(route, { ...tokens[role], origin: ownOrigin })).statusCode,
        403,
      )
    if (isSafe(route)) {
      const { statusCode } = await callRoute(route, { ...tokens[needed], origin: ownOrigin })
      if (![200, 404].includes(statusCode)) wrong.push(`${name} as ${needed}: ${statusCode}`)
      continue
    }
    const foreign = await callRoute(
      route,
      { ...tokens[needed], 'origin': 'https://evil.example', 'content-type': 'application/json' },
      '{}',
    )
    expectStatus(`${name} from a foreign page`, foreign.statusCode, 403)
    const form = 'multipart/form-data; boundary=x'
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      formRoutes.has(name) ? 'application/json' : form,
    ])
      expectStatus(
        `${name} as ${type}`,
        (await callRoute(route, { ...tokens[needed], 'origin': ownOrigin, 'content-type': type }, 'a=b')).statusCode,
        415,
      )
  }
  expect(wrong).toEqual([])
  expect(
    Object.keys(roleTable).filter((name) => !routes.some(({ method, url }) => `${method} ${url}` === name)),
  ).toEqual([])
})

test('unknown paths below it are rejected too, in any spelling', async () => {
  for (const url of [
    '/api/newsletter/admin',
    '/api/newsletter/admin/',
    '/api/newsletter/admin/nothing',
    '/api/newsletter/admin?x',
  ])
    expect((await site.app.inject({ method: 'POST', url, headers: { origin: ownOrigin } })).statusCode, url).toBe(401)
  expect((await site.app.inject({ url: '/api/newsletter/%61dmin/me' })).statusCode).toBe(401)
  expect((await site.app.inject({ url: '/api/newsletter/admin/nothing', headers: tokens.viewer })).statusCode).toBe(404)
})

test('a program may send requests with a token, and an empty JSON body counts as no body', async () => {
  const headers = { ...(await editorHeaders(site, 'viewer')), 'content-type': 'application/json' }
  const answer = await site.app.inject({ method: 'POST', url: '/api/newsletter/auth/logout', headers, payload: '' })
  expect(answer.statusCode).toBe(200)
})

test('a newsletter admin route without a role prevents the start', async () => {
  const app = Fastify()
  await app.register(newsletterGuard, {
    access: { editorOf: async () => undefined, ownerOf: async () => undefined },
    origin: ownOrigin,
    isProduction: true,
  })
  expect(() => app.get('/api/newsletter/admin/forgotten', async () => 'all')).toThrow('without a role')
  app.get('/api/newsletter/unsubscribe/:token', async () => 'open to all')
  await app.close()
})

/**
 * Routes that accept a form with a file instead of JSON. Like all others they require a token, which a page of another
 * site does not have.
 */
const formRoutes = new Set(['POST /api/newsletter/admin/subscribers/import'])

/**
 * Permissions of the roles, as specified: a viewer reads, an editor writes and sends, a super admin also manages
 * accounts and exports people's data.
 */
const roleTable: Record<string, AdminRole> = {
  'POST /api/newsletter/auth/logout': 'viewer',
  ...beneath('/api/newsletter/admin', {
    'GET /me': 'viewer',
    'PUT /me/password': 'viewer',
    'GET /me/second-step': 'viewer',
    'POST /me/second-step/totp': 'viewer',
    'POST /me/second-step/totp/confirm': 'viewer',
    'DELETE /me/second-step/totp': 'viewer',
    'POST /me/second-step/passkeys/challenges': 'viewer',
    'POST /me/second-step/passkeys': 'viewer',
    'PUT /me/second-step/passkeys/:id': 'viewer',
    'DELETE /me/second-step/passkeys/:id': 'viewer',
    'POST /me/second-step/recovery-codes': 'viewer',
    'GET /accounts': 'super_admin',
    'DELETE /accounts/:id/second-step': 'super_admin',
    'POST /accounts': 'super_admin',
    'PUT /accounts/:id': 'super_admin',
    'DELETE /accounts/:id': 'super_admin',
    'GET /dashboard': 'viewer',
    'GET /analytics': 'viewer',
    'GET /newsletters': 'viewer',
    'POST /newsletters': 'editor',
    'POST /newsletters/preview': 'editor',
    'GET /newsletters/:id': 'viewer',
    'PUT /newsletters/:id': 'editor',
    'DELETE /newsletters/:id': 'editor',
    'GET /newsletters/:id/preview': 'viewer',
    'POST /newsletters/:id/check': 'editor',
    'POST /newsletters/:id/test': 'editor',
    'POST /newsletters/:id/send': 'editor',
    'POST /newsletters/:id/undo': 'editor',
    'POST /newsletters/:id/pause': 'editor',
    'POST /newsletters/:id/resume': 'editor',
    'POST /newsletters/:id/cancel': 'editor',
    'POST /newsletters/:id/settle': 'editor',
    'GET /newsletters/:id/progress': 'viewer',
    'GET /newsletters/:id/deliveries': 'viewer',
    'GET /newsletters/:id/report': 'viewer',
    'GET /schedule': 'viewer',
    'GET /settings': 'viewer',
    'PUT /settings': 'super_admin',
    'POST /generate-content': 'editor',
    'POST /trigger-newsletter': 'editor',
    'GET /feeds': 'viewer',
    'POST /feeds': 'editor',
    'POST /feeds/:id/read': 'editor',
    'DELETE /feeds/:id': 'editor',
    'GET /subscribers': 'viewer',
    'GET /subscribers.csv': 'super_admin',
    'POST /subscribers/import': 'super_admin',
    'GET /subscribers/:id': 'viewer',
    'DELETE /subscribers/:id': 'super_admin',
    'GET /subscribers/:id/export': 'super_admin',
    'POST /subscribers/:id/suppress': 'super_admin',
    'POST /subscribers/:id/release': 'super_admin',
    'GET /returned-mails': 'viewer',
    'POST /returned-mails/:id/settle': 'editor',
  }),
}

function beneath(root: string, table: Record<string, AdminRole>): Record<string, AdminRole> {
  return Object.fromEntries(Object.entries(table).map(([name, role]) => [name.replace(' ', ` ${root}`), role]))
}
