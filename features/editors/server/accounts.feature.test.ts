import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountSummary, LoginReply } from '#features/editors/contract.ts'
import { createPasswords } from './passwords.ts'
import { createFirstAdmin } from './accounts.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const first = { email: 'first@desk.example', password: 'the first long password' }
let site: TestSite
let headers: { authorization: string }

beforeAll(async () => {
  site = await buildTestSite()
  await createFirstAdmin(site.database.db, { ...first, passwords: createPasswords({ cost: 16 }) })
  headers = await signIn(first)
})
afterAll(() => site.close())

async function signIn(payload: { email: string; password: string }) {
  await site.database.pool.query('delete from rate_limits')
  const answer = await site.app.inject({ method: 'POST', url: '/api/newsletter/auth/login', payload })
  return { authorization: `Bearer ${answer.json<LoginReply>().access_token}` }
}
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, as = headers) =>
  site.app.inject({ method, url: `/api/newsletter/admin/${path}`, headers: as, ...(payload && { payload }) })
const accounts = async () => (await call('GET', 'accounts')).json<{ items: AccountSummary[] }>().items

test('a super admin changes a role, which applies from the next request', async () => {
  const made = await call('POST', 'accounts', {
    email: ' Second@Desk.example',
    role: 'editor',
    password: 'the second long password',
  })
  expect(made.statusCode).toBe(201)
  const { id } = made.json<AccountSummary>()
  const second = await signIn({ email: 'second@desk.example', password: 'the second long password' })
  expect((await call('GET', 'accounts', undefined, second)).statusCode).toBe(403)
  expect((await call('PUT', `accounts/${id}`, { role: 'super_admin' })).statusCode).toBe(200)
  expect((await call('GET', 'accounts', undefined, second)).statusCode).toBe(200)
  expect((await call('PUT', `accounts/${id}`, { role: 'viewer' })).statusCode).toBe(200)
  expect((await call('GET', 'accounts', undefined, second)).statusCode).toBe(403)
  expect((await call('DELETE', `accounts/${id}`)).statusCode).toBe(200)
  expect((await call('GET', 'me', undefined, second)).statusCode).toBe(401)
})

test('a super admin sets a new password for a person who forgot theirs, which signs them out', async () => {
  const person = { email: 'forgot@desk.example', password: 'the forgotten long password' }
  const { id } = (await call('POST', 'accounts', { ...person, role: 'editor' })).json<AccountSummary>()
  const before = await signIn(person)
  const password = 'the second-choice long password'
  expect((await call('PUT', `accounts/${id}`, { password: 'short' })).statusCode).toBe(400)
  expect((await call('PUT', `accounts/${id}`, { password }, before)).statusCode).toBe(403)
  expect((await call('PUT', `accounts/${id}`, { password })).statusCode).toBe(200)
  expect((await call('GET', 'me', undefined, before)).statusCode).toBe(401)
  const after = await signIn({ ...person, password })
  expect((await call('GET', 'me', undefined, after)).json()).toMatchObject({ email: person.email, role: 'editor' })
  expect((await call('DELETE', `accounts/${id}`)).statusCode).toBe(200)
})

test('an address can have one account, and a password needs twelve characters', async () => {
  expect((await call('POST', 'accounts', { ...first, role: 'viewer' })).statusCode).toBe(409)
  const short = await call('POST', 'accounts', { email: 'x@desk.example', role: 'viewer', password: 'short' })
  expect(short.json()).toMatchObject({
    code: 'invalid-input',
    detail: 'The password must have at least 12 characters.',
  })
})

test('the last super admin cannot be removed or demoted, not even by two requests at once', async () => {
  const [only] = await accounts()
  expect((await call('DELETE', `accounts/${only!.id}`)).statusCode).toBe(409)
  expect((await call('PUT', `accounts/${only!.id}`, { role: 'viewer' })).statusCode).toBe(409)
  await call('POST', 'accounts', {
    email: 'other@desk.example',
    role: 'super_admin',
    password: 'the other long password',
  })
  const both = await accounts()
  const answers = await Promise.all(both.map(({ id }) => call('PUT', `accounts/${id}`, { role: 'viewer' })))
  const refused = answers.findIndex(({ statusCode }) => statusCode !== 200)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  // If the request that demoted its own account comes first, the other one may be forbidden; otherwise it is a
  // conflict, because the last super admin must stay.
  expect(both[refused]!.email === first.email ? [409] : [403, 409]).toContain(answers[refused]!.statusCode)
  const { rows: left } = await site.database.pool.query(`select id from admin_accounts where role = 'super_admin'`)
  expect(left).toHaveLength(1)
  await site.database.pool.query(`update admin_accounts set role = 'super_admin'`)
})

test('a new password ends the other sessions of the account only', async () => {
  const elsewhere = await signIn(first)
  expect((await call('PUT', 'me/password', { current: 'wrong', password: 'a brand new password' })).statusCode).toBe(
    403,
  )
  expect(
    (await call('PUT', 'me/password', { current: first.password, password: 'a brand new password' })).statusCode,
  ).toBe(200)
  expect((await call('GET', 'me', undefined, elsewhere)).statusCode).toBe(401)
  expect((await call('GET', 'me')).statusCode).toBe(200)
  const { rows } = await site.database.pool.query<{ action: string }>(
    `select actor, action, subject, detail from audit_log order by at`,
  )
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['session.open', 'account.create', 'account.change', 'account.password']),
  )
  expect(JSON.stringify(rows)).not.toContain('long password')
})
