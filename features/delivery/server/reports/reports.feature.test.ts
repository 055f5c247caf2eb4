import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Analytics, Dashboard, DeliveryList, IssueReport, EngagementCounts } from '#features/delivery/contract.ts'
import { ownOrigin } from '#tests/support/sign-in-owner.ts'
import { addSentIssue, addSubscriber } from '#tests/support/sent-issues.ts'
import { writeTestIssue } from '#tests/support/test-issues.ts'
import { createTrackedSite, type TrackedSite } from '../engagement/test-tracked-site.ts'
import type { IssueDetail, IssueListItem } from '#features/issues/contract.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const day = 86_400_000
let now = new Date('2026-11-27T20:00:00Z')
let site: TrackedSite['site']
let addresses: TrackedSite['addresses']
let admin: TrackedSite['admin']

beforeAll(async () => {
  ;({ site, addresses, admin } = await createTrackedSite({ clock: { now: () => now } }))
})
afterAll(() => site?.close())

const visit = (address: string, userAgent = firefox) =>
  site.app.inject({ url: address.slice(ownOrigin.length), headers: { 'user-agent': userAgent } })

async function event(subscriberId: string, kind: string, at: string) {
  await site.database.pool.query('INSERT INTO subscriber_events (subscriber_id, kind, at) VALUES ($1, $2, $3)', [
    subscriberId,
    kind,
    at,
  ])
}

/** Counts the engagement of an issue from its deliveries, without its aggregate. */
async function recount(issueId: string): Promise<EngagementCounts> {
  await site.database.pool.query('DELETE FROM newsletter_issue_aggregates WHERE issue_id = $1', [issueId])
  return countsIn(await admin.read<IssueReport>(`newsletters/${issueId}/report`))
}

const countsIn = ({ delivered, bounced, complained, left, opens, clicks }: EngagementCounts) => ({
  delivered,
  bounced,
  complained,
  left,
  opens,
  clicks,
})

test('a site without issues and subscribers has a dashboard of zeros', async () => {
  expect(await admin.read<Dashboard>('dashboard')).toEqual({
    total_newsletters: 0,
    total_subscribers: 0,
    average_open_rate: 0,
    average_click_rate: 0,
    averaged_newsletters: 0,
    recent_newsletters: [],
  })
  const analytics = await admin.read<Analytics>('analytics')
  expect(analytics.growth).toHaveLength(90)
  expect(analytics.growth.at(-1)).toEqual({ day: '2026-11-27', subscribers: 0, joined: 0, left: 0 })
  expect(analytics.issues).toEqual([])
})

test('growth counts sign-ups on the day they were confirmed', async () => {
  const [direct, waiting, confirmed, gone] = await Promise.all([
    addSubscriber(site.database),
    addSubscriber(site.database, { status: 'pending' }),
    addSubscriber(site.database),
    addSubscriber(site.database, { status: 'unsubscribed' }),
  ])
  await event(direct.id, 'signed-up', '2026-11-25T23:59:59Z')
  await event(waiting.id, 'signed-up', '2026-11-25T10:00:00Z')
  await event(confirmed.id, 'signed-up', '2026-11-25T10:00:00Z')
  await event(confirmed.id, 'confirmed', '2026-11-26T00:00:00Z')
  await event(gone.id, 'imported', '2026-11-25T10:00:00Z')
  await event(gone.id, 'unsubscribed', '2026-11-27T10:00:00Z')
  now = new Date(now.getTime() + 6 * 60_000)
  const { growth } = await admin.read<Analytics>('analytics')
  expect(growth.slice(-4)).toEqual([
    { day: '2026-11-24', subscribers: 0, joined: 0, left: 0 },
    { day: '2026-11-25', subscribers: 2, joined: 2, left: 0 },
    { day: '2026-11-26', subscribers: 3, joined: 1, left: 0 },
    { day: '2026-11-27', subscribers: 2, joined: 0, left: 1 },
  ])
})

