import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { addIssue, addReaders } from '../sending/test-issues.ts'
import { listDeliveries } from './list-deliveries.ts'

let site: TestSite
let issueId: string
const run = (query: string) => site.database.pool.query(query, [issueId])
const page = (offset: number, more: { q?: string; state?: 'sent' | 'failed' } = {}) =>
  listDeliveries(site.database.db, { issueId, limit: 50, offset, ...more })
const everybody = async () =>
  (await Promise.all([0, 50, 100, 150].map((offset) => page(offset)))).flatMap(({ items }) => items)

beforeAll(async () => {
  site = await buildTestSite()
  await addReaders(site.database, 160)
  issueId = await addIssue(site.database)
  await addIssue(site.database, 'Another')
  await site.database.pool.query(
    `INSERT INTO newsletter_deliveries (issue_id, subscriber_id, email, state, due_at) SELECT i.id, s.id, s.email, 'sent', now() FROM newsletter_issues i, subscribers s`,
  )
})
afterAll(() => site.close())

test('the pages together hold every delivery of the issue once, erased people last', async () => {
  await run(
    `WITH gone AS (UPDATE newsletter_deliveries SET email = '', subscriber_id = NULL WHERE issue_id = $1 AND email IN ('reader-3@example.com', 'reader-4@example.com', 'reader-5@example.com') RETURNING id) SELECT count(*) FROM gone`,
  )
  const all = await everybody()
  expect(new Set(all.map(({ id }) => id)).size).toBe(160)
  expect(all.every((delivery) => delivery.issueId === issueId)).toBe(true)
  expect(all.slice(-3).map(({ email }) => email)).toEqual(['', '', ''])
  expect(await page(0)).toMatchObject({ total: 160 })
  expect((await page(158)).items).toHaveLength(2)
  expect((await page(500)).items).toEqual([])
})

test('uncertain deliveries are listed first, and only once', async () => {
  await run(
    `UPDATE newsletter_deliveries SET state = 'uncertain' WHERE issue_id = $1 AND email LIKE 'reader-9_@example.com'`,
  )
  const all = await everybody()
  expect(new Set(all.map(({ id }) => id)).size).toBe(160)
  expect(all.slice(0, 10).every(({ state }) => state === 'uncertain')).toBe(true)
  expect(all.slice(10).every(({ state }) => state === 'sent')).toBe(true)
  await run(`UPDATE newsletter_deliveries SET state = 'sent' WHERE issue_id = $1`)
})

test('a search matches part of an address in any case and can be filtered by state', async () => {
  await run(`UPDATE newsletter_deliveries SET state = 'failed' WHERE issue_id = $1 AND email = 'reader-15@example.com'`)
  expect((await page(0, { q: 'READER-15@' })).items.map(({ email }) => email)).toEqual(['reader-15@example.com'])
  expect(await page(0, { q: 'reader-15', state: 'failed' })).toMatchObject({ total: 1 })
  // Matches subscriber-15 and subscriber-150 to -159.
  expect(await page(0, { q: 'reader-15' })).toMatchObject({ total: 11 })
  expect(await page(0, { q: 'reader_15' })).toEqual({ items: [], total: 0, isMore: false })
  expect(await page(0, { state: 'failed' })).toMatchObject({ total: 1 })
})

test('a search with thousands of matches returns a thousand and reports that there are more', async () => {
  await addReaders(site.database, 1100, 1000)
  const copyAll = `INSERT INTO newsletter_deliveries (issue_id, subscriber_id, email, state, due_at)
    SELECT $1, id, email, 'sent', now() FROM subscribers WHERE email LIKE 'reader-____@%' ON CONFLICT DO NOTHING`
  await run(copyAll)
  const found = await page(950, { q: 'example.com' })
  expect([found.items.length, found.total, found.isMore]).toEqual([50, 1000, true])
  expect(await page(1000, { q: 'example.com' })).toMatchObject({ items: [], total: 1000 })
  // More subscribers match than are looked up one by one.
  await addReaders(site.database, 2000, 3000)
  await run(copyAll)
  const many = await page(950, { q: 'example.com' })
  expect([many.items.length, many.total, many.isMore]).toEqual([50, 1000, true])
})
