import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#platform/database/open-database.ts'

const migrationsDir = join(import.meta.dirname, '../../db/migrations')
const log = { info() {}, warn() {} }

/**
 * A data folder in which something happened before the site starts on it.
 *
 * @param prepare Writes into the migrated, empty database; nobody has it open afterwards.
 * @returns `remove` takes the folder away once the site is stopped.
 */
export async function prepareData(prepare: (database: Database) => Promise<void>): Promise<{ dataDir: string; remove(): void }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'swade-prepared-'))
  // The embedded database runs under a user of its own, which must be able to reach its folder.
  chmodSync(dataDir, 0o755)
  const database = await openDatabase({ dataDir, migrationsDir, log })
  try {
    await prepare(database)
  } finally {
    await database.close()
  }
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}
