import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dashboard, IssueReport } from '#features/delivery/contract.ts'
import { ownOrigin } from '#tests/support/sign-in-owner.ts'
import { addSentIssue, addSubscriber } from '#tests/support/sent-issues.ts'
import { createTrackedSite, type TrackedSite } from './test-tracked-site.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

let now = new Date('2026-11-27T14:00:00Z')
const sentAt = new Date('2026-11-27T14:00:00Z')
let site: TrackedSite['site']
let addresses: TrackedSite['addresses']
let admin: TrackedSite['admin']

beforeAll(async () => {
  ;({ site, addresses, admin } = await createTrackedSite({ clock: { now: () => now } }))
})
afterAll(() => site?.close())

async function sendTestIssue(options: { count?: number; links?: string[] } = {}) {
  const people = await Promise.all(Array.from({ length: options.count ?? 1 }, () => addSubscriber(site.database)))
  return {
    people,
    ...(await addSentIssue(site.database, { to: people, sentAt, ...(options.links ? { links: options.links } : {}) })),
  }
}

function visit(
  address: string,
  secondsAfter: number,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  now = new Date(sentAt.getTime() + secondsAfter * 1000)
  return site.app.inject({
    method,
    url: address.slice(ownOrigin.length),
    headers: { 'user-agent': firefox, ...headers },
  })
}

/** Makes a request from the given address. */
function visitFrom(remoteAddress: string, address: string, secondsAfter: number, headers: Record<string, string> = {}) {
  now = new Date(sentAt.getTime() + secondsAfter * 1000)
  return site.app.inject({
    url: address.slice(ownOrigin.length),
    headers: { 'user-agent': firefox, ...headers },
    remoteAddress,
  })
}

async function report(id: string, seen: (report: IssueReport) => boolean = () => true): Promise<IssueReport> {
  await site.delivery.counted()
  const found = await admin.read<IssueReport>(`newsletters/${id}/report`)
  expect(seen(found)).toBe(true)
  return found
}

test('the pixel is always the same 43 uncacheable bytes', async () => {
  const { deliveries, issue } = await sendTestIssue()
  const open = addresses.open(deliveries[0]!.id)
  for (const address of [
    open,
    `${ownOrigin}/t/o/`,
    `${ownOrigin}/t/o/x.gif`,
    open.replace('.gif', ''),
    `${open.slice(0, -6)}AA.gif`,
    `${ownOrigin}/t/o/${'x'.repeat(5000)}/y`,
  ]) {
    const reply = await visit(address, 3600)
    expect([address, reply.statusCode, reply.rawPayload.length]).toEqual([address, 200, 43])
    expect(reply.headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'no-store, private',
      'cross-origin-resource-policy': 'cross-origin',
    })
  }
  expect(await report(issue.id)).toMatchObject({ opens: { human: 1, machine: 0, unsure: 0 } })
})

test('a link redirects to its target in the issue, and an unknown address nowhere', async () => {
  const { deliveries } = await sendTestIssue({
    links: ['https://example.com/ä?q=1&to=https://evil.example', 'javascript:alert(1)'],
  })
  const link = addresses.link(deliveries[0]!.id, 1)
  const reply = await visit(`${link}?url=https://evil.example`, 3600)
  expect([reply.statusCode, reply.headers.location]).toEqual([
    302,
    'https://example.com/%C3%A4?q=1&to=https://evil.example',
  ])
  expect(reply.headers['cache-control']).toBe('no-store, private')
  for (const unknown of [
    addresses.link(deliveries[0]!.id, 2),
    addresses.link(deliveries[0]!.id, 3),
    `${link}A`,
    `${link.slice(0, -1)}!`,
    `${ownOrigin}/t/c/x`,
  ])
    expect([unknown, (await visit(unknown, 3600)).statusCode]).toEqual([unknown, 404])
})

test('each recipient is counted once, even with replays and concurrent visits', async () => {
  const { deliveries, issue } = await sendTestIssue({ count: 4 })
  const [first, second] = deliveries
  await Promise.all(Array.from({ length: 40 }, () => visit(addresses.open(first!.id), 3600)))
  await report(issue.id)
  await Promise.all(Array.from({ length: 40 }, (_, index) => visit(addresses.open(first!.id), 7200 + index)))
  await visit(addresses.link(first!.id, 1), 7300)
  await visit(addresses.link(first!.id, 1), 7400)
  await visit(addresses.link(first!.id, 2), 7500)
  await visit(addresses.open(second!.id), 7600)
  const found = await report(issue.id)
  expect(found).toMatchObject({
    delivered: 4,
    opens: { human: 2, machine: 0, unsure: 0 },
    clicks: { human: 1, machine: 0, unsure: 0 },
    open_rate: 0.5,
    click_rate: 0.25,
  })
  expect(found.links.map(({ clicks }) => clicks.human)).toEqual([1, 1, 0])
  expect(found.hours.slice(0, 4)).toEqual([
    { hour: 0, opens: 0, clicks: 0 },
    { hour: 1, opens: 1, clicks: 0 },
    { hour: 2, opens: 1, clicks: 1 },
    { hour: 3, opens: 0, clicks: 0 },
  ])
})

