import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type {
  AccountSummary,
  LoginReply,
  SecondStep,
  SecondStepRequired,
  TotpStart,
} from '#features/editors/contract.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { type Claims, SoftwareAuthenticator } from '#tests/support/software-authenticator.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createFirstAdmin } from './accounts.ts'
import { createPasswords } from './passwords.ts'

const secondStepKey = 'a key of at least 32 characters'.replaceAll(' ', '-') + '-x'
const [email, password] = ['first@desk.example', 'a long enough password']
let site: TestSite
let time = new Date('2026-11-20T10:00:00Z')
let token: string

beforeAll(async () => {
  site = await buildTestSite({
    clock: { now: () => time },
    environment: { SECOND_STEP_KEY: secondStepKey },
  })
})
beforeEach(async () => {
  await site.database.pool.query('delete from rate_limits; delete from admin_accounts; delete from audit_log')
  await createFirstAdmin(site.database.db, { email, password, passwords: createPasswords({ cost: 16 }) })
  token = (await login()).json<LoginReply>().access_token
})
afterAll(() => site.close())

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, bearer = token) =>
  site.app.inject({
    method,
    url: `/api/newsletter/${url}`,
    headers: { ...(bearer && { authorization: `Bearer ${bearer}` }) },
    ...(payload && { payload }),
  })
const login = (typed = password) => send('POST', 'auth/login', { email, password: typed }, '')
const own = async () => (await send('GET', 'admin/me/second-step')).json<SecondStep>()
const enter = (pending: SecondStepRequired, proof: object) =>
  send('POST', 'auth/second-step', { second_step_token: pending.second_step_token, ...proof }, '')
const forget = () => site.database.pool.query('delete from rate_limits')
const pass = (seconds: number) => (time = new Date(time.getTime() + seconds * 1000))
const codeOf = (secret: string, offsetSeconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() + offsetSeconds * 1000 })

async function beginSignIn() {
  const answer = await login()
  expect(answer.statusCode).toBe(200)
  return answer.json<SecondStepRequired>()
}

async function addTotp() {
  const { secret } = (await send('POST', 'admin/me/second-step/totp', { current: password })).json<TotpStart>()
  const answer = await send('POST', 'admin/me/second-step/totp/confirm', { code: codeOf(secret) })
  expect(answer.statusCode, answer.body).toBe(200)
  pass(90)
  return { secret, codes: answer.json<{ recovery_codes: string[] }>().recovery_codes }
}

async function addPasskey(name = 'Laptop') {
  const authenticator = new SoftwareAuthenticator(ownOrigin)
  const begun = await send('POST', 'admin/me/second-step/passkeys/challenges', { current: password })
  const { options } = begun.json<{ options: PublicKeyCredentialCreationOptionsJSON }>()
  const answer = await send('POST', 'admin/me/second-step/passkeys', {
    name,
    response: authenticator.register(options),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return { authenticator, codes: answer.json<{ recovery_codes?: string[] }>().recovery_codes }
}

async function passkeyOptions(pending: SecondStepRequired) {
  const answer = await send('POST', 'auth/second-step/passkey', { second_step_token: pending.second_step_token }, '')
  return answer.json<{ options: PublicKeyCredentialRequestOptionsJSON }>().options
}

test('an account without a second step signs in as before', async () => {
  expect(Object.keys((await login()).json<object>()).toSorted()).toEqual([
    'access_token',
    'email',
    'expires_at',
    'role',
    'token_type',
  ])
  expect(await own()).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 })
})

