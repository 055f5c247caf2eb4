import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { testFolder } from '#platform/database/test-folder.ts'
import { openStorage } from '#platform/storage/open-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { readConfig } from './config.ts'
import { createSiteKeys, keyFolder } from './site-keys.ts'

let database: Database
let server: S3Server
const { folder, remove } = testFolder()
const hosts: (Storage & { close(): void })[] = []
/** Opens the bucket with an empty cache, like a host that has just started. */
async function newHost(): Promise<Storage> {
  const config = readConfig({
    ...server.environment,
    DATA_DIR: join(folder, String(hosts.length)),
    LOG_LEVEL: 'silent',
  })
  const host = await openStorage({ config, log: { warn: () => undefined } })
  hosts.push(host)
  return host
}
beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: join(import.meta.dirname, '../db/migrations') })
  server = await startS3Server()
})
afterAll(async () => {
  for (const host of hosts) host.close()
  await server.stop()
  await database.close()
  await remove()
})
beforeEach(async () => {
  server.fail(undefined)
  const host = await newHost()
  for (const key of await host.list(keyFolder)) await host.delete(key)
})

const keysOf = (storage: Storage) => createSiteKeys({ pool: database.pool, storage })

test('hosts that start together create one key; it stays, and every use has another', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, async () => keysOf(await newHost()).get('links')))
  expect(new Set(made.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await (await newHost()).list(keyFolder)).toEqual([`${keyFolder}/site.key`])
  const keys = keysOf(await newHost())
  expect(await keys.get('links')).toEqual(made[0])
  const stored = await buffer(await (await newHost()).open(`${keyFolder}/site.key`))
  const uses = await Promise.all((['links', 'mails', 'second-step', 'owner-codes'] as const).map(keys.get))
  expect(new Set([...uses, stored].map((key) => key.toString('hex'))).size).toBe(5)
  for (const key of uses) expect(key).toHaveLength(32)
})

test('an outage is reported as such, creates no second key, and ends when the storage is back', async () => {
  const before = await keysOf(await newHost()).get('links')
  server.fail({ kind: 'down' })
  const keys = keysOf(await newHost())
  await expect(keys.get('links')).rejects.toMatchObject({ code: 'unavailable' })
  server.fail(undefined)
  // The storage client waits before it retries.
  await expect.poll(() => keys.get('links').catch(() => undefined), { timeout: 10_000 }).toEqual(before)
})

test('a damaged key file is reported and not replaced', async () => {
  await (await newHost()).put(`${keyFolder}/site.key`, Buffer.from('half'), { contentType: 'text/plain' })
  await expect(keysOf(await newHost()).get('links')).rejects.toThrow('keys/site.key in the file storage is damaged')
  expect(await buffer(await (await newHost()).open(`${keyFolder}/site.key`))).toEqual(Buffer.from('half'))
})

test('a key of an earlier version becomes the key of its use, on every host', async () => {
  const earlier = Buffer.alloc(32, 7)
  const keys = keysOf(await newHost())
  const own = await keys.get('tracking')
  await keys.adopt('tracking', earlier)
  expect(await keys.get('tracking')).toEqual(earlier)
  expect(await keysOf(await newHost()).get('tracking')).toEqual(earlier)
  expect(own).not.toEqual(earlier)
})
