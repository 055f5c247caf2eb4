import { dirname, join, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { AppError } from '../shared/errors.ts'
import { removeSecrets } from '../shared/remove-secrets.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { createConfiguredFolder, FolderError } from '../platform/configured-folder.ts'
import { openExistingDatabase } from '../platform/database/open-database.ts'
import { DatabaseStartError } from '../platform/database/start-error.ts'
import { RestoreError } from '../platform/backup/read-backup.ts'
import { loadEnvFile } from '../platform/env-file.ts'
import { createLog } from '../platform/log.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { findStorageFault } from '../platform/storage/s3-errors.ts'

/** Project folder, from the sources as well as from a build. */
export const root = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}

/**
 * Opens configuration, stored files and database of the site for a command, which disposes of it at its end: open
 * connections would keep the process alive. The database is opened on first use and is not migrated.
 *
 * @param options.storage Kind of the storage; by default the configured one.
 */
export async function openSiteFolder(options: { storage?: 'disk' | 's3' | undefined } = {}) {
  const config = readConfig(loadEnvFile(root))
  const dataDir = resolve(root, config.DATA_DIR)
  await createConfiguredFolder('DATA_DIR', dataDir)
  const migrationsDir = join(root, 'db/migrations')
  const log = createLog(config.LOG_LEVEL)
  const resources = new AsyncDisposableStack()
  const openKind = async (kind?: 'disk' | 's3') => {
    const storage = await openStorage({ config: { ...config, DATA_DIR: dataDir }, log, ...(kind ? { kind } : {}) })
    resources.defer(() => storage.close())
    return storage
  }
  return {
    config,
    dataDir,
    migrationsDir,
    contentDir: join(root, 'content'),
    storage: await openKind(options.storage),
    /** Opens the configured storage. */
    openConfiguredStorage: () => openKind(),
    async openDatabase() {
      const database = await openExistingDatabase({ databaseUrl: config.DATABASE_URL, dataDir, migrationsDir, log })
      resources.defer(() => database.close())
      return database
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Runs a command; an error is printed, as one message where it is expected, and ends the process with code 1. */
export async function runMain(prefix: string, main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const isExpected =
      [ConfigError, DatabaseStartError, FolderError, RestoreError, AppError].some((kind) => error instanceof kind) ||
      typeof (error as NodeJS.ErrnoException).code === 'string'
    const fault = findStorageFault(error)
    const text = fault
      ? fault.message
      : isExpected
        ? (error as Error).message
        : error instanceof Error
          ? error.stack
          : String(error)
    // Errors of statements contain their values.
    process.stderr.write(`${prefix} ${removeSecrets((text ?? '').replace(/\nparams:.*/g, ''))}\n`)
    process.exitCode = 1
  }
}