test('with an authenticator app, the password alone does not give a token, but the code does', async () => {
  const started = (await send('POST', 'admin/me/second-step/totp', { current: password })).json<TotpStart>()
  expect(started.uri).toMatch(/^otpauth:\/\/totp\/Swade:first%40desk\.example\?/)
  expect(started.uri).toContain(`secret=${started.secret}`)
  expect(started.qr_svg).toMatch(/^<svg /)
  expect((await login()).json(), 'not before it is confirmed').toHaveProperty('access_token')
  expect((await send('POST', 'admin/me/second-step/totp/confirm', { code: '000000' })).statusCode).toBe(403)

  const { secret, codes } = await addTotp()
  expect(codes).toHaveLength(10)
  const pending = await beginSignIn()
  expect(pending).toMatchObject({ second_step_required: true, methods: ['totp', 'recovery-code'] })
  expect(pending).not.toHaveProperty('access_token')
  expect((await send('GET', 'admin/me', undefined, pending.second_step_token)).statusCode).toBe(401)

  expect((await enter(pending, { method: 'totp', code: codeOf(secret, 3600) })).json()).toMatchObject({
    code: 'unauthenticated',
  })
  const answer = await enter(pending, { method: 'totp', code: codeOf(secret).replace(/(...)/, '$1 ') })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject({ token_type: 'bearer', email, role: 'super_admin' })
  expect((await send('GET', 'admin/me', undefined, answer.json<LoginReply>().access_token)).statusCode).toBe(200)
  expect((await enter(pending, { method: 'totp', code: codeOf(secret, 30) })).statusCode, 'it is used up').toBe(410)
})

test('the secret of the app is encrypted in the database', async () => {
  const { secret } = await addTotp()
  const { rows } = await site.database.pool.query<{ sealed_secret: string }>('select sealed_secret from admin_totp')
  expect(rows[0]!.sealed_secret).toMatch(/^gcm:/)
  expect(rows[0]!.sealed_secret).not.toContain(secret)
})

test('a secret that an earlier version stored unencrypted is encrypted at the next start, and its codes work', async () => {
  const { secret } = await addTotp()
  await site.database.pool.query(`update admin_totp set sealed_secret = 'plain:' || $1`, [secret])
  const next = await buildTestSite({
    clock: { now: () => time },
    environment: { SECOND_STEP_KEY: secondStepKey },
    connect: async () => ({ ...site.database, close: async () => undefined }),
  })
  await next.close()
  const { rows } = await site.database.pool.query<{ sealed_secret: string }>('select sealed_secret from admin_totp')
  expect(rows[0]!.sealed_secret).toMatch(/^gcm:/)
  pass(60)
  const answer = await enter(await beginSignIn(), { method: 'totp', code: codeOf(secret) })
  expect(answer.statusCode, answer.body).toBe(200)
})

test('codes of the current, previous and next period are accepted, others are not, and each works once', async () => {
  const { secret } = await addTotp()
  const attempt = async (code: string) => (await enter(await beginSignIn(), { method: 'totp', code })).statusCode
  const statuses: Record<number, number> = {}
  for (const offset of [-60, 60, -30]) {
    await forget()
    statuses[offset] = await attempt(codeOf(secret, offset))
  }
  expect(statuses).toEqual({ '-60': 401, '60': 401, '-30': 200 })
  await forget()
  expect(await attempt(codeOf(secret, -30)), 'replayed').toBe(401)
  expect(await attempt(codeOf(secret, 30))).toBe(200)
  await forget()
  expect(await attempt(codeOf(secret)), 'earlier than a used one').toBe(401)

  pass(120)
  await forget()
  const code = codeOf(secret)
  const pending = [await beginSignIn(), await beginSignIn(), await beginSignIn()]
  await forget()
  const answers = await Promise.all(pending.map((one) => enter(one, { method: 'totp', code })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted(), 'sent at the same time').toEqual([200, 401, 401])
})

test('a passkey is a second step; forged, replayed and foreign ones are rejected', async () => {
  const { authenticator, codes } = await addPasskey()
  expect(codes).toHaveLength(10)
  const pending = await beginSignIn()
  expect(pending.methods).toEqual(['passkey', 'recovery-code'])
  const options = await passkeyOptions(pending)
  expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }])
  const response = authenticator.sign(options)
  const other = await beginSignIn()
  expect((await enter(other, { method: 'passkey', response })).statusCode, 'of another sign-in').toBe(403)
  const answer = await enter(pending, { method: 'passkey', response })
  expect(answer.statusCode, answer.body).toBe(200)
  expect((await own()).passkeys).toMatchObject([{ name: 'Laptop', last_used_at: time.toISOString() }])

  const forgeries: Claims[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isUserVerified: false },
    { key: new SoftwareAuthenticator(ownOrigin).key },
    { counter: 1 },
    { challenge: options.challenge },
  ]
  for (const claims of forgeries) {
    await forget()
    const fresh = await beginSignIn()
    const forged = authenticator.sign(await passkeyOptions(fresh), claims)
    expect((await enter(fresh, { method: 'passkey', response: forged })).statusCode, JSON.stringify(claims)).toBe(403)
  }
})