test('growth counts each departure once, and each return', async () => {
  const people = await Promise.all(
    (['suppressed', 'suppressed', 'suppressed', 'subscribed', 'suppressed', 'unsubscribed'] as const).map((status) =>
      addSubscriber(site.database, { status }),
    ),
  )
  const [unsubscribed, complained, neverOn, released, heldAgain, hasReturned] = people.map(({ id }) => id)
  const before = (await admin.read<Analytics>('analytics')).growth.at(-1)!
  const at = (hour: number) => `2026-11-27T${String(hour).padStart(2, '0')}:00:00Z`
  const history: [id: string | undefined, kinds: string[]][] = [
    [unsubscribed, ['imported', 'suppressed', 'unsubscribed']],
    [complained, ['signed-up', 'unsubscribed', 'suppressed']],
    [neverOn, ['imported-as', 'suppressed']],
    [released, ['imported', 'suppressed', 'released-to-list']],
    [heldAgain, ['imported', 'suppressed', 'released-to-list', 'suppressed', 'released', 'suppressed']],
    [hasReturned, ['signed-up', 'suppressed', 'unsubscribed', 'came-back', 'frequency', 'unsubscribed']],
  ]
  for (const [id, kinds] of history) for (const [index, kind] of kinds.entries()) await event(id!, kind, at(index))
  const after = (await admin.read<Analytics>('analytics')).growth.at(-1)!
  expect({ joined: after.joined - before.joined, left: after.left - before.left }).toEqual({ joined: 8, left: 7 })
  await site.database.pool.query('DELETE FROM subscribers WHERE id = ANY($1)', [people.map(({ id }) => id)])
})

test('the aggregate always equals the counted deliveries', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => addSubscriber(site.database)))
  const { issue, deliveries } = await addSentIssue(site.database, { to: people, sentAt: new Date(now.getTime() - day) })
  // The aggregate is stored before any feedback arrives.
  await admin.read(`newsletters/${issue.id}/report`)
  for (const [index, { id }] of deliveries.entries()) {
    if (index % 2 === 0) await visit(addresses.open(id))
    if (index % 3 === 0) await visit(addresses.open(id), 'curl/8')
    if (index % 4 === 0) await visit(addresses.link(id, 1 + (index % 3)))
    if (index % 5 === 0) for (const number of [1, 2, 3]) await visit(addresses.link(id, number))
    now = new Date(now.getTime() + 1000)
  }
  await site.delivery.counted()
  const token = await site.linkTokens.write('subscriber', people[1]!.id)
  await site.app.inject({ method: 'POST', url: `/api/newsletter/unsubscribe/${token}`, payload: '' })
  const moved = countsIn(await admin.read<IssueReport>(`newsletters/${issue.id}/report`))
  expect(moved.left).toBe(1)
  expect(moved.opens.human).toBeGreaterThan(0)
  expect(moved.clicks.machine).toBeGreaterThan(0)
  expect(await recount(issue.id)).toEqual(moved)
})

test('unfinished and uncertain deliveries are counted on demand', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => addSubscriber(site.database)))
  const { issue, deliveries } = await addSentIssue(site.database, { to: people, sentAt: new Date(now.getTime() - day) })
  const set = (state: string) =>
    site.database.pool.query('UPDATE newsletter_deliveries SET state = $2 WHERE id = $1', [deliveries[0]!.id, state])
  await set('uncertain')
  expect((await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).delivered).toBe(2)
  await set('sent')
  expect((await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).delivered).toBe(3)
})

