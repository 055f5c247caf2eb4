import { createInterface } from 'node:readline'
import { openDatabase } from './open-database.ts'
import { DatabaseStartError } from './start-error.ts'

// Process that tests kill: `node test-process.ts DATA_DIR MIGRATIONS_DIR`. Prints one line of JSON when the database is
// open, then answers each line of SQL with a line of JSON.
const [dataDir = '', migrationsDir = ''] = process.argv.slice(2)
const log = { info: () => {}, warn: () => {} }

try {
  const database = await openDatabase({ dataDir, migrationsDir, log })
  console.log(JSON.stringify({ kind: database.kind }))
  for await (const sql of createInterface({ input: process.stdin })) {
    const { rows } = await database.pool.query(sql)
    console.log(JSON.stringify(rows))
  }
  await database.close()
} catch (error) {
  if (!(error instanceof DatabaseStartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