test('a HEAD request is not counted and gets the same headers', async () => {
  const { deliveries, issue } = await sendTestIssue()
  expect((await visit(addresses.open(deliveries[0]!.id), 3600, {}, 'HEAD')).statusCode).toBe(200)
  expect((await visit(addresses.link(deliveries[0]!.id, 1), 3600, {}, 'HEAD')).statusCode).toBe(302)
  expect(await report(issue.id)).toMatchObject({
    opens: { human: 0, machine: 0, unsure: 0 },
    clicks: { human: 0, machine: 0, unsure: 0 },
  })
})

test('machine and unsure visits are counted separately, and a later human visit counts as human', async () => {
  const { deliveries, issue } = await sendTestIssue({ count: 3 })
  const [proxied, fast, scanned] = deliveries
  await visit(addresses.open(proxied!.id), 3600, { 'user-agent': 'Mozilla/5.0' })
  await visit(addresses.open(fast!.id), 5)
  await visit(addresses.open(scanned!.id), 1)
  expect(await report(issue.id)).toMatchObject({ opens: { human: 0, machine: 2, unsure: 1 }, open_rate: 0 })
  await visit(addresses.open(scanned!.id), 4000)
  expect(await report(issue.id)).toMatchObject({ opens: { human: 1, machine: 1, unsure: 1 } })
})

test('a scanner that looks like a browser is reclassified once it follows every link', async () => {
  const { deliveries, issue } = await sendTestIssue()
  const id = deliveries[0]!.id
  await visit(addresses.open(id), 600)
  await visit(addresses.link(id, 1), 601)
  expect(await report(issue.id)).toMatchObject({ opens: { human: 1 }, clicks: { human: 1 } })
  await visit(addresses.link(id, 2), 602)
  await visit(addresses.link(id, 3), 603)
  const found = await report(issue.id)
  expect(found).toMatchObject({ opens: { human: 0, machine: 1 }, clicks: { human: 0, machine: 1 } })
  expect(found.links.map(({ clicks }) => clicks)).toEqual(Array(3).fill({ human: 0, machine: 1, unsure: 0 }))
  expect(found.hours.every(({ opens, clicks }) => opens === 0 && clicks === 0)).toBe(true)
})

test('a gateway that follows every link three seconds apart is not human', async () => {
  const { deliveries, issue } = await sendTestIssue({
    links: [1, 2, 3, 4, 5, 6].map((number) => `https://example.com/${number}`),
  })
  for (let number = 1; number <= 6; number++) {
    await visit(addresses.link(deliveries[0]!.id, number), 600 + number * 3)
    await site.delivery.counted()
  }
  const found = await report(issue.id)
  expect(found).toMatchObject({
    opens: { human: 0, unsure: 0 },
    clicks: { human: 0, machine: 1, unsure: 0 },
    click_rate: 0,
  })
  expect(found.links.map(({ clicks }) => clicks)).toEqual(Array(6).fill({ human: 0, machine: 1, unsure: 0 }))
  expect(found.hours.every(({ opens, clicks }) => opens === 0 && clicks === 0)).toBe(true)
})

test('a click without an open also counts as an open of the same classification', async () => {
  const { deliveries, issue } = await sendTestIssue({ count: 3 })
  const [person, fast, scanner] = deliveries
  await visit(addresses.link(person!.id, 1), 600)
  await visit(addresses.link(fast!.id, 1), 5)
  await visit(addresses.link(scanner!.id, 1), 700, { 'user-agent': 'curl/8' })
  const found = await report(issue.id)
  expect(found).toMatchObject({
    opens: { human: 1, machine: 0, unsure: 1 },
    clicks: { human: 1, machine: 1, unsure: 1 },
    open_rate: 1 / 3,
    click_rate: 1 / 3,
  })
  expect(found.hours[0]).toEqual({ hour: 0, opens: 1, clicks: 1 })
})

test('a visitor of several deliveries is unsure at each of them, including earlier ones', async () => {
  const { deliveries, issue } = await sendTestIssue({ count: 5 })
  const [first, second, third, later, other] = deliveries
  const follow = async (delivery: { id: string }, from: string, seconds: number) => {
    await visitFrom(from, addresses.link(delivery.id, 1), seconds)
    await site.delivery.counted()
  }
  await follow(first!, '82.83.84.85', 600)
  await follow(second!, '82.83.84.85', 640)
  expect(await report(issue.id)).toMatchObject({ clicks: { human: 2, unsure: 0 } })
  await follow(third!, '82.83.84.85', 700)
  expect(await report(issue.id)).toMatchObject({ clicks: { human: 0, unsure: 3 }, opens: { human: 0, unsure: 3 } })
  // At another time of the day and from another address, the visits are human.
  await follow(later!, '82.83.84.85', 7_000)
  await follow(other!, '82.83.84.86', 705)
  expect(await report(issue.id)).toMatchObject({ clicks: { human: 2, unsure: 3 } })
  const { rows } = await site.database.pool.query(
    'SELECT DISTINCT client FROM newsletter_engagement_events WHERE issue_id = $1',
    [issue.id],
  )
  for (const { client } of rows) expect(client).toMatch(/^[0-9a-f]{16}$/)
})

