import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginReply } from '#features/editors/contract.ts'
import { createFirstAdmin } from './accounts.ts'
import { createPasswords } from './passwords.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const [email, password] = ['first@desk.example', 'a long enough password']
let site: TestSite
let time = new Date('2026-11-20T10:00:00Z')

beforeAll(async () => {
  site = await buildTestSite({ clock: { now: () => time } })
  await createFirstAdmin(site.database.db, { email, password, passwords: createPasswords({ cost: 16 }) })
})
afterAll(() => site.close())

const login = (payload: object, remoteAddress = '203.0.113.1') =>
  site.app.inject({ method: 'POST', url: '/api/newsletter/auth/login', payload, remoteAddress })
const me = (token: string) =>
  site.app.inject({ url: '/api/newsletter/admin/me', headers: { authorization: `Bearer ${token}` } })
const forget = () => site.database.pool.query('delete from rate_limits')

test('signing in returns a token that is valid for twelve hours; only its hash is stored', async () => {
  const answer = await login({ email: ' First@Desk.Example ', password })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  const reply = answer.json<LoginReply>()
  expect(reply).toMatchObject({
    token_type: 'bearer',
    email,
    role: 'super_admin',
    expires_at: '2026-11-20T22:00:00.000Z',
  })
  expect(reply.access_token).toMatch(/^[\w-]{32}$/)
  const { rows } = await site.database.pool.query<{ kept: string }>('select token_hash as kept from admin_sessions')
  expect(rows.map(({ kept }) => kept)).not.toContain(reply.access_token)
  expect((await me(reply.access_token)).json()).toEqual({ email, role: 'super_admin', expires_at: reply.expires_at })
  time = new Date('2026-11-20T22:00:01Z')
  expect((await me(reply.access_token)).statusCode).toBe(401)
})

test('a token is invalid after signing out', async () => {
  const { access_token: token } = (await login({ email, password })).json<LoginReply>()
  const headers = { authorization: `Bearer ${token}` }
  expect((await site.app.inject({ method: 'POST', url: '/api/newsletter/auth/logout', headers })).statusCode).toBe(200)
  expect((await me(token)).json()).toMatchObject({ code: 'unauthenticated', detail: 'Authentication required' })
})

test('two hundred guesses from one client try only a few passwords, and the wait grows', async () => {
  await forget()
  const statuses: number[] = []
  const waits: number[] = []
  for (let guess = 0; guess < 200; guess++) {
    const answer = await login({ email, password: `guess ${guess}` }, '203.0.113.66')
    statuses.push(answer.statusCode)
    if (answer.statusCode === 429) waits.push(Number(answer.headers['retry-after']))
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(195)
  expect(waits[0]).toBeLessThanOrEqual(60)
  expect(waits.at(-1)).toBeGreaterThan(3600)
  await forget()
})

test('two hundred guesses from two hundred clients at one account also try only a few', async () => {
  await forget()
  const statuses: number[] = []
  for (let guess = 0; guess < 200; guess++) {
    const address = `203.0.100.${guess}`
    statuses.push((await login({ email, password: `guess ${guess}` }, address)).statusCode)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  await forget()
})

test('an unknown address gets the same error; passwords.test.ts proves that the same amount of work is done', async () => {
  const answers = []
  for (const typed of [email, 'nobody@desk.example']) {
    await forget()
    const { statusCode, headers, body } = await login({ email: typed, password: 'wrong' })
    answers.push({ statusCode, body, names: Object.keys(headers).toSorted() })
  }
  expect(answers[0]).toMatchObject({ statusCode: 401 })
  expect(answers[1]).toEqual(answers[0])
})

test.each([
  [{}],
  [{ email }],
  [{ email: 1, password: [] }],
  [{ email: { $ne: '' }, password: { $ne: '' } }],
  [[]],
  ['x'],
])('a login of %j is a bad request', async (payload) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/newsletter/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  expect(answer.statusCode).toBe(400)
})
