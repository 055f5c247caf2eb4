import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashValue } from '#platform/secrets.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { SubscribersService } from '#features/subscribers/contract.ts'
import { writeTestIssue } from '#tests/support/test-issues.ts'

let site: TestSite
let subscribers: SubscribersService
const now = new Date('2026-11-21T12:00:00Z')

beforeAll(async () => {
  site = await buildTestSite({
    clock: { now: () => now },
    tuning: { subscribers: { signUpPause: async () => undefined } },
  })
  subscribers = site.services.subscribers
})
afterAll(() => site.close())

/** Adds a subscriber who has never been sent a welcome or confirmation email. */
async function addSubscriber(email: string, status: string) {
  const { rows } = await site.database.pool.query<{ id: string }>(
    `insert into subscribers (email, status) values ($1, $2) returning id`,
    [email, status],
  )
  const id = rows[0]!.id
  return { id, token: await site.linkTokens.write('subscriber', id) }
}
const eventsOf = async (id: string) =>
  (
    await site.database.pool.query<{ event: string }>(
      `select kind || ' ' || detail as event from subscriber_events where subscriber_id = $1 order by at, id`,
      [id],
    )
  ).rows.map(({ event }) => event)
/** Returns the dedupe key and subject of the emails queued for an address. */
const mailsTo = async (email: string) =>
  (
    await site.database.pool.query<{ key: string; subject: string }>(
      `select dedupe_key as key, mail->>'subject' as subject from mail_outbox where mail->>'to' = $1 order by created_at`,
      [email],
    )
  ).rows
const signUp = (email: string, clientAddress: string) =>
  subscribers.subscribe({ email, first_name: '', last_name: '' }, { form: 'api', clientAddress })

test('a link shows whose subscription it is, with the address masked', async () => {
  const { token } = await addSubscriber('shown@example.com', 'unsubscribed')
  expect(await subscribers.findByToken(token)).toEqual({
    maskedEmail: 's•••@example.com',
    status: 'unsubscribed',
    frequency: 'weekly',
  })
})

test.each(['', 'x', 'a'.repeat(32), `${'a'.repeat(32)}\n`, 'a'.repeat(33), 'a'.repeat(44)])(
  'the link %j belongs to nobody',
  async (token) => {
    expect(await subscribers.findByToken(token)).toBeUndefined()
    expect(await subscribers.unsubscribe(token, 'page')).toBeUndefined()
    expect(await subscribers.confirm(token)).toBeUndefined()
  },
)

test.each(['subscribed', 'pending'])(
  'a person who is %s is unsubscribed at once, and the delivery they unsubscribed from counts it once',
  async (status) => {
    const email = `leaves-${status}@example.com`
    const { id, token } = await addSubscriber(email, status)
    const issue = await writeTestIssue(site.database, { slug: `left-by-${status}` })
    await site.database.pool.query(
      `insert into newsletter_deliveries (issue_id, subscriber_id, email, state, due_at, sent_at) values ($1, $2, $3, 'sent', $4, $4)`,
      [issue, id, email, new Date(now.getTime() - 3_600_000)],
    )
    for (let times = 0; times < 2; times += 1)
      expect(await subscribers.unsubscribe(token, 'one-click')).toMatchObject({ status: 'unsubscribed' })
    expect(await eventsOf(id)).toEqual(['unsubscribed one-click'])
    const { rows } = await site.database.pool.query(
      'select left_at from newsletter_deliveries where subscriber_id = $1',
      [id],
    )
    expect(rows).toEqual([{ left_at: now }])
  },
)

test('a suppressed address is neither subscribed nor unsubscribed by its link', async () => {
  const { id, token } = await addSubscriber('suppressed@example.com', 'suppressed')
  expect(await subscribers.unsubscribe(token, 'page')).toMatchObject({ status: 'suppressed' })
  expect(await subscribers.confirm(token)).toMatchObject({ status: 'suppressed' })
  expect(await eventsOf(id)).toEqual([])
  expect(await mailsTo('suppressed@example.com')).toEqual([])
})