test('visitors behind an unconfigured proxy are not treated as one visitor', async () => {
  const { deliveries, issue } = await sendTestIssue({ count: 4 })
  for (const [index, { id }] of deliveries.entries()) await visit(addresses.link(id, 1), 600 + index * 20)
  expect(await report(issue.id)).toMatchObject({ clicks: { human: 4, unsure: 0 } })
})

test('a visitor from a hosting network is unsure until a browser loads the page behind the link', async () => {
  const { deliveries, issue } = await sendTestIssue({ count: 2, links: [`${ownOrigin}/books`, 'https://example.com/'] })
  const [reads, scans] = deliveries
  const server = '3.5.140.2'
  for (const { id } of [reads!, scans!]) {
    await visitFrom(server, addresses.link(id, 1), 600, { 'user-agent': `${firefox} ${id}` })
    await site.delivery.counted()
  }
  expect(await report(issue.id)).toMatchObject({ clicks: { human: 0, unsure: 2 } })
  // Both request the page, and one of them also its resources.
  for (const { id } of [reads!, scans!])
    await visitFrom(server, `${ownOrigin}/books`, 601, { 'user-agent': `${firefox} ${id}`, 'accept': 'text/html,*/*' })
  await visitFrom(server, `${ownOrigin}/api/now-playing`, 602, {
    'user-agent': `${firefox} ${reads!.id}`,
    'accept': '*/*',
  })
  expect(await report(issue.id)).toMatchObject({ clicks: { human: 1, unsure: 1 }, opens: { human: 1, unsure: 1 } })
})

test('visits are not counted for subscribers without tracking, with Sec-GPC, or when tracking is off', async () => {
  const quiet = await addSubscriber(site.database, { allowsTracking: false })
  const [optedOut, other] = [await addSubscriber(site.database), await addSubscriber(site.database)]
  const { deliveries, issue } = await addSentIssue(site.database, { to: [quiet, optedOut, other], sentAt })
  await visit(addresses.open(deliveries[0]!.id), 3600)
  expect((await visit(addresses.link(deliveries[0]!.id, 1), 3600)).statusCode).toBe(302)
  await visit(addresses.open(deliveries[1]!.id), 3600, { 'sec-gpc': '1' })
  await report(issue.id)
  await site.database.pool.query(
    'INSERT INTO newsletter_sending_settings (id, is_counted) VALUES (1, false) ON CONFLICT (id) DO UPDATE SET is_counted = false',
  )
  await visit(addresses.open(deliveries[2]!.id), 3600)
  expect((await visit(addresses.link(deliveries[2]!.id, 1), 3600)).statusCode).toBe(302)
  expect(await report(issue.id)).toMatchObject({
    opens: { human: 0, machine: 0, unsure: 0 },
    clicks: { human: 0, machine: 0, unsure: 0 },
  })
  const { rows } = await site.database.pool.query('SELECT 1 FROM newsletter_engagement_events WHERE issue_id = $1', [
    issue.id,
  ])
  expect(rows).toEqual([])
  await site.database.pool.query('UPDATE newsletter_sending_settings SET is_counted = true')
})

test('a flood on one address stores few rows', async () => {
  const { deliveries, issue } = await sendTestIssue()
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        visit(addresses.open(deliveries[0]!.id), 3600 + round * 100, { 'user-agent': `${firefox} ${round}-${index}` }),
      ),
    )
    await report(issue.id)
  }
  const { rows } = await site.database.pool.query('SELECT 1 FROM newsletter_engagement_events WHERE issue_id = $1', [
    issue.id,
  ])
  expect(rows.length).toBeLessThanOrEqual(3)
})

test('the dashboard averages human engagement over the delivered issues', async () => {
  const before = await admin.read<Dashboard>('dashboard')
  const { deliveries } = await sendTestIssue({ count: 2 })
  await visit(addresses.open(deliveries[0]!.id), 3600)
  await site.delivery.counted()
  const after = await admin.read<Dashboard>('dashboard')
  expect(after.total_newsletters).toBe(before.total_newsletters + 1)
  expect(after.total_subscribers).toBe(before.total_subscribers + 2)
  expect(after.average_open_rate).toBeCloseTo(
    (before.average_open_rate * before.total_newsletters + 0.5) / after.total_newsletters,
    10,
  )
  expect(after.recent_newsletters).toHaveLength(5)
  expect(after.recent_newsletters[0]).toMatchObject({ status: 'sent', sent_date: sentAt.toISOString() })
})
