import { join, resolve } from 'node:path'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { createConfiguredFolder } from '#platform/configured-folder.ts'
import type { Database } from '#platform/database/open-database.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { removeSecrets } from '#shared/remove-secrets.ts'
import { backupFolder, backupName, type BackupStore, createBackupStore } from './backup-store.ts'
import { describeFailure, StoppedError } from './describe-failure.ts'
import { decryptBackup, encryptBackup } from './encryption.ts'
import { makeBackup } from './make-backup.ts'
import { deleteOldRuns, endBackupRun, findBackupTables, insertBackupRun } from './queries.ts'
import { type ReadBackup, readBackup, RestoreError } from './read-backup.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Records of backups, unlike the backups, are kept this long. */
const runRetentionDays = 400

/** Dependencies of backups. */
export type RunBackupDeps = {
  config: Pick<Config, 'BACKUP_DIR' | 'BACKUP_RECIPIENTS' | 'BACKUP_KEEP_DAYS'>
  database: Pick<Database, 'db' | 'pool'>
  /** Stored files of the site. */
  storage: Storage
  dataDir: string
  contentDir: string
  clock: Clock
}

type PlaceDeps = Pick<RunBackupDeps, 'storage' | 'dataDir'> & { config: Pick<Config, 'BACKUP_DIR' | 'S3_BUCKET'> }

/**
 * Returns the place of the backups: the folder `BACKUP_DIR`, or else the object storage of the site, or else the folder
 * `backups` in the data folder.
 */
function findPlace({ config, dataDir }: PlaceDeps): { place: string; folder: string | undefined } {
  const bucket = config.S3_BUCKET
  if (!config.BACKUP_DIR && bucket) return { place: `object storage ${bucket}/${backupFolder}`, folder: undefined }
  const folder = config.BACKUP_DIR ? resolve(config.BACKUP_DIR) : join(dataDir, backupFolder)
  return { place: folder, folder }
}

/** Describes where backups are stored. */
export const describeBackupPlace = (deps: PlaceDeps) => findPlace(deps).place

/**
 * Creates the store of the configured place; a folder is created when missing.
 *
 * @throws FolderError when `BACKUP_DIR` is a file or cannot be created.
 */
export async function createConfiguredStore(deps: PlaceDeps): Promise<BackupStore> {
  const { place, folder } = findPlace(deps)
  if (folder === undefined) return createBackupStore({ storage: deps.storage, folder: backupFolder, place })
  if (deps.config.BACKUP_DIR) await createConfiguredFolder('BACKUP_DIR', folder)
  return createBackupStore({ storage: await localStorage(folder), folder: '', place })
}

/**
 * Makes an encrypted backup, stores it, and deletes backups past their retention. A failure is recorded with what to do
 * about it.
 *
 * @param signal Aborts the backup.
 * @throws AppError `unavailable` without `BACKUP_RECIPIENTS` or with an invalid key in it, or when the storage fails;
 *   `conflict` for an empty database.
 * @throws FolderError when `BACKUP_DIR` is a file or cannot be created.
 */
export async function runBackup(
  deps: RunBackupDeps,
  signal?: AbortSignal,
): Promise<{ name: string; bytes: number; deleted: string[] }> {
  const { config, database, clock } = deps
  const { db } = database
  const recipients = config.BACKUP_RECIPIENTS
  if (!recipients)
    throw new AppError(
      'unavailable',
      'BACKUP_RECIPIENTS is not set, so the backup cannot be encrypted. To make a key pair, run npm run backup -- key.',
    )
  const startedAt = clock.now()
  const { isMigrated, hasRuns } = await findBackupTables(database)
  if (!isMigrated) throw new AppError('conflict', 'The database is empty. Start the site once before you back it up.')
  // A backup before an upgrade is made of the tables of the earlier version.
  const id = hasRuns
    ? await insertBackupRun(db, { name: backupName(startedAt), place: describeBackupPlace(deps), startedAt })
    : undefined
  const end = async (bytes: number | null, error: string) => {
    if (id !== undefined) await endBackupRun(db, id, { endedAt: clock.now(), bytes, error })
  }
  try {
    const store = await createConfiguredStore(deps)
    const archive = await makeBackup({ ...deps, now: startedAt })
    signal?.addEventListener('abort', () => archive.destroy(new StoppedError('The process was stopped.')), {
      once: true,
    })
    const { name, bytes } = await store.write(startedAt, await encryptBackup(archive, recipients))
    const deleted = await store.deleteOld(startedAt, config.BACKUP_KEEP_DAYS)
    await end(bytes, '')
    if (hasRuns) await deleteOldRuns(db, new Date(startedAt.getTime() - runRetentionDays * dayMs))
    return { name, bytes, deleted }
  } catch (error) {
    await end(null, removeSecrets(describeFailure(error)))
    throw error
  }
}

/**
 * Reads a stored backup to its end and compares every file with its checksum.
 *
 * @param name By default, the newest.
 * @throws RestoreError when there is none, it is damaged, or the key is missing or wrong.
 */
export async function verifyBackup(
  store: Pick<BackupStore, 'list' | 'open' | 'place'>,
  { name, identity }: { name?: string | undefined; identity: string | undefined },
): Promise<ReadBackup & { name: string }> {
  const chosen = name ?? (await store.list())[0]?.name
  if (!chosen) throw new RestoreError(`There is no backup in ${store.place}.`)
  const read = await readBackup(await decryptBackup(await store.open(chosen), identity))
  return { ...read, name: chosen }
}
