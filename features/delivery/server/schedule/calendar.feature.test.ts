import { DateTime } from 'luxon'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { IssuesService } from '#features/issues/contract.ts'
import { addIssue, addReaders, emptyNewsletter, statusOf } from '../sending/test-issues.ts'
import { openWorker } from '../sending/test-workers.ts'
import { nextFriday } from '../slots.ts'

let site: TestSite
let relay: Relay
let now = new Date()
const clock = { now: () => now }

beforeAll(async () => {
  relay = await startRelay()
  site = await buildTestSite({ environment: { SMTP_URL: relay.url }, clock })
})
beforeEach(() => emptyNewsletter(site.database))
afterAll(async () => {
  await site.close()
  await relay.stop()
})

const zone = { zone: 'America/New_York' }

/** Creates two subscribers, one of them for the digest, and an issue that was sent in the given month. */
async function sendOneIn(month: string, title: string) {
  await addReaders(site.database, 2)
  await site.database.pool.query(`UPDATE subscribers SET frequency = 'monthly' WHERE email = 'reader-1@example.com'`)
  const id = await addIssue(site.database, title)
  const friday = nextFriday(DateTime.fromISO(`${month}-02`, zone).toJSDate())
  now = DateTime.fromJSDate(friday.at).minus({ hours: 1 }).toJSDate()
  await site.delivery.sending.schedule(id, 'friday', 'editor@example.com')
  await runAt(DateTime.fromJSDate(friday.at))
  relay.received.length = 0
}

const digests = async () =>
  (
    await site.database.pool.query<{ id: string; status: string }>(
      `SELECT id, status FROM newsletter_issues WHERE kind = 'digest'`,
    )
  ).rows

/** Runs a process that starts at that time, checks once, and exits. */
async function runAt(at: DateTime, issues?: IssuesService) {
  now = at.toJSDate()
  const worker = openWorker(site.database, { SMTP_URL: `${relay.url}?maxConnections=1` }, { clock, issues })
  await worker.now()
  await worker.stop()
}

/** The Fridays before and after each clock change of a year, and six more weeks for every kind of delay. */
const fridays = [
  '2026-01-02',
  '2026-01-09',
  '2026-01-16',
  '2026-03-06',
  '2026-03-13',
  '2026-03-20',
  '2026-10-30',
  '2026-11-06',
  '2026-11-13',
  '2026-12-25',
  '2027-01-01',
  '2027-01-08',
]

// slots.test.ts proves that the Fridays follow each other, each at nine local time.
test('across both clock changes with restarts at nine, one issue is sent per week and late ones are paused', async () => {
  await addReaders(site.database, 1)
  const { sending } = site.delivery
  const offsets = new Set<number>()
  for (const [week, day] of fridays.entries()) {
    const friday = DateTime.fromISO(`${day}T09:00`, zone)
    offsets.add(friday.offset)
    now = friday.minus({ days: 2, minutes: week * 13 }).toJSDate()
    const [id, other] = [
      await addIssue(site.database, `Week ${week}`),
      await addIssue(site.database, `Another ${week}`),
    ]
    await sending.schedule(id, 'friday', 'editor@example.com')
    // There is one issue per week.
    await expect(sending.schedule(other, 'friday', 'editor@example.com')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`scheduled for Friday, ${friday.toFormat('LLLL d, yyyy')}.`) as string,
    })
    relay.received.length = 0
    await runAt(friday.minus({ milliseconds: 1 + (week % 3) * 29_000 }))
    expect(relay.received, `week ${week}, before nine`).toHaveLength(0)
    const isLate = week % 6 === 5
    // No process ran at nine: the next one starts at once, after minutes, or too late.
    const seconds = isLate ? 7_200.001 : [0, 1, 120, 1_799, 7_200][week % 6]!
    await runAt(friday.plus({ seconds }))
    if (isLate) {
      expect(relay.received, `week ${week}, late`).toHaveLength(0)
      expect((await statusOf(site.database, id)).status).toBe('paused')
      await sending.resume(id, 'editor@example.com')
      await runAt(friday.plus({ hours: 3 }))
    }
    await runAt(friday.plus({ hours: 3, seconds: 1 }))
    await runAt(friday.plus({ days: 1 }))
    expect(relay.received, `week ${week}`).toHaveLength(1)
    expect((await statusOf(site.database, id)).status).toBe('sent')
  }
  expect([...offsets].toSorted()).toEqual([-240, -300])
  const { rows } = await site.database.pool.query<{ slots: number; issues: number; deliveries: number }>(`
    SELECT count(DISTINCT slot)::int AS slots, count(*)::int AS issues, (SELECT count(*)::int FROM newsletter_deliveries) AS deliveries
    FROM newsletter_issues WHERE status = 'sent'`)
  const { length } = fridays
  expect(rows[0]).toEqual({ slots: length, issues: length, deliveries: length })
})

