import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import PostalMime from 'postal-mime'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { IssueListItem } from '#features/issues/contract.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { addIssue, addReaders, beginNow, emptyNewsletter, statesOf, statusOf } from './test-issues.ts'

let site: TestSite
let relay: Relay
let headers: { authorization: string }
let now = new Date()
const at = () => ({ pool: site.database.pool, sending: site.delivery.sending })

beforeAll(async () => {
  relay = await startRelay()
  site = await buildTestSite({
    environment: { SMTP_URL: `${relay.url}?maxConnections=4`, NEWSLETTER_BOUNCE_SECRET: 'the-secret-of-the-mailbox' },
    clock: { now: () => now },
  })
  headers = await editorHeaders(site, 'editor', new Date('2030-01-01'))
})
beforeEach(async () => {
  now = new Date()
  await emptyNewsletter(site.database)
})
afterEach(() => relay.forget())
afterAll(async () => {
  await site.close()
  await relay.stop()
})

test('everyone on the list gets the issue once, addressed to them alone', async () => {
  await addReaders(site.database, 50)
  const id = await addIssue(site.database)
  await beginNow(at(), id)
  await site.delivery.sending.now()
  expect(await statesOf(site.database, id)).toEqual({ sent: 50 })
  expect(await statusOf(site.database, id)).toMatchObject({ status: 'sent' })
  expect(relay.received.map(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: 50 }, (_reader, n) => `reader-${n}@example.com`).toSorted(),
  )
  expect(relay.underWay.most).toBeLessThanOrEqual(4)
  const one = relay.received.find(({ to }) => to === 'reader-7@example.com')!
  expect(one.from).toMatch(/^bounce\+[0-9a-f]{48}@swade\.example$/)
  const mail = await PostalMime.parse(one.raw)
  expect(mail).toMatchObject({ subject: 'An issue', to: [{ address: 'reader-7@example.com' }] })
  expect(mail.html).toContain('Reader 7')
  expect(mail.text).toContain('Reader 7')
  expect(`${mail.html}${mail.text}`).not.toContain('{{')
})

