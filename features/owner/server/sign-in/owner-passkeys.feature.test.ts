import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OwnerPasskeysService, PasskeySummary } from '#features/owner/passkeys.ts'
import { ownerCookie, ownerEmail, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { type Claims, SoftwareAuthenticator } from '#tests/support/software-authenticator.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let time = new Date('2026-11-20T10:00:00Z')
let cookie: string

beforeAll(async () => {
  site = await buildTestSite({ clock: { now: () => time } })
})
beforeEach(async () => {
  await site.database.pool.query(
    'delete from rate_limits; delete from admin_passkeys; delete from admin_recovery_codes; delete from admin_challenges; delete from audit_log',
  )
  cookie = await ownerCookie(site)
})
afterAll(() => site.close())

type Overview = Awaited<ReturnType<OwnerPasskeysService['overview']>>

const call = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, payload?: object, as: string | null = cookie) =>
  site.app.inject({
    method,
    url: `/api/owner/${path}`,
    headers: { origin: ownOrigin, ...(as !== null && { cookie: as }) },
    ...(payload && { payload }),
  })
const overview = async () => (await call('GET', 'passkeys')).json<Overview>()

async function registrationOptions(as = cookie) {
  const answer = await call('POST', 'passkeys/challenges', {}, as)
  return answer.json<{ options: PublicKeyCredentialCreationOptionsJSON }>().options
}

async function addPasskey(name = 'Laptop', authenticator = new SoftwareAuthenticator(ownOrigin)) {
  const answer = await call('POST', 'passkeys', { name, response: authenticator.register(await registrationOptions()) })
  expect(answer.statusCode, answer.body).toBe(201)
  return { authenticator, passkey: answer.json<PasskeySummary>() }
}

/** Starts a sign-in; the cookie binds it to this browser. */
async function beginSignIn() {
  const answer = await call('POST', 'passkey-challenges', {}, null)
  expect(answer.statusCode).toBe(200)
  const { options } = answer.json<{ options: PublicKeyCredentialRequestOptionsJSON }>()
  return { options, browser: String(answer.headers['set-cookie']).split(';')[0]! }
}

const finishSignIn = (response: AuthenticationResponseJSON, browser: string | null) =>
  call('POST', 'passkey-sessions', { response }, browser)

async function signIn(authenticator: SoftwareAuthenticator, claims: Claims = {}) {
  const { options, browser } = await beginSignIn()
  return finishSignIn(authenticator.sign(options, claims), browser)
}

const log = async () =>
  (
    await site.database.pool.query<{ action: string; detail: string }>(
      'select action, detail from audit_log order by at, id',
    )
  ).rows
const subjects = async () =>
  (
    await site.database.pool.query<{ subject: string; to: string }>(
      `select mail->>'subject' as subject, mail->>'to' as to from mail_outbox where dedupe_key like 'owner-security:%' order by created_at`,
    )
  ).rows

test('a passkey that was added signs in; both are logged and mailed to the owner', async () => {
  await site.database.pool.query('delete from mail_outbox')
  const { authenticator, passkey } = await addPasskey('  Laptop ')
  expect(passkey).toMatchObject({ name: 'Laptop', isBackedUp: false, createdAt: time.toISOString() })

  const answer = await signIn(authenticator)
  expect(answer.statusCode, answer.body).toBe(200)
  const [session, ended] = answer.headers['set-cookie'] as unknown as string[]
  expect(session).toMatch(/^swade-owner=[\w-]{32}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(ended).toBe('swade-passkey=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  expect((await call('GET', 'sessions', undefined, session!.split(';')[0]!)).statusCode).toBe(200)
  expect((await overview()).passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: time.toISOString() }])

  expect((await log()).map(({ action, detail }) => `${action} ${detail}`)).toEqual(
    expect.arrayContaining(['passkey.add Laptop', expect.stringMatching(/^session\.open passkey “Laptop”/)]),
  )
  expect(await subjects()).toEqual([
    { subject: 'A passkey was added to the admin', to: ownerEmail },
    { subject: 'Someone signed in to the admin with a passkey', to: ownerEmail },
  ])
})

