import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pauseRestoredSending } from '../features/delivery/server/queries.ts'
import { decryptBackup } from '../platform/backup/encryption.ts'
import { RestoreError } from '../platform/backup/read-backup.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { createConfiguredStore } from '../platform/backup/run-backup.ts'
import { formatTimestamp } from '../shared/timestamp.ts'
import { openSiteFolder, runMain } from './site-folder.ts'
import { commandLine, parseOptions, printHelp } from './usage.ts'

/*
 * `npm run restore -- backup.tar.age`, and `node build/server/restore.js` in a production install: restores a backup, a
 * file or the name of a stored one, into a new installation (DATA_DIR, or DATABASE_URL). The site must not be running.
 * Emails other than sign-in codes, and background jobs, stay paused until the owner resumes them. `--files-to disk`
 * moves from a bucket to the disk.
 */
const usage = `Usage: ${commandLine('restore')}<file, name of a stored backup, or latest> [--files-to disk|s3]

Restores a backup into a new installation: an empty DATA_DIR, or an empty database at DATABASE_URL. The site must not be
running. Emails other than sign-in codes, and background jobs, stay paused until you resume them in the admin. For an
encrypted backup, set BACKUP_IDENTITY to its secret key.

--files-to  Storage to restore the files to; by default, the configured one. With "disk", a backup is read from the
            configured bucket and its files are written to DATA_DIR; unset the S3_ settings before you start the site.`

printHelp(usage)
const { positionals, values } = parseOptions(usage, {
  allowPositionals: true,
  options: { 'files-to': { type: 'string' } },
})
const [name, ...rest] = positionals
const filesTo = values['files-to']
if (!name || rest.length > 0 || !isKind(filesTo)) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

await runMain('Restore failed; no data was changed.', async () => {
  await using site = await openSiteFolder({ storage: filesTo })
  const { dataDir, migrationsDir, storage, config } = site
  const archive = await decryptBackup(await openArchive(site), config.BACKUP_IDENTITY)
  const database = await site.openDatabase()
  const { head, isVerified, pausedMails } = await restoreBackup(archive, {
    database,
    storage,
    dataDir,
    migrationsDir,
    pauseSteps: [pauseRestoredSending],
  })
  const rows = head.tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `Restored the backup of ${formatTimestamp(head.madeAt)}: ${rows} rows in ${head.tables.length} tables, and all stored files.\n` +
      (isVerified
        ? 'All files match their checksums.\n'
        : 'It was made by an earlier version and has no checksums, so its files were not verified.\n') +
      `Emails other than sign-in codes, and background jobs, are paused until you resume them in the admin (queued emails: ${pausedMails}). Newsletter sending is paused until you resume it in its settings.\n` +
      `The content folder from the backup is in ${join(dataDir, 'restored-content')}. Replace content/ with it if yours differs.\n`,
  )
})

async function openArchive(site: Awaited<ReturnType<typeof openSiteFolder>>) {
  if (existsSync(name!)) return createReadStream(name!)
  const store = await createConfiguredStore({ ...site, storage: await site.openConfiguredStorage() })
  const stored = name === 'latest' ? (await store.list())[0]?.name : name
  if (!stored) throw new RestoreError(`There is no backup in ${store.place}.`)
  return store.open(stored)
}

function isKind(text: string | undefined): text is 'disk' | 's3' | undefined {
  return text === undefined || text === 'disk' || text === 's3'
}
