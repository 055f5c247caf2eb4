import { createReadStream, existsSync } from 'node:fs'
import { createBackupKey, decryptBackup } from '../platform/backup/encryption.ts'
import { readBackup } from '../platform/backup/read-backup.ts'
import { describeBackupPlace, createConfiguredStore, runBackup, verifyBackup } from '../platform/backup/run-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { countOf } from '../shared/count-of.ts'
import { formatTimestamp } from '../shared/timestamp.ts'
import { formatBytes } from '../platform/storage/free-space.ts'
import { openSiteFolder, runMain } from './site-folder.ts'
import { commandLine, printHelp } from './usage.ts'

/*
 * `npm run backup`, and `node build/server/backup.js` in a production install: makes an encrypted backup, also while
 * the site is running.
 */
const line = commandLine('backup')
const bareLine = line.replace(/ (-- )?$/, '')
const usage = `Usage:
  ${bareLine.padEnd(line.length)}                        Make an encrypted backup; the site may be running
  ${line}verify [name or file]   Compare every file of a backup, by default the newest, with its checksum
  ${line}list                    List the stored backups
  ${line}key                     Make a key pair for BACKUP_RECIPIENTS`
printHelp(usage)
const [command = 'make', name, ...rest] = process.argv.slice(2)
const print = (text: string) => process.stdout.write(`${text}\n`)

const commands: Record<string, () => Promise<void>> = { make, verify, list, key }
const run = commands[command]
if (!run || rest.length > 0 || (name && command !== 'verify')) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
const failures: Record<string, string> = {
  make: 'No backup was made.',
  verify: 'The backup could not be verified.',
  list: 'The backups could not be listed.',
  key: 'No key was made.',
}
await runMain(failures[command] ?? '', run)

async function make(): Promise<void> {
  await using site = await openSiteFolder()
  const database = await site.openDatabase()
  const { name: made, bytes, deleted } = await runBackup({ ...site, database, clock: systemClock })
  print(`Stored ${made} (${formatBytes(bytes)}) in ${describeBackupPlace(site)}.`)
  if (deleted.length > 0)
    print(`Deleted ${countOf(deleted.length, 'backup')} older than ${countOf(site.config.BACKUP_KEEP_DAYS, 'day')}.`)
}

async function verify(): Promise<void> {
  await using site = await openSiteFolder()
  const identity = site.config.BACKUP_IDENTITY
  const read =
    name && existsSync(name)
      ? { name, ...(await readBackup(await decryptBackup(createReadStream(name), identity))) }
      : await verifyBackup(await createConfiguredStore(site), { name, identity })
  const rows = read.head.tables.reduce((sum, table) => sum + table.rows, 0)
  const facts = `${read.name}: made ${formatTimestamp(read.head.madeAt)}, ${rows} rows in ${read.head.tables.length} tables, ${countOf(read.files, 'file')}, ${formatBytes(read.bytes)}.`
  print(
    read.isVerified
      ? `${facts}\nAll files match their checksums.`
      : `${facts}\nIt was made by an earlier version and has no checksums. The archive is complete.`,
  )
}

async function list(): Promise<void> {
  await using site = await openSiteFolder()
  const store = await createConfiguredStore(site)
  const backups = await store.list()
  print(backups.length === 0 ? `There is no backup in ${store.place}.` : `Backups in ${store.place}:`)
  for (const backup of backups) print(`  ${backup.name}`)
}

async function key(): Promise<void> {
  const { identity, recipient } = await createBackupKey()
  print(`Set this on the server, which can then make backups but not read them:

  BACKUP_RECIPIENTS=${recipient}

Keep this secret key somewhere else. Without it no encrypted backup can be verified or restored:

  BACKUP_IDENTITY=${identity}`)
}