test('the options request a discoverable, verified credential of this host and reveal no existing passkeys', async () => {
  await addPasskey()
  const creation = await registrationOptions()
  expect(creation).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(creation.excludeCredentials).toHaveLength(1)
  expect(creation.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
  const { options } = await beginSignIn()
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(options.allowCredentials ?? []).toEqual([])
})

test('all passkeys of the owner share a user id, which does not contain an address', async () => {
  const { authenticator: first } = await addPasskey('One')
  const { authenticator: second } = await addPasskey('Two')
  expect(second.userHandle).toBe(first.userHandle)
  expect(Buffer.from(first.userHandle, 'base64url')).toHaveLength(32)
})

const forgeries: [name: string, claims: Claims | (() => Claims)][] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another port of this host', { origin: 'http://localhost:4000' }],
  ['of a subdomain', { origin: 'http://x.localhost:3000' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without user verification', { isUserVerified: false }],
  ['without user presence', { isUserPresent: false }],
  ['of the other ceremony', { type: 'webauthn.create' }],
  ['from a frame of another site', { crossOrigin: true }],
  ['from a frame of a named site', { crossOrigin: true, topOrigin: 'https://evil.example' }],
  ['with a challenge of its own', { challenge: 'a'.repeat(43) }],
  ['with an empty challenge', { challenge: '' }],
  ['signed by another key', () => ({ key: new SoftwareAuthenticator(ownOrigin).key })],
  ['with the user id of somebody else', { userHandle: 'c29tZWJvZHk' }],
]

test.each(forgeries)('a sign-in %s is rejected', async (_name, claims) => {
  const { authenticator } = await addPasskey()
  const answer = await signIn(authenticator, typeof claims === 'function' ? claims() : claims)
  expect(answer.statusCode, answer.body).toBe(403)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.json()).toMatchObject({ code: 'forbidden' })
})

test.each(forgeries.filter(([name]) => !/key|user id/.test(name)))(
  'a registration %s is rejected',
  async (_name, claims) => {
    const forged = typeof claims === 'function' ? claims() : claims
    const type = forged.type === undefined ? {} : { type: 'webauthn.get' }
    const response = new SoftwareAuthenticator(ownOrigin).register(await registrationOptions(), { ...forged, ...type })
    expect((await call('POST', 'passkeys', { name: 'Forged', response })).statusCode).toBe(403)
    expect((await overview()).passkeys).toEqual([])
  },
)

test('a response works once, even when it is sent twice at the same time', async () => {
  const { authenticator } = await addPasskey()
  const { options, browser } = await beginSignIn()
  const response = authenticator.sign(options)
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => finishSignIn(response, browser)))).map(
    ({ statusCode }) => statusCode,
  )
  expect(statuses.toSorted()).toEqual([200, 403, 403, 403, 403])

  const registration = new SoftwareAuthenticator(ownOrigin).register(await registrationOptions())
  const added = [
    await call('POST', 'passkeys', { name: 'One', response: registration }),
    await call('POST', 'passkeys', { name: 'Two', response: registration }),
  ]
  expect(added.map(({ statusCode }) => statusCode)).toEqual([201, 403])
})

test('a rejected response uses its challenge up', async () => {
  const { authenticator } = await addPasskey()
  const { options, browser } = await beginSignIn()
  expect((await finishSignIn(authenticator.sign(options, { isUserVerified: false }), browser)).statusCode).toBe(403)
  expect((await finishSignIn(authenticator.sign(options), browser)).statusCode).toBe(403)
})

test('a challenge expires after five minutes', async () => {
  const { authenticator } = await addPasskey()
  const { options, browser } = await beginSignIn()
  const registration = await registrationOptions()
  time = new Date(time.getTime() + 5 * 60_000 + 1)
  expect((await finishSignIn(authenticator.sign(options), browser)).json()).toMatchObject({
    detail: 'This passkey request has expired. Try again.',
  })
  const response = new SoftwareAuthenticator(ownOrigin).register(registration)
  expect((await call('POST', 'passkeys', { name: 'Late', response })).statusCode).toBe(403)
})

