import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import PostalMime from 'postal-mime'
import type { DeliveryList } from '#features/delivery/contract.ts'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createCounts } from '../reports/counts.ts'
import { readDashboard } from '../reports/reports.ts'
import { addIssue, addReaders, beginNow, emptyNewsletter, statesOf, statusOf } from './test-issues.ts'

let site: TestSite
let relay: Relay
let now = new Date()
let id: string
const first = 'reader-0@example.com'
const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
const states = () => statesOf(site.database, id)
const response = async () =>
  (
    await site.database.pool.query<{ response: string }>(
      `SELECT response FROM newsletter_deliveries WHERE email = $1`,
      [first],
    )
  ).rows[0]?.response

beforeAll(async () => {
  relay = await startRelay()
  site = await buildTestSite({
    environment: { SMTP_URL: `${relay.url}?maxConnections=3&socketTimeout=700` },
    clock: { now: () => now },
    tuning: { delivery: { sending: { firstBreakMs: 20, seenEveryMs: 0 } } },
  })
})
beforeEach(async () => {
  now = new Date()
  await emptyNewsletter(site.database)
  await addReaders(site.database, 20)
  id = await addIssue(site.database)
  await beginNow({ pool: site.database.pool, sending: site.delivery.sending }, id)
})
afterEach(() => relay.forget())
afterAll(async () => {
  await site.close()
  await relay.stop()
})

test('a temporary refusal is retried, and the issue is sent once it is delivered', async () => {
  relay.behave = (to, attempt) =>
    to === first && attempt % 3 !== 0 ? { recipient: 450, reply: '4.2.2 mailbox full' } : 'takes'
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 19, queued: 1 })
  expect(await statusOf(site.database, id)).toMatchObject({ status: 'sending' })
  later(1)
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 19, queued: 1 })
  later(10)
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 20 })
  expect(await statusOf(site.database, id)).toMatchObject({ status: 'sent' })
})

test('one full mailbox delays neither the archive, the averages nor the next issue', async () => {
  relay.behave = (to) => (to === first ? { recipient: 452, reply: '4.2.2 mailbox full' } : 'takes')
  await site.delivery.sending.now()
  const out = now
  const { archive } = site.issues
  const { db } = site.database
  const sentOn = async () =>
    (await site.database.pool.query<{ sent_at: Date }>(`SELECT sent_at FROM newsletter_issues WHERE id = $1`, [id]))
      .rows[0]?.sent_at
  expect([await states(), await sentOn()]).toEqual([{ sent: 19, queued: 1 }, out])
  await archive.checkNow()
  expect(archive.list().map(({ sentAt }) => sentAt)).toEqual([out.toISOString()])
  await site.database.pool.query(`UPDATE newsletter_deliveries SET opened_at = now() WHERE state = 'sent'`)
  expect(
    await readDashboard({
      db,
      clock: { now: () => now },
      counts: createCounts({ db }),
      readChanges: async () => [],
    }),
  ).toMatchObject({ average_open_rate: 1 })
  later(60)
  relay.behave = () => 'takes'
  await site.delivery.sending.now()
  expect([await states(), await statusOf(site.database, id), await sentOn()]).toEqual([
    { sent: 20 },
    { status: 'sent', reason: '' },
    out,
  ])
})

test('a few full mailboxes do not pause an issue that everyone else has', async () => {
  await site.database.pool.query(`INSERT INTO newsletter_sending_settings (id, stop_after_errors) VALUES (1, 5)`)
  relay.behave = (to) => (/^reader-[012]@/.test(to) ? { recipient: 452, reply: '4.2.2 mailbox full' } : 'takes')
  for (let attempt = 1; attempt <= 4; attempt += 1, later(60)) await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 17, queued: 3 })
  expect(await statusOf(site.database, id)).toEqual({ status: 'sending', reason: '' })
})

test('a permanently refused recipient is failed and suppressed, and excluded from the next issue', async () => {
  relay.behave = (to) => (to === first ? { recipient: 550, reply: '5.1.1 no such user' } : 'takes')
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 19, failed: 1 })
  expect(await response()).toContain('5.1.1 no such user')
  const next = await addIssue(site.database)
  await beginNow({ pool: site.database.pool, sending: site.delivery.sending }, next)
  await site.delivery.sending.now()
  expect(await statesOf(site.database, next)).toEqual({ sent: 19, excluded: 1 })
})

