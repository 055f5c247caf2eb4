import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './database/open-database.ts'
import { createTestDatabase } from './database/test-database.ts'
import { forwardedClient } from './forwarded-client.ts'
import { createRateLimit, type RateLimit, unprovenFactor } from './rate-limit.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: join(import.meta.dirname, '../db/migrations') })
})
afterAll(() => database.close())

const limitOf = (name: string) => createRateLimit({ pool: database.pool, name, points: 2, durationSeconds: 600 })

const behind = (proxy: string, address: string, limit: RateLimit, key = address) =>
  forwardedClient.run({ address, proxy }, async () => (await limit.consume(key)).ok)

test('made-up addresses behind one proxy share a multiple of the limit, those behind another proxy have their own', async () => {
  const limit = limitOf('invented')
  const outcomes: boolean[] = []
  for (let index = 0; index < 2 * unprovenFactor + 3; index += 1)
    outcomes.push(await behind('10.0.0.1', `198.51.100.${index}`, limit))
  expect(outcomes.filter(Boolean)).toHaveLength(2 * unprovenFactor)
  expect(await behind('10.0.0.2', '198.51.100.1', limit)).toBe(true)
  // Proven addresses are not affected.
  expect((await limit.consume('203.0.113.1')).ok).toBe(true)
})

test('one address behind a proxy has the limit of one visitor, and its rejected attempts do not count for others', async () => {
  const limit = limitOf('one')
  const outcomes: boolean[] = []
  for (let index = 0; index < 3 * unprovenFactor; index += 1)
    outcomes.push(await behind('10.0.0.1', '198.51.100.1', limit))
  expect(outcomes.filter(Boolean)).toHaveLength(2)
  expect(await behind('10.0.0.1', '198.51.100.2', limit)).toBe(true)
})

test('a restored attempt is free for the visitor and for the proxy', async () => {
  const limit = limitOf('restored')
  for (let index = 0; index < 3 * unprovenFactor; index += 1) {
    expect(await behind('10.0.0.1', '198.51.100.1', limit)).toBe(true)
    await forwardedClient.run({ address: '198.51.100.1', proxy: '10.0.0.1' }, () => limit.restore('198.51.100.1'))
  }
})

test('keys that are not the address of the client, such as an email, are counted as before', async () => {
  const limit = limitOf('email')
  const outcomes: boolean[] = []
  for (let index = 0; index < 3; index += 1)
    outcomes.push(await behind('10.0.0.1', `198.51.100.${index}`, limit, 'a@example.com'))
  expect(outcomes).toEqual([true, true, false])
  for (let index = 0; index < 3 * unprovenFactor; index += 1)
    expect(await behind('10.0.0.1', '198.51.100.1', limit, `${index}@example.com`)).toBe(true)
})
