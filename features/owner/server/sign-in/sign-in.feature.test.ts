import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Clock } from '#platform/clock.ts'
import { ownerCookie, ownerEmail, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let now = new Date('2026-11-21T12:00:00Z')
const clock: Clock = { now: () => now }
const headers = { origin: ownOrigin }

beforeAll(async () => {
  site = await buildTestSite({ clock })
})
afterAll(() => site.close())
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  await site.database.pool.query('delete from rate_limits; delete from owner_codes; delete from admin_sessions')
})

const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
const requestCode = (email = ownerEmail, remoteAddress = '127.0.0.1') =>
  site.app.inject({ method: 'POST', url: '/api/owner/codes', headers, payload: { email }, remoteAddress })
const guess = (code: string, remoteAddress = '198.51.100.7') =>
  site.app.inject({
    method: 'POST',
    url: '/api/owner/sessions',
    headers,
    payload: { email: ownerEmail, code },
    remoteAddress,
  })
const listSessions = (cookie: string) => site.app.inject({ url: '/api/owner/sessions', headers: { cookie } })

async function newestCodeMail() {
  const { rows } = await site.database.pool.query<{ key: string }>(
    `select 'owner-code:' || id as key from owner_codes where used_at is null`,
  )
  const mails = await site.outbox.list(1000)
  return mails.find(({ dedupeKey }) => rows.some(({ key }) => key === dedupeKey))?.mail
}

async function mailedCode(): Promise<string> {
  return /\b\d{8}\b/.exec((await newestCodeMail())?.text ?? '')?.[0] ?? ''
}

const other = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

test('a wrong address gets the specified message, and no email is sent', async () => {
  const answer = await requestCode('somebody@else.example')
  expect(answer.statusCode).toBe(403)
  expect(answer.json().detail).toBe('Access denied. Only hello@swade.example can access this area.')
  expect((await site.database.pool.query('select 1 from owner_codes')).rowCount).toBe(0)
})

test('the public contact address is refused without claiming that it can sign in', async () => {
  const answer = await requestCode(' Hello@swade.example')
  expect(answer.statusCode).toBe(403)
  expect(answer.json().detail).toBe(
    'Access denied. hello@swade.example is the contact address of this site. Enter the owner’s own email address.',
  )
  expect((await site.database.pool.query('select 1 from owner_codes')).rowCount).toBe(0)
})

test('a code works once, and only its hash is stored', async () => {
  await requestCode(` ${ownerEmail.toUpperCase()} `)
  const code = await mailedCode()
  expect(code).toMatch(/^\d{8}$/)
  const { subject, text } = (await newestCodeMail())!
  expect([subject, text.split(code).length - 1]).toEqual(['Your sign-in code', 1])
  const { rows } = await site.database.pool.query('select code_hash from owner_codes')
  expect(JSON.stringify(rows)).not.toContain(code)
  const opened = await guess(` ${code.slice(0, 4)} ${code.slice(4)} `)
  expect(opened.statusCode).toBe(200)
  expect(String(opened.headers['set-cookie'])).toMatch(
    /^swade-owner=[\w-]{32}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const replayed = await guess(code)
  expect(replayed.statusCode).toBe(403)
  expect(replayed.json().detail).toBe('This code is wrong, already used or expired. Request a new one.')
})

test('the right code does not work with another address', async () => {
  await requestCode()
  const payload = { email: 'somebody@else.example', code: await mailedCode() }
  const answer = await site.app.inject({ method: 'POST', url: '/api/owner/sessions', headers, payload })
  expect(answer.statusCode).toBe(403)
  expect(answer.json().detail).toBe('Access denied. Only hello@swade.example can access this area.')
  expect((await guess(payload.code)).statusCode, 'and is not used up by it').toBe(200)
})

test('the two newest codes work, so that a request by someone else does not invalidate the owner’s; using one invalidates all', async () => {
  const codes: string[] = []
  for (let count = 0; count < 3; count++) {
    later(1)
    await requestCode()
    codes.push(await mailedCode())
  }
  const [first = '', second = '', third = ''] = codes
  expect(new Set(codes).size).toBe(3)
  expect((await guess(first)).statusCode).toBe(403)
  expect((await guess(second)).statusCode).toBe(200)
  expect((await guess(third)).statusCode).toBe(403)
})

test('a code expires after ten minutes or five wrong guesses', async () => {
  await requestCode()
  const old = await mailedCode()
  later(10)
  expect((await guess(old)).statusCode).toBe(403)
  await requestCode()
  const code = await mailedCode()
  for (let tries = 0; tries < 5; tries++) expect((await guess(other(code), `203.0.113.${tries}`)).statusCode).toBe(403)
  expect((await guess(code, '203.0.113.99')).statusCode, 'the right one, too late').toBe(403)
})

test('of many correct guesses at once only one succeeds', async () => {
  await requestCode()
  const code = await mailedCode()
  const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => guess(code, `203.0.113.${index}`)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await site.database.pool.query('select 1 from admin_sessions')).rowCount).toBe(1)
})

