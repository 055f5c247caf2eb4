import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'
import { testFolder } from './test-folder.ts'

test('test databases are migrated, empty and separate', async () => {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  const migrationsDir = join(folder, 'migrations')
  mkdirSync(migrationsDir)
  writeFileSync(join(migrationsDir, '0000_a.sql'), 'CREATE TABLE a (x int PRIMARY KEY);')
  const open = () => createTestDatabase({ migrationsDir })
  const [one, other] = await Promise.all([open(), open()])
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
  await one.pool.query('INSERT INTO a VALUES (1)')
  expect((await other.pool.query('SELECT x FROM a')).rows).toEqual([])
})