test('an issue sent without tracking has no rates and is not part of the averages', async () => {
  const before = await admin.read<Dashboard>('dashboard')
  const people = await Promise.all(Array.from({ length: 2 }, () => addSubscriber(site.database)))
  const { issue } = await addSentIssue(site.database, {
    to: people,
    sentAt: new Date(now.getTime() - day),
    isCounted: false,
  })
  const { average_open_rate, average_click_rate } = await admin.read<Dashboard>('dashboard')
  expect([average_open_rate, average_click_rate]).toEqual([before.average_open_rate, before.average_click_rate])
  expect(average_open_rate).toBeGreaterThan(0)
  const none = { open_rate: null, click_rate: null }
  expect(await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({ delivered: 2, ...none })
  expect((await admin.read<Analytics>('analytics')).issues.find(({ id }) => id === issue.id)).toMatchObject(none)
  expect(await admin.read<IssueDetail>(`newsletters/${issue.id}`)).toMatchObject(none)
  const { items } = await admin.read<{ items: IssueListItem[] }>('newsletters')
  expect(items.find(({ id }) => id === issue.id)).toMatchObject(none)
})

test('an issue is part of the averages and the list of engagement once its first round has ended', async () => {
  const averages = async () => {
    const { average_open_rate, average_click_rate, averaged_newsletters } = await admin.read<Dashboard>('dashboard')
    return [average_open_rate, average_click_rate, averaged_newsletters]
  }
  const before = await averages()
  const { issue } = await addSentIssue(site.database, {
    to: [await addSubscriber(site.database)],
    sentAt: new Date(now.getTime() - day),
  })
  const cancel = (sentAt: Date | null) =>
    site.database.pool.query(
      `UPDATE newsletter_issues SET status = 'failed', sent_at = $2, cancelled_at = now() WHERE id = $1`,
      [issue.id, sentAt],
    )
  const listed = async () => (await admin.read<Analytics>('analytics')).issues.map(({ id }) => id)
  const recent = async () =>
    (await admin.read<Dashboard>('dashboard')).recent_newsletters.find(({ id }) => id === issue.id)
  expect(await recent()).toMatchObject({ status: 'sent', subscriber_count: 1, sent_count: null })
  // Cancelled within its first round, it has no date of sending.
  await cancel(null)
  // A bounced email was sent.
  await site.database.pool.query(`UPDATE newsletter_deliveries SET bounced_at = now() WHERE issue_id = $1`, [issue.id])
  expect(await recent()).toMatchObject({ status: 'failed', subscriber_count: 1, sent_count: 1 })
  expect(await averages()).toEqual(before)
  expect(before[0]).toBeGreaterThan(0)
  expect(await listed()).not.toContain(issue.id)
  // Cancelled while full mailboxes were retried, it keeps its date.
  await cancel(new Date(now.getTime() - day))
  const [openRate, , count] = await averages()
  expect(openRate).toBeLessThan(before[0]!)
  expect(count).toBe(before[2]! + 1)
  expect(await listed()).toContain(issue.id)
})

test('an issue that was not started or does not exist has no report', async () => {
  const draft = await writeTestIssue(site.database, { slug: 'not-sent', status: 'draft' })
  const early = await site.app.inject({
    url: `/api/newsletter/admin/newsletters/${draft}/report`,
    headers: admin.headers,
  })
  expect(early.json<{ detail: string }>().detail).toBe('This newsletter has not been sent yet.')
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', "1' OR 1=1"]) {
    const reply = await site.app.inject({
      url: `/api/newsletter/admin/newsletters/${encodeURIComponent(id)}/report`,
      headers: admin.headers,
    })
    expect([id, reply.statusCode]).toEqual([id, 404])
    expect(reply.json<{ detail: string }>().detail).toBe('Newsletter not found.')
  }
})

test('the report of an issue that was cancelled before its sending started says so', async () => {
  const cancelled = await writeTestIssue(site.database, { slug: 'cancelled', status: 'failed' })
  expect(await admin.read<IssueReport>(`newsletters/${cancelled}/report`)).toMatchObject({
    status: 'failed',
    was_started: false,
    delivered: 0,
  })
})

test('an attempt is listed once its email is prepared', async () => {
  const { issue, deliveries } = await addSentIssue(site.database, {
    to: [await addSubscriber(site.database)],
    sentAt: new Date(now.getTime() - day),
  })
  const attemptsAs = async (state: string) => {
    await site.database.pool.query('UPDATE newsletter_deliveries SET state = $2, attempts = 2 WHERE id = $1', [
      deliveries[0]!.id,
      state,
    ])
    return (await admin.read<DeliveryList>(`newsletters/${issue.id}/deliveries`)).items[0]?.attempts
  }
  expect([await attemptsAs('claimed'), await attemptsAs('in_data'), await attemptsAs('queued')]).toEqual([1, 2, 2])
})
