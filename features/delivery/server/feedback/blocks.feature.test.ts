import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSentIssue, addSubscriber } from '#tests/support/sent-issues.ts'
import { createTrackedSite, type TrackedSite } from '../engagement/test-tracked-site.ts'
import type { DeliveryList } from '#features/delivery/contract.ts'
import { deliveryStatus } from './test-reports.ts'

const secret = 'a-secret-of-some-length'
let now = new Date('2026-11-27T14:00:00Z')
let site: TrackedSite['site']
let addresses: TrackedSite['addresses']
let admin: TrackedSite['admin']

beforeAll(async () => {
  ;({ site, addresses, admin } = await createTrackedSite({
    environment: { NEWSLETTER_BOUNCE_SECRET: secret },
    clock: { now: () => now },
  }))
})
afterAll(() => site?.close())

type Sent = Awaited<ReturnType<typeof addSentIssue>>

async function issueTo(count: number, status: 'sent' | 'sending' = 'sent'): Promise<Sent> {
  const to = await Promise.all(Array.from({ length: count }, () => addSubscriber(site.database)))
  const issue = await addSentIssue(site.database, { to, sentAt: now, status, title: `To ${count}` })
  // One delivery stays queued, because the issue would be finished otherwise.
  if (status === 'sending')
    await site.database.pool.query(
      `INSERT INTO newsletter_deliveries (issue_id, email, state, due_at) VALUES ($1, 'waits@example.com', 'queued', '2100-01-01')`,
      [issue.issue.id],
    )
  return issue
}

async function block({ deliveries }: Sent, from: number, to: number) {
  for (const { id, email } of deliveries.slice(from, to)) {
    const report = deliveryStatus({
      to: addresses.bounce(id),
      recipient: email,
      action: 'failed',
      status: '5.7.1',
      diagnostic: `550 5.7.1 <${email}>: 192.0.2.1 is listed at zen.spamhaus.org`,
    })
    const reply = await site.app.inject({
      method: 'POST',
      url: '/api/newsletter/bounces',
      payload: report,
      headers: { 'authorization': `Bearer ${secret}`, 'content-type': 'message/rfc822' },
    })
    expect(reply.json()).toMatchObject({ outcome: 'counted' })
  }
}

const needOf = async ({ issue }: Sent) =>
  (await site.services.inbox.list()).items.filter(({ key }) => key.endsWith(issue.id))
const statusOf = async ({ issue }: Sent) =>
  (
    await site.database.pool.query<{ status: string; reason: string }>(
      'SELECT status, reason FROM newsletter_issues WHERE id = $1',
      [issue.id],
    )
  ).rows[0]
const resume = async ({ issue }: Sent) =>
  site.app.inject({
    method: 'POST',
    url: `/api/newsletter/admin/newsletters/${issue.id}/resume`,
    headers: { ...admin.headers, 'content-type': 'application/json' },
    payload: '{}',
  })

test('blocked deliveries are one action item per issue until it is marked as done', async () => {
  const issue = await issueTo(4)
  await block(issue, 0, 1)
  expect(await needOf(issue)).toMatchObject([
    {
      key: `newsletter-blocked:${issue.issue.id}`,
      title: '“To 4”: 1 email was blocked because of our sending setup',
      action: { label: 'Mark as done' },
    },
  ])
  await block(issue, 1, 3)
  const [need] = await needOf(issue)
  expect(need).toMatchObject({ title: '“To 4”: 3 emails were blocked because of our sending setup' })
  expect(need?.detail).toContain('Last server response: 550 5.7.1 <…>: 192.0.2.1 is listed at zen.spamhaus.org')
  now = new Date(now.getTime() + 60_000)
  await site.services.inbox.runAction(need!.key, 'owner')
  expect(await needOf(issue)).toEqual([])
  await expect(site.services.inbox.runAction(need!.key, 'owner')).rejects.toMatchObject({ code: 'conflict' })
  // A late report about an earlier delivery does not reopen the action item.
  await block(issue, 3, 4)
  expect(await needOf(issue)).toEqual([])
})

test('a blocked delivery is told apart from a bounced one in the list', async () => {
  const issue = await issueTo(2)
  await block(issue, 0, 1)
  const { id, email } = issue.deliveries[1]!
  await site.app.inject({
    method: 'POST',
    url: '/api/newsletter/bounces',
    payload: deliveryStatus({
      to: addresses.bounce(id),
      recipient: email,
      action: 'failed',
      status: '5.1.1',
      diagnostic: '550 5.1.1 no such user',
    }),
    headers: { 'authorization': `Bearer ${secret}`, 'content-type': 'message/rfc822' },
  })
  const path = `newsletters/${issue.issue.id}/deliveries`
  const list = await admin.read<DeliveryList>(path)
  expect(new Map(list.items.map((item) => [item.id, item.is_blocked]))).toEqual(
    new Map([
      [issue.deliveries[0]!.id, true],
      [id, false],
    ]),
  )
  expect(list.items.every(({ bounced_at: at }) => at !== null)).toBe(true)
  // A page number that is too high gives the last page.
  expect(await admin.read<DeliveryList>(`${path}?page=99`)).toEqual({ ...list, page: 1, page_count: 1 })
  expect((await admin.read<DeliveryList>(`${path}?q=nobody&page=99`)).page).toBe(1)
})

test('an issue with too many blocked deliveries pauses, is reported once and continues when resumed', async () => {
  const issue = await issueTo(20, 'sending')
  await block(issue, 0, 4)
  expect(await statusOf(issue)).toMatchObject({ status: 'sending' })
  await block(issue, 4, 6)
  expect(await statusOf(issue)).toEqual({
    status: 'paused',
    reason: expect.stringMatching(/^5 of 20 emails were blocked because of our sending setup/) as string,
  })
  expect(await needOf(issue)).toMatchObject([
    { key: `newsletter-blocked:${issue.issue.id}`, detail: expect.stringContaining('Sending is paused') as string },
  ])
  now = new Date(now.getTime() + 60_000)
  expect((await resume(issue)).statusCode).toBe(200)
  expect(await needOf(issue)).toEqual([])
  // Feedback for deliveries that were sent before the pause does not pause it again.
  await block(issue, 6, 20)
  await site.delivery.sending.now()
  expect(await statusOf(issue)).toMatchObject({ status: 'sending' })
})

test('a small share of blocked deliveries does not pause an issue', async () => {
  const issue = await issueTo(300, 'sending')
  await block(issue, 0, 5)
  expect(await statusOf(issue)).toMatchObject({ status: 'sending' })
  await block(issue, 5, 6)
  expect(await statusOf(issue)).toMatchObject({ status: 'paused' })
})