test('a passkey of another account or of the owner is not accepted', async () => {
  const { authenticator } = await addPasskey()
  await addTotp()
  const headers = await editorHeaders(site, 'viewer')
  await site.database.pool.query(
    `update admin_passkeys set account_id = (select id from admin_accounts where email like 'viewer%')`,
  )
  await addPasskey('Mine')
  const pending = await beginSignIn()
  const response = authenticator.sign(await passkeyOptions(pending))
  expect((await enter(pending, { method: 'passkey', response })).statusCode).toBe(403)
  await site.database.pool.query(
    `update admin_passkeys set account_id = null, owner_email = 'owner@swade.example' where name = 'Laptop'`,
  )
  const again = authenticator.sign(await passkeyOptions(pending))
  expect((await enter(pending, { method: 'passkey', response: again })).statusCode).toBe(403)
  expect(headers).toBeDefined()
})

test('each recovery code works once as a second step', async () => {
  const { codes } = await addTotp()
  const code = codes[3]!
  expect((await enter(await beginSignIn(), { method: 'recovery-code', code })).statusCode).toBe(200)
  expect((await enter(await beginSignIn(), { method: 'recovery-code', code })).statusCode).toBe(401)
  expect((await own()).recovery_codes_left).toBe(9)
  const made = await send('POST', 'admin/me/second-step/recovery-codes', { current: password })
  expect(made.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10)
  expect((await enter(await beginSignIn(), { method: 'recovery-code', code: codes[4]! })).statusCode).toBe(401)
})

test('a sign-in waits ten minutes for its second step and allows a few attempts', async () => {
  const { secret } = await addTotp()
  const late = await beginSignIn()
  pass(601)
  expect((await enter(late, { method: 'totp', code: codeOf(secret) })).json()).toMatchObject({ code: 'gone' })
  const pending = await beginSignIn()
  const statuses = []
  for (let guess = 0; guess < 11; guess++) {
    await forget()
    statuses.push((await enter(pending, { method: 'totp', code: '000000' })).statusCode)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 410])
  const { options } = (
    await send('POST', 'auth/second-step/passkey', { second_step_token: pending.second_step_token }, '')
  ).json<{ options?: object }>()
  expect(options).toBeUndefined()
  expect((await enter({ ...pending, second_step_token: 'x' }, { method: 'totp', code: '000000' })).statusCode).toBe(410)
})

test('a person with the password can guess five times a minute and sixty times a day', async () => {
  const { secret } = await addTotp()
  const pending = await beginSignIn()
  const statuses = []
  for (let guess = 0; guess < 8; guess++)
    statuses.push((await enter(pending, { method: 'totp', code: '000000' })).statusCode)
  expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401])
  expect(statuses.slice(4)).toEqual([429, 429, 429, 429])

  await forget()
  let tried = 0
  for (let guess = 0; guess < 70; guess++) {
    if (guess % 5 === 0)
      await site.database.pool.query(`delete from rate_limits where key not like 'desk-second-step-86400%'`)
    const fresh = guess % 5 === 0 ? await beginSignIn() : undefined
    if (fresh) Object.assign(pending, fresh)
    await site.database.pool.query(`delete from rate_limits where key not like 'desk-second-step-86400%'`)
    if ((await enter(pending, { method: 'totp', code: '000000' })).statusCode === 401) tried++
  }
  expect(tried).toBe(60)
  await forget()
  expect((await enter(await beginSignIn(), { method: 'totp', code: codeOf(secret) })).statusCode).toBe(200)
})

test('a correct second step uncounts the attempts', async () => {
  const { secret } = await addTotp()
  for (let attempt = 0; attempt < 8; attempt++) {
    pass(30)
    const answer = await enter(await beginSignIn(), { method: 'totp', code: codeOf(secret) })
    expect(answer.statusCode, `sign-in ${attempt}`).toBe(200)
  }
})