/** Suppresses an address, as a bounce or complaint does. */
async function suppress(email: string, reason: 'bounce' | 'complaint') {
  await site.database.pool.query('insert into suppressions (email_hash, reason, at) values ($1, $2, now())', [
    hashValue(email),
    reason,
  ])
}
const suppressionsOf = async (email: string) =>
  (await site.database.pool.query('select reason from suppressions where email_hash = $1', [hashValue(email)])).rows

test('a person whose email bounced gets a confirmation email when signing up again, and its button resubscribes them', async () => {
  const email = 'full-once@example.com'
  const { id, token } = await addSubscriber(email, 'suppressed')
  await suppress(email, 'bounce')
  expect(await subscribers.findByToken(token)).toMatchObject({ status: 'unsubscribed' })
  await signUp(email, '203.0.113.8')
  expect(await mailsTo(email)).toEqual([
    { key: `confirmation:${id}:${now.getTime()}`, subject: 'Confirm your email address' },
  ])
  // Entering the address alone does not remove the suppression.
  expect(await suppressionsOf(email)).toEqual([{ reason: 'bounce' }])
  expect(await subscribers.confirm(token)).toMatchObject({ status: 'subscribed' })
  expect(await suppressionsOf(email)).toEqual([])
  expect(await eventsOf(id)).toEqual(expect.arrayContaining(['came-back page']))
})

test('a person who complained gets no confirmation email and cannot resubscribe', async () => {
  const email = 'complained@example.com'
  const { token } = await addSubscriber(email, 'suppressed')
  await suppress(email, 'complaint')
  await signUp(email, '203.0.113.9')
  expect(await mailsTo(email)).toEqual([])
  expect(await subscribers.confirm(token)).toMatchObject({ status: 'suppressed' })
  expect(await suppressionsOf(email)).toEqual([{ reason: 'complaint' }])
})

test('a person whose email bounced can still unsubscribe, and then stays unsubscribed', async () => {
  const email = 'leaves-after@example.com'
  const { id, token } = await addSubscriber(email, 'suppressed')
  await suppress(email, 'bounce')
  expect(await subscribers.unsubscribe(token, 'one-click')).toMatchObject({ status: 'unsubscribed' })
  expect(await eventsOf(id)).toEqual(['unsubscribed one-click'])
})

test('a person who confirms gets one welcome email', async () => {
  const { id, token } = await addSubscriber('confirms@example.com', 'pending')
  for (let times = 0; times < 2; times += 1)
    expect(await subscribers.confirm(token)).toMatchObject({ status: 'subscribed' })
  expect(await eventsOf(id)).toEqual(['confirmed page'])
  expect(await mailsTo('confirms@example.com')).toEqual([
    { key: `welcome:${id}:confirmed`, subject: 'Welcome to the Swade newsletter' },
  ])
})

test('a person who resubscribes by their own link gets no second welcome email', async () => {
  const { id, token } = await addSubscriber('returns@example.com', 'unsubscribed')
  expect(await subscribers.confirm(token)).toMatchObject({ status: 'subscribed' })
  expect(await eventsOf(id)).toEqual(['came-back page'])
  expect(await mailsTo('returns@example.com')).toEqual([])
})

test('a sign-up of an imported address without earlier emails gets a confirmation email at once, with the time in its key', async () => {
  const { id } = await addSubscriber('imported@example.com', 'unsubscribed')
  await signUp('imported@example.com', '203.0.113.1')
  expect(await eventsOf(id)).toEqual(['asked-again form api, consent 2026-12.2'])
  expect(await mailsTo('imported@example.com')).toEqual([
    { key: `confirmation:${id}:${now.getTime()}`, subject: 'Confirm your email address' },
  ])
})

test('the welcome email of a new address has its own key, so that a second one cannot be queued', async () => {
  await signUp('new@example.com', '203.0.113.2')
  const { rows } = await site.database.pool.query<{ id: string }>(
    `select id from subscribers where email = 'new@example.com'`,
  )
  expect(await mailsTo('new@example.com')).toEqual([
    { key: `welcome:${rows[0]?.id}:${now.getTime()}`, subject: 'Welcome to the Swade newsletter' },
  ])
})