test('a permanent refusal without an enhanced code is classified by its text', async () => {
  relay.behave = (to) =>
    to === first
      ? { recipient: 550, reply: 'No such user here' }
      : to === 'reader-1@example.com'
        ? { body: 554, reply: 'Go away' }
        : 'takes'
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 18, failed: 2 })
  expect(await response()).toBe('550 No such user here')
  const { rows } = await site.database.pool.query(
    `SELECT s.email, s.status, d.bounced_at IS NOT NULL AS bounced FROM subscribers s JOIN newsletter_deliveries d ON d.subscriber_id = s.id
     WHERE d.state = 'failed' ORDER BY s.email`,
  )
  expect(rows).toEqual([
    { email: first, status: 'suppressed', bounced: true },
    { email: 'reader-1@example.com', status: 'subscribed', bounced: true },
  ])
})

test('a refused body is never uncertain', async () => {
  relay.behave = (to) =>
    to === first
      ? { body: 554, reply: '5.7.1 looks like spam' }
      : to === 'reader-1@example.com'
        ? { body: 451 }
        : 'takes'
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 18, failed: 1, queued: 1 })
})

test('a relay that answers 421 is retried later, and everyone gets the issue once', async () => {
  let goodbyes = 2
  relay.behave = () => (goodbyes-- > 0 ? { recipient: 421, reply: '4.7.0 too many' } : 'takes')
  await site.delivery.sending.now()
  later(1)
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 20 })
  expect(relay.received).toHaveLength(20)
})

test('an unavailable relay uses up no attempts', async () => {
  relay.behave = (to, attempt) => (to === first ? { recipient: attempt <= 3 ? 421 : 451 } : 'takes')
  for (let round = 0; round < 4; round += 1, later(1)) await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 19, queued: 1 })
  const { rows } = await site.database.pool.query(
    `SELECT attempts, response FROM newsletter_deliveries WHERE email = $1`,
    [first],
  )
  expect(rows).toEqual([{ attempts: 1, response: '451 refused by the test' }])
})

test.each(['stalls', 'hangs up', 'takes and hangs up'] as const)(
  'a relay that %s in the body makes only that delivery uncertain, and an editor resolves it',
  async (act) => {
    relay.behave = (to, attempt) => (to === first && attempt === 1 ? act : 'takes')
    await site.delivery.sending.now()
    later(600)
    await site.delivery.sending.now()
    expect(await states()).toEqual({ sent: 19, uncertain: 1 })
    expect(await statusOf(site.database, id)).toMatchObject({ status: 'sent' })
    expect((await site.delivery.sending.progress([id])).get(id)).toMatchObject({
      planned: 20,
      sent: 19,
      uncertain: 1,
      waiting: 0,
    })
    expect(relay.received.filter(({ to }) => to === first)).toHaveLength(act === 'takes and hangs up' ? 1 : 0)
    const asSent = act === 'takes and hangs up'
    expect(await site.delivery.sending.settle(id, asSent ? 'sent' : 'again', 'all', 'editor@example.com')).toBe(1)
    await site.delivery.sending.now()
    expect(await states()).toEqual({ sent: 20 })
    expect(relay.received.filter(({ to }) => to === first)).toHaveLength(1)
    expect(await statusOf(site.database, id)).toMatchObject({ status: 'sent' })
  },
)

test('a canceled issue stays canceled when an uncertain delivery is resent', async () => {
  relay.behave = (to, attempt) => (to === first && attempt === 1 ? 'hangs up' : 'takes')
  await site.delivery.sending.now()
  await site.database.pool.query(`UPDATE newsletter_issues SET status = 'paused', sent_at = NULL WHERE id = $1`, [id])
  await site.delivery.sending.cancel(id, 'editor@example.com')
  expect(await site.delivery.sending.settle(id, 'again', 'all', 'editor@example.com')).toBe(1)
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 20 })
  expect(await statusOf(site.database, id)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('Cancelled') as string,
  })
  await site.issues.archive.checkNow()
  expect(site.issues.archive.list()).toEqual([])
})

test('an issue that is resumed while all sending is paused says when it will be sent', async () => {
  const headers = await editorHeaders(site)
  const resume = async () => {
    await site.delivery.sending.pause(id, 'editor@example.com')
    const url = `/api/newsletter/admin/newsletters/${id}/resume`
    return (await site.app.inject({ method: 'POST', url, headers })).json<{ message: string }>().message
  }
  await site.delivery.sending.now()
  await site.database.pool.query(`UPDATE newsletter_issues SET status = 'sending' WHERE id = $1`, [id])
  expect(await resume()).toBe('Resumed.')
  await site.database.pool.query('INSERT INTO newsletter_sending_settings (id, is_paused) VALUES (1, true)')
  expect(await resume()).toBe('Resumed. The issue will be sent when all sending resumes.')
})

