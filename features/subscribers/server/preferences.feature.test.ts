import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashValue } from '#platform/secrets.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { exportPath, type PersonExport } from '#features/subscribers/preferences.ts'
import { writeTestIssue } from '#tests/support/test-issues.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite()
})
afterAll(() => site.close())

let visitors = 0
async function signUp(email: string): Promise<string> {
  await site.services.subscribers.subscribe(
    { email, first_name: 'Ada', last_name: 'L' },
    { form: 'api', clientAddress: `198.51.100.${(visitors += 1)}` },
  )
  const row = await rowOf(email)
  return row ? site.linkTokens.write('subscriber', row.id) : ''
}
const rowOf = async (email: string) =>
  (
    await site.database.pool.query<{
      id: string
      status: string
      frequency: string
      counts_engagement: boolean
    }>('select id, status, frequency, counts_engagement from subscribers where email = $1', [email])
  ).rows[0]
const kindsOf = async (email: string) =>
  (
    await site.database.pool.query<{ kind: string; detail: string }>(
      'select e.kind, e.detail from subscriber_events e join subscribers s on s.id = e.subscriber_id where s.email = $1 order by e.at, e.id',
      [email],
    )
  ).rows.map(({ kind, detail }) => `${kind} ${detail}`)

const suppressionOf = async (email: string) =>
  (await site.database.pool.query('select reason, detail from suppressions where email_hash = $1', [hashValue(email)]))
    .rows

/** Expects that no row of any table contains this text. */
async function expectNowhere(words: string) {
  const { rows: tables } = await site.database.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public') and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) {
    const { rows } = await site.database.pool.query(`select 1 from ${name} t where t::text ilike $1`, [`%${words}%`])
    expect(rows, name).toEqual([])
  }
}

test('a person chooses monthly, unsubscribed and weekly again, and each choice is recorded', async () => {
  const token = await signUp('chooser@example.com')
  const { newsletterPreferences } = site.services
  expect(await newsletterPreferences.find(token)).toEqual({
    maskedEmail: 'c•••@example.com',
    status: 'subscribed',
    frequency: 'weekly',
    allowsTracking: true,
  })
  expect(await newsletterPreferences.change(token, { frequency: 'monthly', allowsTracking: false })).toMatchObject({
    frequency: 'monthly',
    allowsTracking: false,
  })
  expect(await rowOf('chooser@example.com')).toMatchObject({
    status: 'subscribed',
    frequency: 'monthly',
    counts_engagement: false,
  })
  expect(await newsletterPreferences.change(token, { frequency: 'off', allowsTracking: false })).toMatchObject({
    frequency: 'off',
    status: 'unsubscribed',
  })
  expect(await newsletterPreferences.change(token, { frequency: 'weekly', allowsTracking: true })).toMatchObject({
    frequency: 'weekly',
    status: 'subscribed',
  })
  expect((await kindsOf('chooser@example.com')).toSorted()).toEqual(
    [
      'came-back page',
      'counting off',
      'counting on',
      'frequency monthly',
      'frequency weekly',
      'signed-up form api, consent 2026-12.2',
      'unsubscribed page',
    ].toSorted(),
  )
})

test('saving unchanged preferences records nothing', async () => {
  const token = await signUp('still@example.com')
  await site.services.newsletterPreferences.change(token, { frequency: 'weekly', allowsTracking: true })
  expect(await kindsOf('still@example.com')).toHaveLength(1)
})

test('changing preferences does not resubscribe a bounced address', async () => {
  const token = await signUp('gone@example.com')
  await site.database.pool.query(`update subscribers set status = 'suppressed' where email = 'gone@example.com'`)
  expect(
    await site.services.newsletterPreferences.change(token, { frequency: 'weekly', allowsTracking: true }),
  ).toMatchObject({
    status: 'suppressed',
    frequency: 'off',
  })
})

