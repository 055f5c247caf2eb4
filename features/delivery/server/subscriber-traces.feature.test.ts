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
    expect.objectContaining({ what: expect.stringContaining('unsubscribe button of an email app') }),
  ])
  expect(timeline.every((event) => Object.keys(event).length === 3)).toBe(true)
  expect(await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({ left: 1 })
  expect(await admin.read<IssueReport>(`newsletters/${older.issue.id}/report`)).toMatchObject({ left: 0 })
})
