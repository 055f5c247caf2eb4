import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pauseRestoredSending } from '../features/delivery/server/queries.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createLog } from '../platform/log.ts'

/*
 * `npm run restore -- backup.tar`: fills a new installation (DATA_DIR, or DATABASE_URL) from a backup that Settings
 * made. The site must not be running on it. Mails that waited when the backup was made leave when the owner says so,
 * not before; so do letters.
 */
const [file] = process.argv.slice(2)
if (!file) {
  process.stderr.write('Which backup? npm run restore -- backup.tar\n')
  process.exit(2)
}
const root = join(import.meta.dirname, '..')
const config = readConfig(process.env)
const dataDir = resolve(root, config.DATA_DIR)
await mkdir(dataDir, { recursive: true })
const log = createLog(config.LOG_LEVEL)
const database = await openDatabase({
  databaseUrl: config.DATABASE_URL,
  dataDir,
  log,
  migrationsDir: join(root, 'db/migrations'),
})
try {
  const { manifest, heldMails } = await restoreBackup(createReadStream(file), {
    database,
    dataDir,
    calm: [pauseRestoredSending],
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `Restored what was there at ${manifest.madeAt}: ${rows} rows in ${manifest.tables.length} tables, and the stored files.\n` +
      `Mails that wait for your word at the desk: ${heldMails}. The newsletter sends nothing until you say so in its settings.\n` +
      `The content folder of then is in ${join(dataDir, 'restored-content')}; put it in place of content/ if yours differs.\n`,
  )
} catch (error) {
  process.stderr.write(`Nothing was restored. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await database.close()
}
