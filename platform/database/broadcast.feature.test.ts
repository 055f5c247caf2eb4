import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './open-database.ts'
import { createTestChanges } from './test-changes.ts'
import { createTestDatabase } from './test-database.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: join(import.meta.dirname, '../../db/migrations') })
})
afterAll(() => database.close())

test('a message reaches every process with its topic and content, until its listener ends', async () => {
  const [one, other] = [await createTestChanges(database), await createTestChanges(database)]
  const received: string[] = []
  const end = other.onBroadcast('greetings', (message) => received.push(`other: ${message}`))
  one.onBroadcast('greetings', (message) => received.push(`one: ${message}`))
  other.onBroadcast('another topic', (message) => received.push(`wrong: ${message}`))
  await one.broadcast('greetings', '{"text":"hello, it’s me"}')
  await expect
    .poll(() => received.toSorted())
    .toEqual(['one: {"text":"hello, it’s me"}', 'other: {"text":"hello, it’s me"}'])
  end()
  received.length = 0
  await other.broadcast('greetings', '')
  await expect.poll(() => received).toEqual(['one: '])
})

test('a message that PostgreSQL rejects fails for its sender alone', async () => {
  const changes = await createTestChanges(database)
  const received: string[] = []
  changes.onBroadcast('sizes', (message) => received.push(message))
  await expect(changes.broadcast('sizes', 'x'.repeat(8_000))).rejects.toThrow(/payload/)
  await changes.broadcast('sizes', 'x'.repeat(7_900))
  await expect.poll(() => received.map(({ length }) => length)).toEqual([7_900])
})