test('a Friday that is taken names the other issue, which may have the same title', async () => {
  const schedule = async (title: string) =>
    site.delivery.sending.schedule(await addIssue(site.database, title), 'friday', 'editor@example.com')
  await schedule('News')
  await expect(schedule('News')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^Another issue titled “News” is already scheduled for /) as string,
  })
  await expect(schedule('More news')).rejects.toMatchObject({
    message: expect.stringMatching(/^“News” is already scheduled for /) as string,
  })
})

test('an uncertain delivery is listed with the start of the message ID that the relay got', async () => {
  relay.behave = (to) => (to === first ? 'takes and hangs up' : 'takes')
  await site.delivery.sending.now()
  const { items } = (
    await site.app.inject({
      url: `/api/newsletter/admin/newsletters/${id}/deliveries`,
      headers: await editorHeaders(site),
    })
  ).json<DeliveryList>()
  const mail = await PostalMime.parse(relay.received.find(({ to }) => to === first)!.raw)
  const listed = items.filter(({ state }) => state === 'uncertain')
  expect(listed.map(({ id: start, email }) => ({ start, email }))).toEqual([
    { start: /^<([^@]+)@/.exec(mail.messageId ?? '')?.[1], email: first },
  ])
})

test('an uncertain delivery that is opened becomes sent', async () => {
  relay.behave = (to) => (to === first ? 'takes and hangs up' : 'takes')
  await site.delivery.sending.now()
  await site.database.pool.query(`UPDATE newsletter_deliveries SET machine_opened_at = now() WHERE email = $1`, [first])
  // Each check of the worker applies the feedback that has arrived.
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 20 })
})

test('after the configured number of errors in a row the issue pauses with the reason', async () => {
  await site.database.pool.query(`INSERT INTO newsletter_sending_settings (id, stop_after_errors) VALUES (1, 5)`)
  relay.behave = () => ({ recipient: 550, reply: '5.7.1 <reader-0@example.com>: you are not welcome' })
  await site.delivery.sending.now()
  const { failed = 0, queued = 0 } = await states()
  expect(failed).toBeGreaterThanOrEqual(5)
  expect(failed).toBeLessThanOrEqual(5 + 3)
  expect(failed + queued).toBe(20)
  expect(await statusOf(site.database, id)).toEqual({
    status: 'paused',
    reason: expect.stringMatching(/550 5\.7\.1 <…>: you are not welcome$/) as string,
  })
})

test('without bounce handling no unsubscribe mailbox is offered', async () => {
  await site.delivery.sending.now()
  const { headers } = await PostalMime.parse(relay.received[0]!.raw)
  expect(headers.filter(({ key }) => key === 'list-unsubscribe').map(({ value }) => value)).toEqual([
    expect.stringMatching(/^<http[^>]+\/api\/newsletter\/unsubscribe\/[\w-]{44}>$/),
  ])
})

test('names and addresses cannot add a header or a recipient', async () => {
  const set = (name: string, reader: number) =>
    site.database.pool.query('UPDATE subscribers SET first_name = $1 WHERE email = $2', [
      name,
      `reader-${reader}@example.com`,
    ])
  await set('Eve\r\nBcc: victim@example.com', 0)
  await set('</p><script>alert(1)</script>', 1)
  await set('=0D=0ABcc: victim@example.com\r\n\r\n.\r\nMAIL FROM:<x@example.com>', 2)
  await site.delivery.sending.now()
  expect(await states()).toEqual({ sent: 20 })
  for (const { raw, to } of relay.received) {
    expect(to).toMatch(/^reader-\d+@example\.com$/)
    const head = raw.split('\r\n\r\n', 1)[0]!
    expect(head).not.toMatch(/^bcc:/im)
    expect(head.match(/^to:/gim)).toHaveLength(1)
    const { html } = await PostalMime.parse(raw)
    expect(html).not.toContain('<script>')
    expect(html).not.toMatch(/\{\{\w/)
  }
})

test('an issue that cannot be rendered is paused with the reason, and the next ones are sent', async () => {
  await emptyNewsletter(site.database)
  await addReaders(site.database, 3)
  const broken = await addIssue(site.database, 'An issue\r\nBcc: everybody@example.com')
  await beginNow({ pool: site.database.pool, sending: site.delivery.sending }, broken)
  const whole = await addIssue(site.database)
  await beginNow({ pool: site.database.pool, sending: site.delivery.sending }, whole)
  await site.delivery.sending.now()
  expect(await statusOf(site.database, broken)).toMatchObject({
    status: 'paused',
    reason: expect.stringContaining('could not be created'),
  })
  expect(await statusOf(site.database, whole)).toMatchObject({ status: 'sent' })
})