test(
  'a monthly digest is sent once, on its Friday, to its subscribers, and not for a month without issues',
  { timeout: 60_000 },
  async () => {
    await addReaders(site.database, 3)
    await site.database.pool.query(`UPDATE subscribers SET frequency = 'monthly' WHERE email = 'reader-2@example.com'`)
    const { issues } = site.services
    for (const [title, day] of [
      ['First of November', '2026-11-06'],
      ['Second of November', '2026-11-13'],
    ]) {
      const id = await addIssue(site.database, title)
      now = DateTime.fromISO(`${day}T08:00`, zone).toJSDate()
      await site.delivery.sending.schedule(id, 'friday', 'editor@example.com')
      await runAt(DateTime.fromISO(`${day}T09:00`, zone), issues)
    }
    await site.database.pool.query(
      `UPDATE newsletter_issues SET content = content || '{"summary": "New in this issue: A fact.", "key_insights": [{"title": "A fact"}]}'`,
    )
    relay.received.length = 0
    const friday = DateTime.fromISO('2026-12-04T09:00', zone)
    await runAt(friday.minus({ seconds: 1 }), issues)
    for (const minutes of [0, 1, 2, 3, 60, 24 * 60, 6 * 24 * 60]) await runAt(friday.plus({ minutes }), issues)
    expect(relay.received.map(({ to }) => to)).toEqual(['reader-2@example.com'])
    const { subject, text = '' } = await PostalMime.parse(relay.received[0]!.raw)
    expect(subject).toContain('Monthly digest: November 2026')
    expect(text.match(/A fact/g)).toHaveLength(2)
    expect(text).not.toContain('this issue')
    const { rows } = await site.database.pool.query(`SELECT slot, status FROM newsletter_issues WHERE kind = 'digest'`)
    expect(rows).toEqual([{ slot: 'digest-2026-11', status: 'sent' }])

    await runAt(DateTime.fromISO('2027-01-01T09:00', zone), issues)
    await runAt(DateTime.fromISO('2027-01-01T09:05', zone), issues)
    expect(relay.received).toHaveLength(1)
  },
)

test('a deleted digest is not created again, and a digest draft is an action item', async () => {
  await sendOneIn('2027-02', 'Of February')
  const { issues } = site.services
  const friday = DateTime.fromISO('2027-03-05T09:00', zone)
  await runAt(friday, issues)
  const { id } = (await digests())[0]!
  await site.delivery.sending.unschedule(id, 'editor@example.com')
  await runAt(friday.plus({ minutes: 2 }), issues)
  expect(await digests()).toEqual([{ id, status: 'draft' }])
  const listItems = async () =>
    (await site.services.inbox.list()).items.filter(({ key }) => key.startsWith('newsletter-digest'))
  expect(await listItems()).toMatchObject([
    { key: `newsletter-digest:${id}`, title: '“Monthly digest: February 2027” is still a draft' },
  ])
  const headers = await editorHeaders(site, 'editor', new Date('2100-01-01T00:00:00Z'))
  const deleted = await site.app.inject({ method: 'DELETE', url: `/api/newsletter/admin/newsletters/${id}`, headers })
  expect(deleted.statusCode).toBe(200)
  for (const hours of [1, 24, 6 * 24]) await runAt(friday.plus({ hours }), issues)
  expect(await digests()).toEqual([])
  expect(await listItems()).toEqual([])
  expect(relay.received).toEqual([])
})

test('a digest that an error left unscheduled is scheduled at the next check', async () => {
  await sendOneIn('2027-03', 'Of March')
  const { issues } = site.services
  const friday = DateTime.fromISO('2027-04-02T09:00', zone)
  const broken = { ...issues, find: () => Promise.reject(new Error('the database went away')) }
  await expect(runAt(friday, broken)).rejects.toThrow('went away')
  expect(await digests()).toMatchObject([{ status: 'draft' }])
  for (const minutes of [1, 2, 3]) await runAt(friday.plus({ minutes }), issues)
  expect(await digests()).toMatchObject([{ status: 'sent' }])
  expect(relay.received.map(({ to }) => to)).toEqual(['reader-1@example.com'])
})
