import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { writeTestIssue } from '#tests/support/test-issues.ts'

// A Wednesday; Friday 09:00 in New York is 14:00 UTC.
let now = new Date('2026-11-25T12:00:00Z')
let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ clock: { now: () => now } })
})
afterAll(() => site.close())

const newsletterItems = async () =>
  (await site.services.inbox.list()).items.filter(({ key }) => key.startsWith('newsletter-'))

test('a site that never sent an issue has no action item for a missing one', async () => {
  now = new Date('2026-11-27T13:00:00Z')
  expect(await newsletterItems()).toEqual([])
})

test('a missing issue is an action item two days before Friday until one is scheduled', async () => {
  await writeTestIssue(site.database, { slug: 'one-that-went-out' })
  now = new Date('2026-11-25T13:00:00Z')
  expect(await newsletterItems()).toEqual([])
  now = new Date('2026-11-25T15:00:00Z')
  expect(await newsletterItems()).toMatchObject([
    { key: 'newsletter-missing:2026-11-27', severity: 'promise', due: '2026-11-27T14:00:00.000Z' },
  ])
  const id = await writeTestIssue(site.database, { slug: 'for-friday', status: 'scheduled' })
  await site.database.pool.query(
    `update newsletter_issues set slot = '2026-11-27', due_at = '2026-11-27T14:00:00Z' where id = $1`,
    [id],
  )
  expect(await newsletterItems()).toEqual([])
  now = new Date('2026-11-27T14:30:00Z')
  expect(await newsletterItems()).toMatchObject([{ key: `newsletter-stopped:${id}`, title: '“for-friday” is overdue' }])
})

test('paused and uncertain issues are action items with links', async () => {
  now = new Date('2026-11-23T12:00:00Z')
  const id = await writeTestIssue(site.database, { slug: 'half-out', title: 'Half out', status: 'paused' })
  await site.database.pool.query(`update newsletter_issues set reason = 'Twenty refusals in a row.' where id = $1`, [
    id,
  ])
  await site.database.pool.query(
    `insert into newsletter_deliveries (issue_id, email, state, due_at) values ($1, 'a@example.com', 'uncertain', now()), ($1, 'b@example.com', 'uncertain', now())`,
    [id],
  )
  await site.database.pool.query(
    `insert into newsletter_sending_settings (id, is_paused, paused_reason) values (1, true, 'Restored from a backup.')`,
  )
  const items = await newsletterItems()
  expect(items.map(({ key }) => key).toSorted()).toEqual(
    [`newsletter-paused:all`, `newsletter-stopped:${id}`, `newsletter-uncertain:${id}`].toSorted(),
  )
  expect(items.find(({ key }) => key === `newsletter-uncertain:${id}`)).toMatchObject({
    severity: 'person',
    title: '“Half out”: 2 emails are uncertain',
    href: `/newsletter-admin?tab=newsletters&issue=${id}`,
  })
  expect(items.find(({ key }) => key === `newsletter-stopped:${id}`)?.detail).toBe('Twenty refusals in a row.')
  expect(items.find(({ key }) => key === 'newsletter-paused:all')?.since, 'the time is not known').toBeUndefined()
  await expect(site.services.inbox.runAction(`newsletter-uncertain:${id}`, 'owner')).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('returned emails wait since the oldest one was received', async () => {
  now = new Date('2026-11-23T12:00:00Z')
  const { rows } = await site.database.pool.query<{ id: string }>('select id from newsletter_deliveries limit 1')
  const delivery = rows[0]!.id
  for (const day of ['2026-11-20', '2026-11-18', '2026-11-22'])
    await site.database.pool.query(
      `insert into newsletter_returned_mails (delivery_id, kind, subject, sender, excerpt, content_hash, at)
       values ($1, 'person', 'Re', 'a@example.com', '', $2, $3)`,
      [delivery, day, `${day}T08:00:00Z`],
    )
  const item = (await newsletterItems()).find(({ key }) => key === 'newsletter-returned:all')
  expect(item).toMatchObject({ title: '3 returned emails need review', since: '2026-11-18T08:00:00.000Z' })
})
