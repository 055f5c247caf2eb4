import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { openStorage } from '#platform/storage/open-storage.ts'
import { newDataFolder } from './data-folder.ts'
import { startS3Server } from './s3-server.ts'

test('an object that is read while it is overwritten comes whole, as from a real object storage', async () => {
  const server = await startS3Server()
  onTestFinished(() => server.stop())
  // Two hosts, since each one serves what it stored itself from its cache.
  const [one, other] = await Promise.all(
    [1, 2].map(() =>
      openStorage({
        config: readConfig({ ...server.environment, DATA_DIR: newDataFolder() }),
        log: { warn: () => undefined },
      }),
    ),
  )
  for (const storage of [one!, other!]) onTestFinished(() => storage.close())
  const bytes = 1_000_000
  await one!.put('a', Buffer.alloc(bytes, 'a'), { contentType: 'text/plain' })
  for (const letter of 'bcdefghijk') {
    const write = one!.put('a', Buffer.alloc(bytes, letter), { contentType: 'text/plain' })
    const reads = Array.from({ length: 4 }, async () => (await buffer(await other!.open('a'))).length)
    expect(await Promise.all(reads)).toEqual([bytes, bytes, bytes, bytes])
    await write
  }
})