test('the export contains all data of a person and requires a POST', async () => {
  const token = await signUp('taker@example.com')
  const issue = await writeTestIssue(site.database, { slug: 'taken-along', title: 'Taken along' })
  const id = (await rowOf('taker@example.com'))?.id
  await site.database.pool.query(
    `with copy as (insert into newsletter_deliveries (issue_id, subscriber_id, email, state, due_at, sent_at) values ($1, $2, 'taker@example.com', 'sent', now(), now()) returning id)
     insert into newsletter_engagement_events (issue_id, delivery_id, kind, classification, at) select $1, id, 'open', 'human', now() from copy`,
    [issue, id],
  )
  const reply = await site.app.inject({ method: 'POST', url: exportPath(token), payload: '' })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-disposition': 'attachment; filename="swade-newsletter-data.json"',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  const file = reply.json<PersonExport>()
  expect(file.subscriber).toMatchObject({
    email: 'taker@example.com',
    first_name: 'Ada',
    last_name: 'L',
    status: 'subscribed',
  })
  expect(file.history[0]).toMatchObject({
    what: 'signed-up',
    client_fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(file.issues).toEqual([
    {
      title: 'Taken along',
      state: 'sent',
      sent_at: expect.any(String),
      events: [{ at: expect.any(String), what: 'open', link: '', judged: 'human' }],
    },
  ])
  expect(file.mails).toMatchObject([{ subject: 'Welcome to the Swade newsletter' }])
  for (const method of ['GET', 'HEAD'] as const)
    expect((await site.app.inject({ method, url: exportPath(token) })).headers['content-disposition']).toBeUndefined()
  expect((await site.app.inject({ method: 'POST', url: exportPath('x'.repeat(32)), payload: '' })).statusCode).toBe(404)
})

test('erasing leaves statistics and a hash, but no address', async () => {
  const email = 'forget-me@example.com'
  const token = await signUp(email)
  const id = (await rowOf(email))?.id
  const issue = await writeTestIssue(site.database, { slug: 'half-way', status: 'sending' })
  const other = await writeTestIssue(site.database, { slug: 'before-that' })
  const insert = `insert into newsletter_deliveries (issue_id, subscriber_id, email, state, due_at, response) values ($1, $2, $3, $4, now(), $5)`
  await site.database.pool.query(insert, [issue, id, email, 'queued', ''])
  await site.database.pool.query(insert, [other, id, email, 'sent', `250 ok <${email}>`])

  expect(await site.services.newsletterPreferences.erase(token)).toBe(true)
  expect(await site.services.newsletterPreferences.erase(token)).toBe(false)
  expect(await site.services.newsletterPreferences.find(token)).toBeUndefined()
  const { rows: copies } = await site.database.pool.query(
    'select state, email, response, subscriber_id from newsletter_deliveries where issue_id = any($1) order by state',
    [[issue, other]],
  )
  expect(copies.toSorted((a, b) => String(a.state).localeCompare(String(b.state)))).toEqual([
    { state: 'dropped', email: '', response: '', subscriber_id: null },
    { state: 'sent', email: '', response: '', subscriber_id: null },
  ])
  await expectNowhere('forget-me@')
  expect(await suppressionOf(email)).toMatchObject([{ reason: 'erased' }])
})

test('erasing removes the address from mail server responses and test issues', async () => {
  const email = 'on-trial@example.com'
  const token = await signUp(email)
  const issue = await writeTestIssue(site.database, { slug: 'tried' })
  const trial = {
    method: 'POST',
    url: `/api/newsletter/admin/newsletters/${issue}/test`,
    payload: { to: email },
  } as const
  expect((await site.app.inject({ ...trial, headers: await editorHeaders(site, 'editor') })).statusCode).toBe(200)
  const response = `550 5.1.1 <${email}>: user unknown`
  const { rows } = await site.database.pool.query<{ id: string }>(
    `insert into newsletter_deliveries (issue_id, subscriber_id, email, state, due_at, response, bounced_at)
     values ($1, $2, $3, 'failed', now(), $4, now()) returning id`,
    [issue, (await rowOf(email))?.id, email, response],
  )
  await site.database.pool.query(
    `insert into newsletter_engagement_events (delivery_id, issue_id, kind, classification, reason, at) values ($1, $2, 'bounce', 'machine', $3, now())`,
    [rows[0]!.id, issue, response],
  )
  await site.database.pool.query(
    `update subscribers set status_before = status, status = 'suppressed' where email = $1`,
    [email],
  )
  await site.database.pool.query(
    `insert into suppressions (email_hash, reason, detail, at) values ($1, 'bounce', $2, now())`,
    [hashValue(email), response],
  )
  expect(await site.services.newsletterPreferences.erase(token)).toBe(true)
  await expectNowhere('on-trial@')
  expect(await suppressionOf(email)).toEqual([{ reason: 'bounce', detail: '' }])
})

test('an erased person can resubscribe only with the button in an email; a person who complained cannot', async () => {
  const email = 'again@example.com'
  await site.services.newsletterPreferences.erase(await signUp(email))
  await signUp(email)
  const row = await rowOf(email)
  expect(row?.status).toBe('pending')
  const { rows } = await site.database.pool.query(
    `select mail->>'subject' as subject from mail_outbox where mail->>'to' = $1`,
    [email],
  )
  expect(rows).toEqual([{ subject: 'Confirm your email address' }])
  await site.services.subscribers.confirm(await site.linkTokens.write('subscriber', row!.id))
  expect((await rowOf(email))?.status).toBe('subscribed')
  expect(
    (await site.database.pool.query('select 1 from suppressions where email_hash = $1', [hashValue(email)])).rows,
  ).toEqual([])

  await site.database.pool.query(`insert into suppressions (email_hash, reason, at) values ($1, 'complaint', now())`, [
    hashValue('angry@example.com'),
  ])
  await signUp('angry@example.com')
  expect(await rowOf('angry@example.com')).toBeUndefined()
})

test.each(['x', 'a'.repeat(32), "' or 1=1 --", '../admin'])('the unknown token %s has no effect', async (token) => {
  const { newsletterPreferences } = site.services
  expect(await newsletterPreferences.find(token)).toBeUndefined()
  expect(await newsletterPreferences.change(token, { frequency: 'off', allowsTracking: false })).toBeUndefined()
  expect(await newsletterPreferences.export(token)).toBeUndefined()
  expect(await newsletterPreferences.erase(token)).toBe(false)
})
