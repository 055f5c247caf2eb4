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

const letters = async () => (await site.services.inbox.list()).needs.filter(({ key }) => key.startsWith('letter-'))

test('a house that never sent a letter owes nobody one', async () => {
  now = new Date('2026-11-27T13:00:00Z')
  expect(await letters()).toEqual([])
})

test('two days before a Friday without a letter the owner is told, with the clock; a scheduled one settles it', async () => {
  await writeTestIssue(site.database, { slug: 'one-that-went-out' })
  now = new Date('2026-11-25T13:00:00Z')
  expect(await letters()).toEqual([])
  now = new Date('2026-11-25T15:00:00Z')
  expect(await letters()).toMatchObject([
    { key: 'letter-missing:2026-11-27', harm: 'promise', due: '2026-11-27T14:00:00.000Z' },
  ])
  const id = await writeTestIssue(site.database, { slug: 'for-friday', status: 'scheduled' })
  await site.database.pool.query(
    `update newsletter_issues set slot = '2026-11-27', due_at = '2026-11-27T14:00:00Z' where id = $1`,
    [id],
  )
  expect(await letters()).toEqual([])
  now = new Date('2026-11-27T14:30:00Z')
  expect(await letters()).toMatchObject([{ key: `letter-stopped:${id}`, title: '“for-friday” is overdue' }])
})

test('what stopped and what is uncertain is told with where it is decided', async () => {
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
    `insert into newsletter_sending_settings (id, is_held, held_reason) values (1, true, 'Restored from a backup.')`,
  )
  const told = await letters()
  expect(told.map(({ key }) => key).toSorted()).toEqual(
    [`letter-held:all`, `letter-stopped:${id}`, `letter-uncertain:${id}`].toSorted(),
  )
  expect(told.find(({ key }) => key === `letter-uncertain:${id}`)).toMatchObject({
    harm: 'person',
    title: '2 emails of “Half out” are uncertain',
    href: `/newsletter-admin?tab=newsletters&issue=${id}`,
  })
  expect(told.find(({ key }) => key === `letter-stopped:${id}`)?.detail).toBe('Twenty refusals in a row.')
  await expect(site.services.inbox.act(`letter-uncertain:${id}`, 'owner')).rejects.toMatchObject({ code: 'conflict' })
})
