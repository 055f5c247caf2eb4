import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssueReport } from '#features/delivery/contract.ts'
import { addSentIssue, addSubscriber } from '#tests/support/sent-issues.ts'
import { openTrackedSite, type TrackedSite } from './tracking/test-desk.ts'

let site: TrackedSite['site']
let desk: TrackedSite['desk']

beforeAll(async () => {
  ;({ site, desk } = await openTrackedSite())
})
afterAll(() => site?.close())

test('leaving by the link belongs to the newest copy', async () => {
  const sentAt = new Date('2026-11-27T14:00:00Z')
  const person = await addSubscriber(site.database)
  const older = await addSentIssue(site.database, { to: [person], sentAt: new Date(sentAt.getTime() - 7 * 86_400_000) })
  const { issue } = await addSentIssue(site.database, { to: [person], sentAt })
  const reply = await site.app.inject({
    method: 'POST',
    url: `/api/newsletter/unsubscribe/${person.token}`,
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(reply.statusCode).toBe(200)
  expect(await desk.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({ left: 1 })
  expect(await desk.read<IssueReport>(`newsletters/${older.issue.id}/report`)).toMatchObject({ left: 0 })
})
