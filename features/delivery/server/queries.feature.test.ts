import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { issueStatuses } from '#features/issues/contract.ts'
import { allowedTransitions, changeIssueStatus } from './queries.ts'
import { addIssue } from './sending/test-issues.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: join(import.meta.dirname, '../../../db/migrations') })
})
afterAll(() => database?.close())

test('an issue allows exactly the defined status changes', async () => {
  const { db, pool } = database
  const id = await addIssue(database, 'Moves')
  for (const from of issueStatuses)
    for (const to of issueStatuses) {
      await pool.query('update newsletter_issues set status = $2 where id = $1', [id, from])
      const moved = await changeIssueStatus(db, id, to, { updatedAt: new Date() })
      expect([from, to, moved !== undefined]).toEqual([from, to, allowedTransitions[from].includes(to)])
    }
  await pool.query("update newsletter_issues set status = 'draft' where id = $1", [id])
  expect(await changeIssueStatus(db, id, 'scheduled', { updatedAt: new Date() }, ['paused'])).toBeUndefined()
  const many = await Promise.all(
    Array.from({ length: 8 }, () => changeIssueStatus(db, id, 'scheduled', { updatedAt: new Date() })),
  )
  expect(many.filter(Boolean)).toHaveLength(1)
})