test('a challenge works only in the browser, session and ceremony that requested it', async () => {
  const { authenticator } = await addPasskey()
  const [mine, theirs] = [await beginSignIn(), await beginSignIn()]
  expect((await finishSignIn(authenticator.sign(mine.options), theirs.browser)).statusCode).toBe(403)
  expect((await finishSignIn(authenticator.sign(mine.options), null)).statusCode).toBe(403)
  expect((await finishSignIn(authenticator.sign(mine.options), cookie)).statusCode).toBe(403)

  const options = await registrationOptions()
  const other = await ownerCookie(site)
  const response = new SoftwareAuthenticator(ownOrigin).register(options)
  expect((await call('POST', 'passkeys', { name: 'Elsewhere', response }, other)).statusCode).toBe(403)
  const { options: signInOptions } = await beginSignIn()
  const mixed = new SoftwareAuthenticator(ownOrigin).register(options, { challenge: signInOptions.challenge })
  expect((await call('POST', 'passkeys', { name: 'Mixed', response: mixed })).statusCode).toBe(403)
})

test('a counter that does not increase is rejected; an authenticator that never counts is accepted', async () => {
  const { authenticator } = await addPasskey()
  expect((await signIn(authenticator, { counter: 7 })).statusCode).toBe(200)
  expect((await signIn(authenticator, { counter: 7 })).statusCode, 'the same').toBe(403)
  expect((await signIn(authenticator, { counter: 6 })).statusCode, 'lower').toBe(403)
  expect((await signIn(authenticator, { counter: 0 })).statusCode, 'none').toBe(403)
  expect((await signIn(authenticator, { counter: 8 })).statusCode).toBe(200)

  const { authenticator: silent } = await addPasskey(
    'Phone',
    new SoftwareAuthenticator(ownOrigin, { countsUses: false }),
  )
  expect((await signIn(silent)).statusCode).toBe(200)
  expect((await signIn(silent)).statusCode).toBe(200)
})

test('removed and unknown passkeys, and those of an earlier owner, cannot sign in', async () => {
  const { authenticator, passkey } = await addPasskey()
  expect((await signIn(new SoftwareAuthenticator(ownOrigin))).statusCode).toBe(403)
  await site.database.pool.query(`update admin_passkeys set owner_email = 'before@a.example'`)
  expect((await signIn(authenticator)).statusCode).toBe(403)
  expect((await call('PUT', `passkeys/${passkey.id}`, { name: 'Mine' })).statusCode).toBe(404)
  await site.database.pool.query(`update admin_passkeys set owner_email = $1`, [ownerEmail])
  expect((await call('DELETE', `passkeys/${passkey.id}`)).statusCode).toBe(200)
  expect((await signIn(authenticator)).statusCode).toBe(403)
  expect((await call('DELETE', `passkeys/${passkey.id}`)).statusCode).toBe(404)
})

test('a passkey can be renamed, and names are validated', async () => {
  const { passkey } = await addPasskey()
  expect((await call('PUT', `passkeys/${passkey.id}`, { name: ' Office ' })).statusCode).toBe(200)
  expect((await overview()).passkeys).toMatchObject([{ name: 'Office' }])
  for (const name of ['', '   ', 'x'.repeat(61), 5])
    expect((await call('PUT', `passkeys/${passkey.id}`, { name })).statusCode, String(name)).toBe(400)
  expect((await call('PUT', 'passkeys/1', { name: 'Office' })).statusCode).toBe(404)
})

test('malformed responses are bad requests', async () => {
  const { options, browser } = await beginSignIn()
  const good = new SoftwareAuthenticator(ownOrigin).sign(options)
  const bad = [
    {},
    { ...good, id: 'ü' },
    { ...good, type: 'password' },
    { ...good, response: {} },
    { ...good, response: { ...good.response, signature: 'x'.repeat(9000) } },
    { ...good, response: { ...good.response, clientDataJSON: 5 } },
  ]
  for (const response of bad)
    expect((await call('POST', 'passkey-sessions', { response }, browser)).statusCode).toBe(400)
  for (const clientDataJSON of ['bm9uZQ', 'bnVsbA', 'W10'])
    expect(
      (await finishSignIn({ ...good, response: { ...good.response, clientDataJSON } }, browser)).statusCode,
      clientDataJSON,
    ).toBe(403)
})

