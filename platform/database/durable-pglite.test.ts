import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, onTestFinished, test } from 'vitest'
import { openDurablePGlite } from './durable-pglite.ts'
import { testFolder } from './test-folder.ts'
import { watchDisk } from './test-power-cut.ts'

test('a power cut takes no acknowledged row, at creation and ever after, while PGlite as shipped loses them', async () => {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  const disk = await watchDisk()
  onTestFinished(disk.stop)

  const pglite = await openDurablePGlite(join(folder, 'pglite'))
  expect((await pglite.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }])
  disk.cutInto(join(folder, 'pglite'), join(folder, 'cut-at-creation'))
  cpSync(join(folder, 'pglite'), join(folder, 'stock'), { recursive: true })

  const before = disk.syncs()
  await write(pglite)
  expect(disk.syncs() - before).toBeGreaterThanOrEqual(40)
  disk.cutInto(join(folder, 'pglite'), join(folder, 'cut'))
  await pglite.close()

  const stock = await PGlite.create(join(folder, 'stock'))
  await write(stock)
  disk.cutInto(join(folder, 'stock'), join(folder, 'stock-cut'))
  await stock.close()
  disk.stop()

  expect(await count(join(folder, 'cut'))).toBe(40)
  expect(await count(join(folder, 'cut-at-creation'))).toBe('no such table')
  expect(await count(join(folder, 'stock-cut')).catch(() => 'does not open')).not.toBe(40)
}, 90_000)

/** Forty commits, with a table made and a checkpoint taken on the way. */
async function write(pglite: PGlite): Promise<void> {
  await pglite.exec('CREATE TABLE signups (email text)')
  for (let i = 0; i < 40; i++) {
    await pglite.query('INSERT INTO signups VALUES ($1)', [`${i}@example.com`])
    if (i === 20) await pglite.exec('CHECKPOINT')
  }
}

async function count(folder: string): Promise<number | string> {
  const pglite = await openDurablePGlite(folder)
  try {
    const { rows } = await pglite.query<{ count: number }>('SELECT count(*)::int AS count FROM signups')
    return rows[0]?.count ?? 'nothing'
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return 'no such table'
    throw error
  } finally {
    await pglite.close()
  }
}