test('changes need the current password, and guesses of it are limited', async () => {
  const { secret } = await addTotp()
  const { authenticator } = await addPasskey()
  const { passkeys } = await own()
  const guarded = [
    ['POST', 'totp'],
    ['DELETE', 'totp'],
    ['POST', 'passkeys/challenges'],
    ['DELETE', `passkeys/${passkeys[0]!.id}`],
    ['POST', 'recovery-codes'],
  ] as const
  for (const [method, path] of guarded) {
    await forget()
    const url = `admin/me/second-step/${path}`
    expect((await send(method, url, { current: 'wrong' })).statusCode, path).toBe(403)
    expect((await send(method, url, {})).statusCode, path).toBe(400)
  }
  await forget()
  const statuses = []
  for (let guess = 0; guess < 7; guess++)
    statuses.push((await send('DELETE', 'admin/me/second-step/totp', { current: 'wrong' })).statusCode)
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429])
  expect([secret, authenticator.id]).not.toContain(undefined)
})

test('the first method signs other sessions out; removing the last one removes the recovery codes', async () => {
  const other = (await login()).json<LoginReply>().access_token
  await addTotp()
  expect((await send('GET', 'admin/me', undefined, other)).statusCode).toBe(401)
  expect((await send('GET', 'admin/me')).statusCode).toBe(200)
  expect((await send('DELETE', 'admin/me/second-step/totp', { current: password })).statusCode).toBe(200)
  expect(await own()).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 })
  expect((await login()).json()).toHaveProperty('access_token')
  const { rows } = await site.database.pool.query<{ action: string }>('select action from audit_log order by at')
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['totp.add', 'totp.remove']))
})

test('a new password ends sign-ins that wait for their second step', async () => {
  const { secret } = await addTotp()
  const pending = await beginSignIn()
  const changed = await send('PUT', 'admin/me/password', { current: password, password: 'another long password' })
  expect(changed.statusCode).toBe(200)
  expect((await enter(pending, { method: 'totp', code: codeOf(secret) })).statusCode).toBe(410)
})

test('a super admin resets the second step of another account, which then signs in by password; the reset is logged', async () => {
  await addTotp()
  await addPasskey()
  const admin = (await editorHeaders(site, 'super_admin')).authorization.replace('Bearer ', '')
  const list = async () =>
    (await send('GET', 'admin/accounts', undefined, admin)).json<{ items: AccountSummary[] }>().items
  const account = (await list()).find((one) => one.email === email)!
  expect(account.has_second_step).toBe(true)
  const path = `admin/accounts/${account.id}/second-step`
  const viewer = (await editorHeaders(site, 'viewer')).authorization.replace('Bearer ', '')
  expect((await send('DELETE', path, undefined, viewer)).statusCode).toBe(403)
  expect((await send('DELETE', path)).statusCode, 'the own one').toBe(403)
  expect((await send('DELETE', path, undefined, admin)).statusCode).toBe(200)
  expect((await send('GET', 'admin/me')).statusCode, 'signed out').toBe(401)
  expect((await list()).find((one) => one.email === email)!.has_second_step).toBe(false)
  expect((await login()).json()).toHaveProperty('access_token')
  const { rows } = await site.database.pool.query<{ actor: string }>(
    `select actor from audit_log where action = 'second-step.reset' and subject = $1`,
    [`account:${account.id}`],
  )
  expect(rows).toEqual([{ actor: 'super-admin@desk.example' }])
})

test('a viewer may turn on the second step and signs in with it', async () => {
  await site.database.pool.query(`update admin_accounts set role = 'viewer' where email = $1`, [email])
  const { secret } = await addTotp()
  const answer = await enter(await beginSignIn(), { method: 'totp', code: codeOf(secret) })
  expect(answer.json()).toMatchObject({ email, role: 'viewer' })
})

test('the owner has no second step here', async () => {
  const headers = { cookie: await ownerCookie(site), origin: ownOrigin }
  const url = '/api/newsletter/admin/me/second-step'
  expect((await site.app.inject({ url, headers })).statusCode).toBe(404)
  const answer = await site.app.inject({ method: 'POST', url: `${url}/totp`, headers, payload: { current: 'x' } })
  expect(answer.statusCode).toBe(403)
})
