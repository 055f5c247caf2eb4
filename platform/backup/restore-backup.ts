import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { beginLongTransaction } from '#platform/database/connection-pool.ts'
import { applyMigrations, migrate, type Migration, readMigrations } from '#platform/database/migrate.ts'
import type { Database } from '#platform/database/open-database.ts'
import { isStorageKey, type Storage } from '#platform/storage/storage.ts'
import { syncTree } from '#platform/storage/sync-to-disk.ts'
import {
  countRows,
  deleteProcesses,
  listMigrations,
  listTables,
  markRestored,
  moveCounters,
  pauseMails,
  resetSchema,
  type RestoringClient,
  writeRows,
} from './queries.ts'
import { type BackupHead, type ReadBackup, readBackup, RestoreError } from './read-backup.ts'
import type { UntarredFile } from './archive.ts'

const rowsAtOnce = 200
const unknownType = 'application/octet-stream'
/** Files with the content types of stored files, in backups of format 1. */
const typeSuffix = '@type'

/** Dependencies of {@link restoreBackup}. */
type RestoreDeps = {
  /** Empty; it need not be migrated. */
  database: Pick<Database, 'pool'>
  /** Gets the stored files; has none of them yet. */
  storage: Pick<Storage, 'put' | 'open' | 'stat' | 'delete'>
  /** Gets the content folder as `restored-content/`. */
  dataDir: string
  migrationsDir: string
  /** Further steps that pause automatic work in a copy, in the same transaction. */
  pauseSteps?: ((client: RestoringClient, madeAt: string) => Promise<void>)[]
}

/**
 * Restores a backup into a new installation, atomically. A backup of an earlier version is read into the tables of that
 * version, which are then migrated forward. Background jobs, and emails other than sign-in codes, are paused until
 * the owner resumes them.
 *
 * @param archive An unencrypted backup.
 * @throws RestoreError when the installation has data, or the backup is damaged or was made by a newer version.
 */
export async function restoreBackup(
  archive: AsyncIterable<Buffer>,
  { database, storage, dataDir, migrationsDir, pauseSteps = [] }: RestoreDeps,
): Promise<ReadBackup & { pausedMails: number }> {
  const migrations = await readMigrations(migrationsDir)
  await createMissingTables(database.pool, migrationsDir)
  const client = await database.pool.connect()
  const files = createFileWriter({ storage, dataDir })
  try {
    // Files are written while it waits.
    await beginLongTransaction(client)
    await refuseData(client)
    let tables: string[] = []
    const filled = new Set<string>()
    const read = await readBackup(archive, {
      async onHead(head) {
        files.start(head)
        await createTables(client, head, migrations)
        tables = await listTables(client)
      },
      async onFile(file) {
        if (!file.name.startsWith('tables/')) return files.write(file)
        const table = file.name.slice('tables/'.length, -'.jsonl'.length)
        if (!tables.includes(table)) throw new RestoreError(`The backup contains an unknown table: ${table}.`)
        filled.add(table)
        await fillTable(client, table, file)
      },
    })
    const { head } = read
    for (const { name, rows } of head.tables) {
      // Tables come last, so a complete list of tables implies complete files.
      if (!filled.has(name)) throw new RestoreError(`The backup is incomplete: ${name} is missing.`)
      const restored = await countRows(client, name)
      if (restored !== rows)
        throw new RestoreError(`The backup is damaged: ${name} should have ${rows} rows but has ${restored}.`)
      await moveCounters(client, name)
    }
    await applyMigrations(client, migrations.slice(head.migrations.length))
    await deleteProcesses(client)
    const pausedMails = await pauseMails(client)
    for (const pause of pauseSteps) await pause(client, head.madeAt)
    await markRestored(client, head.madeAt)
    await files.sync()
    await client.query('COMMIT')
    return { ...read, pausedMails }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    // Restores the storage for the next attempt.
    await files.undo()
    throw usesNewEnumValue(error)
      ? new RestoreError(
          'PostgreSQL 16 and older cannot restore a backup that an earlier version of the site made. Restore it into PostgreSQL 17 or later, or with the version of the site that made it.',
          { cause: error },
        )
      : error
  } finally {
    client.release()
  }
}

/** Returns whether a statement used a value that the same transaction had added to an enum type. */
function usesNewEnumValue(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if ('code' in one && one.code === '55P04') return true
  return false
}

/**
 * Creates the tables of an empty database before the transaction of the restore, because PostgreSQL 16 and older cannot
 * use a value that the same transaction added to a type.
 */