test('guesses are limited per client and in total, and the error says how long to wait', async () => {
  await requestCode()
  const alone = await Promise.all(Array.from({ length: 30 }, () => guess('00000000', '192.0.2.1')))
  const stopped = alone.filter(({ statusCode }) => statusCode === 429)
  expect(stopped.length).toBeGreaterThanOrEqual(25)
  expect(Number(stopped[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(stopped[0]?.json().detail).toMatch(/^Too many attempts\. Try again in \d+ \w+\.$/)
  const crowd = await Promise.all(
    Array.from({ length: 200 }, (_, index) => guess('00000000', `198.18.${index % 100}.${index}`)),
  )
  expect(crowd.filter(({ statusCode }) => statusCode !== 429).length).toBeLessThanOrEqual(20)
})

test('a flood of requests neither fills the mailbox nor locks the owner out: the code of the last minute works, and another one is sent within a minute', async () => {
  const answers = []
  for (let index = 0; index < 20; index++) {
    later(0.001)
    const wave = Array.from({ length: 5 }, (_, place) => `198.18.${place}.${index}`)
    answers.push(
      ...(await Promise.all(
        wave.map((remoteAddress) =>
          site.app.inject({
            method: 'POST',
            url: '/api/owner/codes',
            headers,
            payload: { email: ownerEmail },
            remoteAddress,
          }),
        ),
      )),
    )
  }
  // Clients that came before the first code was saved are asked to wait for a short time.
  const waits = answers
    .filter(({ statusCode }) => statusCode === 429)
    .map(({ headers: answered }) => Number(answered['retry-after']))
  expect(Math.max(0, ...waits)).toBeLessThanOrEqual(60)
  const mails = async () =>
    (
      await site.database.pool.query(
        `select 1 from mail_outbox where dedupe_key in (select 'owner-code:' || id from owner_codes)`,
      )
    ).rowCount
  expect(await mails()).toBeLessThanOrEqual(11)
  // The owner, from another address, during the flood.
  expect((await requestCode()).statusCode).toBe(200)
  expect(await mails()).toBeLessThanOrEqual(11)
  expect((await guess(await mailedCode())).statusCode).toBe(200)
  // The code of the last minute is used up, so the next one is at most a minute away.
  const after = await requestCode()
  expect([200, 429]).toContain(after.statusCode)
  expect(Number(after.headers['retry-after'] ?? 0)).toBeLessThanOrEqual(60)
})

test('over the email limit, no new code is sent while one of the last minute still works', async () => {
  const requestCodeFromAnywhere = async () => requestCode(ownerEmail, `198.18.7.${(clientCount += 1)}`)
  let clientCount = 0
  const codes = async () => (await site.database.pool.query('select 1 from owner_codes')).rowCount
  for (let times = 0; times < 11; times++) {
    later(0.001)
    expect((await requestCodeFromAnywhere()).statusCode).toBe(200)
  }
  expect(await codes()).toBe(11)
  const newestAt = now
  later(0.99)
  expect((await requestCodeFromAnywhere()).statusCode).toBe(200)
  expect(await codes(), 'nothing new was mailed').toBe(11)
  expect(await site.services.owner.requestCode(ownerEmail, '198.18.8.1'), 'nobody says that one was').toEqual({
    isSent: false,
  })
  later(0.01)
  const old = await requestCodeFromAnywhere()
  expect([old.statusCode, Number(old.headers['retry-after'])]).toEqual([429, expect.any(Number)])

  now = newestAt
  const code = await mailedCode()
  for (let tries = 0; tries < 5; tries++) await guess(other(code), `203.0.113.${tries}`)
  expect((await requestCodeFromAnywhere()).statusCode, 'guessed out').toBe(429)
})

test('successful sign-ins do not count towards the limits', async () => {
  for (let times = 0; times < 12; times++) expect(await ownerCookie(site)).toMatch(/^swade-owner=/)
})

test('a session expires twelve hours after its last use and seven days after signing in', async () => {
  const cookie = await ownerCookie(site)
  for (let half = 0; half < 12; half++) {
    later(11 * 60)
    expect((await listSessions(cookie)).statusCode, `after ${(half + 1) * 11} hours`).toBe(200)
  }
  later(12 * 60)
  expect((await listSessions(cookie)).statusCode, 'unused for twelve hours').toBe(401)
  const second = await ownerCookie(site)
  for (let hours = 0; hours < 160; hours += 10) {
    later(600)
    await listSessions(second)
  }
  later(8 * 60 + 1)
  expect((await listSessions(second)).statusCode, 'after seven days').toBe(401)
})

test('the list of sessions shows the browser and times, which are updated at most once a minute', async () => {
  await requestCode()
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/owner/sessions',
    headers: { ...headers, 'user-agent': `Browser ${'x'.repeat(400)}` },
    payload: { email: ownerEmail, code: await mailedCode() },
  })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  const session = {
    id: expect.any(String),
    email: ownerEmail,
    agent: `Browser ${'x'.repeat(292)}`,
    signedInAt: '2026-11-21T12:00:00.000Z',
    seenAt: '2026-11-21T12:00:00.000Z',
    expiresAt: '2026-11-22T00:00:00.000Z',
  }
  later(0.99)
  expect((await listSessions(cookie)).json().items).toEqual([session])
  later(0.01)
  expect((await listSessions(cookie)).json().items).toEqual([
    { ...session, seenAt: '2026-11-21T12:01:00.000Z', expiresAt: '2026-11-22T00:01:00.000Z' },
  ])
})

test('signing in and out is recorded in the audit log', async () => {
  await site.database.pool.query('delete from audit_log')
  const signOut = (path: string, cookie: string) =>
    site.app.inject({ method: 'DELETE', url: `/api/owner/sessions${path}`, headers: { ...headers, cookie } })
  const logged = async () =>
    (
      await site.database.pool.query<{ line: string }>(
        `select actor || ' ' || action || ' ' || subject as line from audit_log order by at`,
      )
    ).rows
  const first = await ownerCookie(site)
  later(1)
  await signOut('/current', first)
  later(1)
  const everywhere = await signOut('', await ownerCookie(site)).finally(() => later(1))
  expect(String(everywhere.headers['set-cookie'])).toMatch(/^swade-owner=; .*Max-Age=0/)
  const lines = ['session.open session', 'session.end session', 'session.open session', 'sessions.end session']
  expect((await logged()).map(({ line }) => line).toSorted()).toEqual(
    lines.map((line) => `${ownerEmail} ${line}`).toSorted(),
  )
  await site.services.owner.signOut(first)
  expect(await logged(), 'who is signed out already is not signed out again').toHaveLength(4)
})

test('signing out ends this session, signing out everywhere ends all', async () => {
  const [first, second, third] = [await ownerCookie(site), await ownerCookie(site), await ownerCookie(site)]
  const out = await site.app.inject({
    method: 'DELETE',
    url: '/api/owner/sessions/current',
    headers: { ...headers, cookie: first },
  })
  expect(String(out.headers['set-cookie'])).toContain('Max-Age=0')
  expect((await listSessions(first)).statusCode, 'replayed after sign-out').toBe(401)
  expect((await listSessions(second)).json().items).toHaveLength(2)
  await site.app.inject({ method: 'DELETE', url: '/api/owner/sessions', headers: { ...headers, cookie: third } })
  expect((await listSessions(second)).statusCode).toBe(401)
  expect((await listSessions(third)).statusCode).toBe(401)
})

test('over https the cookie is bound to this host', async () => {
  const secure = await buildTestSite({ environment: { PUBLIC_ORIGIN: 'https://swade.example' } })
  try {
    await secure.app.inject({
      method: 'POST',
      url: '/api/owner/codes',
      headers: { origin: 'https://swade.example' },
      payload: { email: ownerEmail },
    })
    const [codeMail] = await secure.outbox.list(1)
    const code = /\b\d{8}\b/.exec(codeMail?.mail.text ?? '')?.[0]
    const answer = await secure.app.inject({
      method: 'POST',
      url: '/api/owner/sessions',
      headers: { origin: 'https://swade.example' },
      payload: { email: ownerEmail, code },
    })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-swade-owner=[\w-]{32}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  } finally {
    await secure.close()
  }
})
