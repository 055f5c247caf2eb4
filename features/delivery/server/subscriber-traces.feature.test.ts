import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssueReport } from '#features/delivery/contract.ts'
import type { SubscriberDetail } from '#features/subscribers/contract.ts'
import { addSentIssue, addSubscriber } from '#tests/support/sent-issues.ts'
import { createTrackedSite, type TrackedSite } from './engagement/test-tracked-site.ts'

let site: TrackedSite['site']
let admin: TrackedSite['admin']

beforeAll(async () => {
  ;({ site, admin } = await createTrackedSite())
})
afterAll(() => site?.close())

test('an unsubscribe by link is attributed to the newest delivery', async () => {
  const sentAt = new Date('2026-11-27T14:00:00Z')
  const person = await addSubscriber(site.database)
  const older = await addSentIssue(site.database, { to: [person], sentAt: new Date(sentAt.getTime() - 7 * 86_400_000) })
  const { issue } = await addSentIssue(site.database, { to: [person], sentAt })
  const reply = await site.app.inject({
    method: 'POST',
    url: `/api/newsletter/unsubscribe/${await site.linkTokens.write('subscriber', person.id)}`,
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(reply.statusCode).toBe(200)
  const { timeline } = await admin.read<SubscriberDetail>(`subscribers/${person.id}`)
  expect(timeline.filter(({ what }) => what.startsWith('Unsubscribed'))).toEqual([
    expect.objectContaining({
      what: expect.stringContaining('with the email app’s unsubscribe button after receiving'),
    }),
  ])
  expect(timeline.every((event) => Object.keys(event).length === 3)).toBe(true)
  expect(await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({ left: 1 })
  expect(await admin.read<IssueReport>(`newsletters/${older.issue.id}/report`)).toMatchObject({ left: 0 })
})

test('a refusal is shown once in the timeline, with its kind', async () => {
  const person = await addSubscriber(site.database)
  const { deliveries } = await addSentIssue(site.database, { to: [person], sentAt: new Date('2026-11-27T14:00:00Z') })
  const id = deliveries[0]!.id
  const refuse = (response: string) =>
    site.database.pool.query(`UPDATE newsletter_deliveries SET state = 'failed', response = $2 WHERE id = $1`, [
      id,
      response,
    ])
  const listed = async () =>
    (await admin.read<SubscriberDetail>(`subscribers/${person.id}`)).timeline
      .map(({ what, detail }) => `${what.replace(/“.*” ?/, '')}: ${detail}`)
      .filter((entry) => entry.includes('550'))
  await refuse('550 5.1.1 gone')
  expect(await listed()).toEqual([': Failed: 550 5.1.1 gone'])
  await site.database.pool.query(
    `INSERT INTO newsletter_engagement_events (delivery_id, issue_id, kind, classification, reason, at)
     SELECT id, issue_id, 'bounce', 'machine', '550 5.1.1 gone', now() FROM newsletter_deliveries WHERE id = $1`,
    [id],
  )
  expect(await listed()).toEqual(['bounced: 550 5.1.1 gone'])
  await refuse('550 another reply')
  expect(await listed()).toHaveLength(2)
})
