import { createReadStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pauseRestoredSending } from '../features/delivery/server/queries.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createLog } from '../platform/log.ts'
import { printHelp } from './usage.ts'

const usage = `Usage: npm run restore -- backup.tar

Restores a backup into a new installation (an empty DATA_DIR, or an empty DATABASE_URL). The site must not be running.
Queued emails and newsletter issues stay paused until you send them in the admin.`

printHelp(usage)
const [file] = process.argv.slice(2)
if (!file || !existsSync(file)) {
  process.stderr.write(`${file ? `There is no file ${file}.\n\n` : ''}${usage}\n`)
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
  const { manifest, pausedMails } = await restoreBackup(createReadStream(file), {
    database,
    dataDir,
    pauseSteps: [pauseRestoredSending],
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `Restored the backup of ${manifest.madeAt}: ${rows} rows in ${manifest.tables.length} tables, and all stored files.\n` +
      `Emails paused until you send them in the admin: ${pausedMails}. Newsletter sending is paused until you resume it in its settings.\n` +
      `The content folder from the backup is in ${join(dataDir, 'restored-content')}. Replace content/ with it if yours differs.\n`,
  )
} catch (error) {
  process.stderr.write(
    `Restore failed; no data was changed. ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
} finally {
  await database.close()
}