async function createMissingTables(pool: Database['pool'], migrationsDir: string): Promise<void> {
  const client = await pool.connect()
  // PGlite has one connection, and migrations take one of their own.
  const tables = await listTables(client).finally(() => client.release())
  if (tables.length === 0) await migrate(pool, { migrationsDir, log: silent })
}

const silent = { info: () => undefined, warn: () => undefined }

async function refuseData(client: RestoringClient): Promise<void> {
  for (const table of await listTables(client))
    if ((await countRows(client, table)) > 0)
      throw new RestoreError(
        `This installation already has data (in ${table}). Restore into a new DATA_DIR or an empty database.`,
      )
}

/** Creates the tables as they were when the backup was made. */
async function createTables(client: RestoringClient, head: BackupHead, migrations: Migration[]): Promise<void> {
  const known = migrations.map(({ name }) => name)
  const isOurs = head.migrations.length > 0 && head.migrations.every((name, index) => name === known[index])
  if (!isOurs)
    throw new RestoreError(
      `This backup was created by another version: its latest migration is ${head.migrations.at(-1)}, and this version ends with ${known.at(-1)}. Update the site to the version that created it, or a later one, and restore again.`,
    )
  const installed = await listMigrations(client)
  const isLatest = head.migrations.length === known.length
  if (isLatest && installed.join() === known.join()) return
  // Also when the tables are as old as the backup: a value that a migration adds to an existing type can be used only
  // after a commit, but one of a type of the same transaction at once.
  if (installed.length > 0)
    await resetSchema(client).catch((error: Error) => {
      throw new RestoreError(
        `The tables of this database cannot be replaced (${error.message}). Restore into a new, empty database.`,
        { cause: error },
      )
    })
  await applyMigrations(client, migrations.slice(0, head.migrations.length))
}

async function fillTable(client: RestoringClient, table: string, file: UntarredFile): Promise<void> {
  let rows: string[] = []
  for await (const line of createInterface({ input: Readable.from(file.chunks()), crlfDelay: Infinity })) {
    rows.push(line)
    if (rows.length < rowsAtOnce) continue
    await writeRows(client, table, rows)
    rows = []
  }
  if (rows.length > 0) await writeRows(client, table, rows)
}

/** Writes stored files and the content folder; `undo` deletes what it wrote. */
function createFileWriter({ storage, dataDir }: Pick<RestoreDeps, 'storage' | 'dataDir'>) {
  const types = new Map<string, string>()
  const keys = new Set<string>()
  const paths: string[] = []
  let isOldFormat = false

  async function put(key: string, file: UntarredFile) {
    // In a storage that was not emptied, the file of another site would be replaced.
    if (!keys.has(key) && (await storage.stat(key)))
      throw new RestoreError(
        `A file already exists in the file storage (EEXIST): ${key}. Restore into new, empty file storage.`,
      )
    keys.add(key)
    await storage.put(key, Readable.from(file.chunks()), { contentType: types.get(key) ?? unknownType })
  }

  /** Sets the content type of a file that came before or comes after it. */
  async function setType(key: string, file: UntarredFile) {
    const parts: Buffer[] = []
    for await (const chunk of file.chunks()) parts.push(chunk)
    const contentType = Buffer.concat(parts).toString('utf8').slice(0, 200)
    types.set(key, contentType)
    if (keys.has(key)) await storage.put(key, await storage.open(key), { contentType })
  }

  return {
    start(head: BackupHead) {
      isOldFormat = head.format === 1
      for (const [key, type] of Object.entries(head.contentTypes)) types.set(key, type)
    },
    async write(file: UntarredFile): Promise<void> {
      const [folder, ...inside] = file.name.split('/')
      const key = inside.join('/')
      if (folder === 'files' && isStorageKey(key)) return put(key, file)
      const typedKey = key.slice(0, -typeSuffix.length)
      if (folder === 'files' && isOldFormat && key.endsWith(typeSuffix) && isStorageKey(typedKey))
        return setType(typedKey, file)
      if (
        folder !== 'content' ||
        inside.length === 0 ||
        inside.some((part) => part === '' || part.startsWith('.') || part.includes('\\'))
      )
        throw new RestoreError(`The backup contains an unexpected file: ${file.name}.`)
      const path = join(dataDir, 'restored-content', ...inside)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      // Only files created here are deleted on failure.
      target.once('open', () => paths.push(path))
      await pipeline(Readable.from(file.chunks()), target)
    },
    /** Makes the content folder durable; storages do that themselves. */
    async sync() {
      if (paths.length > 0) await syncTree(join(dataDir, 'restored-content'))
    },
    async undo() {
      for (const key of keys) await storage.delete(key).catch(() => undefined)
      for (const path of paths) await rm(path, { force: true })
    },
  }
}