test('a client that keeps failing is rejected after five attempts, and the owner can sign in elsewhere', async () => {
  const { authenticator } = await addPasskey()
  const { options, browser } = await beginSignIn()
  const statuses = []
  for (let attempt = 0; attempt < 8; attempt++)
    statuses.push((await finishSignIn(authenticator.sign(options, { rpId: 'x.example' }), browser)).statusCode)
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
  const elsewhere = { origin: ownOrigin, cookie: browser }
  const { options: fresh, browser: other } = await beginSignIn()
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/owner/passkey-sessions',
    headers: { ...elsewhere, cookie: other },
    remoteAddress: '203.0.113.9',
    payload: { response: authenticator.sign(fresh) },
  })
  expect(answer.statusCode).toBe(200)
  const challenges = []
  for (let attempt = 0; attempt < 6; attempt++)
    challenges.push((await call('POST', 'passkey-challenges', {}, null)).statusCode)
  expect(challenges.at(-1)).toBe(429)
})

const createCodes = async () => (await call('POST', 'recovery-codes', {})).json<{ codes: string[] }>().codes
const redeem = (code: string, email = ownerEmail) => call('POST', 'recovery-sessions', { email, code }, null)

test('each recovery code signs in once, in any spelling; its use is logged and mailed', async () => {
  await site.database.pool.query('delete from mail_outbox')
  const codes = await createCodes()
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  const { rows } = await site.database.pool.query<{ code_hash: string }>('select code_hash from admin_recovery_codes')
  for (const { code_hash: hash } of rows) expect(codes.join(' ').replaceAll('-', '')).not.toContain(hash)

  const answer = await redeem(` ${codes[0]!.toUpperCase().replaceAll('-', ' ')} `, ` ${ownerEmail.toUpperCase()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const session = String(answer.headers['set-cookie']).split(';')[0]!
  expect((await call('GET', 'sessions', undefined, session)).statusCode).toBe(200)
  expect((await redeem(codes[0]!)).statusCode).toBe(403)
  expect((await overview()).recoveryCodesLeft).toBe(9)
  expect((await subjects()).map(({ subject }) => subject)).toEqual([
    'Recovery codes were created',
    'A recovery code was used to sign in to the admin',
  ])
  expect((await log()).map(({ action }) => action)).toContain('recovery-codes.create')
})

test('a recovery code sent many times at once opens one session', async () => {
  const [code] = await createCodes()
  const statuses = (await Promise.all(Array.from({ length: 4 }, () => redeem(code!)))).map((one) => one.statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('new recovery codes invalidate the earlier ones', async () => {
  await site.database.pool.query('delete from mail_outbox')
  const [before] = await createCodes()
  const [after] = await createCodes()
  const endsEarlier = (await site.outbox.list(10)).map(({ mail }) => mail.text.includes('Earlier ones no longer work.'))
  expect(endsEarlier, 'newest first').toEqual([true, false])
  expect((await redeem(before!)).statusCode).toBe(403)
  expect((await redeem(after!)).statusCode).toBe(200)
})

test('guessed recovery codes share the limit of guessed mail codes, and another address is rejected as usual', async () => {
  const [code] = await createCodes()
  expect((await redeem(code!, 'someone@else.example')).json()).toMatchObject({
    detail: 'Access denied. Only hello@swade.example can access this area.',
  })
  const statuses = []
  for (let guess = 0; guess < 5; guess++) statuses.push((await redeem('0000-0000-0000-0000')).statusCode)
  expect(statuses).toEqual([403, 403, 403, 403, 429])
  const mailed = await call('POST', 'sessions', { email: ownerEmail, code: '12345678' }, null)
  expect(mailed.statusCode).toBe(429)
})