test('both unsubscribe headers appear once, the https address accepts a post, and there is a Feedback-ID', async () => {
  await addReaders(site.database, 1)
  const id = await addIssue(site.database)
  await beginNow(at(), id)
  await site.delivery.sending.now()
  const { headers } = await PostalMime.parse(relay.received[0]!.raw)
  const only = (key: string) => {
    const found = headers.filter((header) => header.key === key)
    expect(found, key).toHaveLength(1)
    return found[0]!.value
  }
  expect(only('list-unsubscribe')).toMatch(/^<http[^>]+\/api\/newsletter\/unsubscribe\/[\w-]{44}>, <mailto:[^>]+>$/)
  expect(only('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(only('feedback-id')).toBe(`${id}:newsletter:swade`)
  const url = /<([^>]+)>/.exec(only('list-unsubscribe'))![1]!
  const left = await site.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(left.statusCode).toBe(200)
})

test('unsubscribed, suppressed, digest and unconfirmed people are excluded with the reason', async () => {
  await addReaders(site.database, 10)
  const set = (change: string, reader: number) =>
    site.database.pool.query(`UPDATE subscribers SET ${change} WHERE email = 'reader-${reader}@example.com'`)
  await set(`status = 'unsubscribed'`, 1)
  await set(`status = 'pending'`, 2)
  await set(`status = 'suppressed'`, 3)
  await set(`frequency = 'monthly'`, 4)
  await set(`email = 'a@example.com, b@example.com'`, 5)
  await site.database.pool.query(
    `INSERT INTO suppressions (email_hash, reason, at) VALUES (left(encode(sha256('reader-6@example.com'), 'hex'), 32), 'bounce', now())`,
  )
  const id = await addIssue(site.database)
  expect(await site.delivery.sending.countAudience('weekly')).toBe(4)
  await beginNow(at(), id)
  await site.delivery.sending.now()
  expect(await statesOf(site.database, id)).toEqual({ sent: 4, excluded: 6 })
  const { rows } = await site.database.pool.query(
    `SELECT response, count(*)::int FROM newsletter_deliveries WHERE issue_id = $1 AND state = 'excluded' GROUP BY 1 ORDER BY 1`,
    [id],
  )
  expect(rows).toEqual([
    { response: 'address not valid for email', count: 1 },
    { response: 'pending confirmation', count: 1 },
    { response: 'subscribed to the monthly digest', count: 1 },
    { response: 'suppressed', count: 2 },
    { response: 'unsubscribed', count: 1 },
  ])
})

test('someone who leaves after the audience was frozen gets nothing more', async () => {
  await addReaders(site.database, 40)
  const id = await addIssue(site.database)
  await beginNow(at(), id)
  const left = new Set<string>()
  relay.behave = () => {
    if (relay.received.length >= 5 && left.size === 0) {
      left.add('someone')
      void site.database.pool
        .query<{ email: string }>(
          `UPDATE subscribers SET status = 'unsubscribed' WHERE id IN (SELECT subscriber_id FROM newsletter_deliveries WHERE state = 'queued' LIMIT 4) RETURNING email`,
        )
        .then(({ rows }) => rows.forEach(({ email }) => left.add(email)))
    }
    return 'takes'
  }
  await site.delivery.sending.now()
  expect(await statesOf(site.database, id)).toEqual({ sent: 36, dropped: 4 })
  expect(relay.received.filter(({ to }) => left.has(to))).toEqual([])
})

test('only a recent check without problems is reused', async () => {
  await addReaders(site.database, 1)
  const id = await addIssue(site.database)
  const saveCheck = (check: object, link: string) =>
    site.database.pool.query(`UPDATE newsletter_issues SET "check" = $2, content = content || $3 WHERE id = $1`, [
      id,
      JSON.stringify({ version: 1, htmlBytes: 1000, ...check }),
      JSON.stringify({ html_content: `<p><a href="${link}">one</a></p>` }),
    ])
  const send = () => site.delivery.sending.schedule(id, 'now', 'editor@example.com')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const dead = 'http://localhost:3000/api/nothing-here'
  await saveCheck({ at: minutesAgo(11), problems: [] }, dead)
  await expect(send()).rejects.toMatchObject({ code: 'invalid-input' })
  await saveCheck({ at: minutesAgo(9), problems: [] }, dead)
  await send()
  await site.delivery.sending.unschedule(id, 'editor@example.com')
  await saveCheck(
    { at: minutesAgo(1), problems: [{ kind: 'dead-link', text: 'A link does not answer.' }] },
    'http://localhost:3000/healthz',
  )
  await send()
})

test('of two editors who send at once, one schedules and the other gets a conflict', async () => {
  await addReaders(site.database, 3)
  const id = await addIssue(site.database)
  const both = await Promise.allSettled([
    site.delivery.sending.schedule(id, 'now', 'a@example.com'),
    site.delivery.sending.schedule(id, 'friday', 'b@example.com'),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'conflict' })
})

test('an immediate send can be undone for a minute', async () => {
  await addReaders(site.database, 3)
  const id = await addIssue(site.database)
  const reply = await site.delivery.sending.schedule(id, 'now', 'editor@example.com')
  expect(reply).toMatchObject({ message: 'Newsletter scheduled for sending!', recipients: 3 })
  now = new Date(now.getTime() + 59_000)
  await site.delivery.sending.now()
  expect(relay.received).toHaveLength(0)
  await site.delivery.sending.unschedule(id, 'editor@example.com')
  now = new Date(now.getTime() + 60_000)
  await site.delivery.sending.now()
  expect(await statusOf(site.database, id)).toMatchObject({ status: 'draft' })
  await site.delivery.sending.schedule(id, 'now', 'editor@example.com')
  now = new Date(now.getTime() + 60_000)
  await site.delivery.sending.now()
  expect(relay.received).toHaveLength(3)
  await expect(site.delivery.sending.unschedule(id, 'editor@example.com')).rejects.toMatchObject({ code: 'conflict' })
})

test('an issue more than two hours late is paused until an editor resumes it', async () => {
  await addReaders(site.database, 2)
  const id = await addIssue(site.database)
  await site.delivery.sending.schedule(id, 'friday', 'editor@example.com')
  const { rows } = await site.database.pool.query<{ due_at: Date }>(
    'SELECT due_at FROM newsletter_issues WHERE id = $1',
    [id],
  )
  now = new Date(rows[0]!.due_at.getTime() + 2 * 3_600_000 + 1)
  await site.delivery.sending.now()
  expect(await statusOf(site.database, id)).toEqual({
    status: 'paused',
    reason: expect.stringContaining('9:00 AM') as string,
  })
  expect(relay.received).toHaveLength(0)
  await site.delivery.sending.resume(id, 'editor@example.com')
  await site.delivery.sending.now()
  expect(relay.received).toHaveLength(0)
  now = new Date(now.getTime() + 60_000)
  await site.delivery.sending.now()
  expect(relay.received).toHaveLength(2)
  expect(await statusOf(site.database, id)).toMatchObject({ status: 'sent' })
})

test('a resumed issue keeps a future Friday, and an overdue one frees the next Friday', async () => {
  await addReaders(site.database, 2)
  now = new Date('2026-11-25T12:00:00Z')
  const id = await addIssue(site.database)
  await site.delivery.sending.schedule(id, 'friday', 'editor@example.com')
  await site.delivery.sending.pause(id, 'editor@example.com')
  const { items } = (await site.app.inject({ url: '/api/newsletter/admin/newsletters', headers })).json<{
    items: IssueListItem[]
  }>()
  expect(items).toMatchObject([{ status: 'paused', subscriber_count: 2 }])
  await site.delivery.sending.resume(id, 'editor@example.com')
  const rowOf = async (issue: string) =>
    (await site.database.pool.query(`SELECT status, slot, due_at FROM newsletter_issues WHERE id = $1`, [issue]))
      .rows[0]
  const friday = { slot: '2026-11-27', due_at: new Date('2026-11-27T14:00:00Z') }
  expect(await rowOf(id)).toEqual({ status: 'scheduled', ...friday })
  // A restored delivery may look like this: its due time is unknown.
  await site.database.pool.query(`UPDATE newsletter_issues SET status = 'paused', due_at = NULL WHERE id = $1`, [id])
  await site.delivery.sending.resume(id, 'editor@example.com')
  expect(await rowOf(id)).toEqual({ status: 'scheduled', slot: null, due_at: new Date('2026-11-25T12:01:00Z') })
  const real = await addIssue(site.database)
  await site.delivery.sending.schedule(real, 'friday', 'editor@example.com')
  expect(await rowOf(real)).toEqual({ status: 'scheduled', ...friday })
})

test('a paused issue sends nothing more, and after resuming each recipient gets it once', async () => {
  await addReaders(site.database, 60)
  const id = await addIssue(site.database)
  await beginNow(at(), id)
  let pausing: Promise<void> | undefined
  relay.behave = () => {
    if (relay.received.length >= 10) pausing ??= site.delivery.sending.pause(id, 'editor@example.com')
    return 'takes'
  }
  await site.delivery.sending.now()
  await pausing
  const { sent = 0, queued = 0, ...others } = await statesOf(site.database, id)
  expect(others).toEqual({})
  expect(sent).toBe(relay.received.length)
  expect(queued).toBeGreaterThan(20)
  await site.delivery.sending.resume(id, 'editor@example.com')
  await site.delivery.sending.now()
  expect(new Set(relay.received.map(({ to }) => to)).size).toBe(60)
  expect(relay.received).toHaveLength(60)
})

test('a canceled issue is sent to nobody else', async () => {
  await addReaders(site.database, 40)
  const id = await addIssue(site.database)
  await beginNow(at(), id)
  let cancelling: Promise<void> | undefined
  relay.behave = () => {
    if (relay.received.length >= 5) cancelling ??= site.delivery.sending.cancel(id, 'editor@example.com')
    return 'takes'
  }
  await site.delivery.sending.now()
  await cancelling
  const { sent = 0, dropped = 0, ...others } = await statesOf(site.database, id)
  expect(others).toEqual({})
  expect([sent, sent + dropped]).toEqual([relay.received.length, 40])
  expect(await statusOf(site.database, id)).toMatchObject({ status: 'failed' })
  const { rows } = await site.database.pool.query(
    "SELECT sum(attempts)::int AS attempts FROM newsletter_deliveries WHERE issue_id = $1 AND state = 'dropped'",
    [id],
  )
  expect(rows).toEqual([{ attempts: 0 }])
})

test('an issue canceled before it started frees its Friday', async () => {
  await addReaders(site.database, 1)
  const [one, other] = [await addIssue(site.database), await addIssue(site.database)]
  await site.delivery.sending.schedule(one, 'friday', 'editor@example.com')
  await site.delivery.sending.cancel(one, 'editor@example.com')
  expect(await site.delivery.sending.schedule(other, 'friday', 'editor@example.com')).toMatchObject({ recipients: 1 })
})

test('the schedule shows the next issue with its recipients, separately for a digest', async () => {
  await addReaders(site.database, 5)
  await site.database.pool.query(
    `UPDATE subscribers SET frequency = 'monthly' WHERE email IN ('reader-1@example.com', 'reader-2@example.com')`,
  )
  expect(await site.delivery.sending.view()).toMatchObject({ newsletter: null, recipients: 3, is_overdue: false })
  const id = await addIssue(site.database, 'The month')
  await site.database.pool.query(
    `UPDATE newsletter_issues SET kind = 'digest', status = 'scheduled', due_at = $2 WHERE id = $1`,
    [id, now],
  )
  expect(await site.delivery.sending.view()).toMatchObject({
    newsletter: { id, title: 'The month' },
    recipients: 2,
    weekly_recipients: 3,
    is_overdue: true,
  })
})
