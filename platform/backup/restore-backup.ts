import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '#platform/database/open-database.ts'
import { syncTree } from '#platform/storage/sync-to-disk.ts'
import type { BackupManifest } from './make-backup.ts'
import {
  countRows,
  pauseMails,
  listMigrations,
  listTables,
  moveCounters,
  type RestoringClient,
  writeRows,
} from './queries.ts'
import { readTar, type UntarredFile } from './archive.ts'

const rowsAtOnce = 200

/** Thrown when a backup cannot be restored. The message can be shown to users. */
export class RestoreError extends Error {
  override name = 'RestoreError'
}

/**
 * Restores a backup into a new installation, atomically. Queued emails are paused until the owner sends them.
 *
 * @param database Migrated and empty.
 * @param dataDir Stored files are restored to `files/`, the content folder to `restored-content/`.
 * @param calm Further steps that pause automatic work in a copy, in the same transaction.
 * @throws RestoreError when the installation has data, or the backup is damaged or was created by another version.
 */
export async function restoreBackup(
  archive: AsyncIterable<Buffer>,
  {
    database,
    dataDir,
    pauseSteps = [],
  }: {
    database: Pick<Database, 'pool'>
    dataDir: string
    pauseSteps?: ((client: RestoringClient, madeAt: string) => Promise<void>)[]
  },
): Promise<{ manifest: BackupManifest; pausedMails: number }> {
  const client = await database.pool.connect()
  const written: string[] = []
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL statement_timeout = 0')
    const tables = await listTables(client)
    for (const table of tables)
      if ((await countRows(client, table)) > 0)
        throw new RestoreError(
          `This installation already has data (in ${table}). Restore into a new DATA_DIR or an empty database.`,
        )
    const migrations = await listMigrations(client)
    let manifest: BackupManifest | undefined
    const filled = new Set<string>()
    for await (const file of readTar(archive)) {
      if (!manifest) manifest = readManifest(await readAll(file), file.name, migrations)
      else if (file.name.startsWith('tables/')) await fillTable(file)
      else await writeFile(file)
    }
    if (!manifest) throw new RestoreError('The archive is empty.')
    for (const { name, rows } of manifest.tables) {
      // Tables come last, so a complete list of tables implies complete files.
      if (!filled.has(name)) throw new RestoreError(`The backup is incomplete: ${name} is missing.`)
      const restored = await countRows(client, name)
      if (restored !== rows)
        throw new RestoreError(`The backup is damaged: ${name} should have ${rows} rows but has ${restored}.`)
      await moveCounters(client, name)
    }
    const pausedMails = await pauseMails(client)
    for (const pause of pauseSteps) await pause(client, manifest.madeAt)
    await syncTree(dataDir)
    await client.query('COMMIT')
    return { manifest, pausedMails }

    async function fillTable(file: UntarredFile) {
      const table = file.name.slice('tables/'.length, -'.jsonl'.length)
      if (!tables.includes(table)) throw new RestoreError(`The backup contains an unknown table: ${table}.`)
      filled.add(table)
      let rows: string[] = []
      for await (const line of createInterface({ input: Readable.from(file.chunks()), crlfDelay: Infinity })) {
        rows.push(line)
        if (rows.length < rowsAtOnce) continue
        await writeRows(client, table, rows)
        rows = []
      }
      if (rows.length > 0) await writeRows(client, table, rows)
    }

    async function writeFile(file: UntarredFile) {
      const [folder, ...inside] = file.name.split('/')
      const baseFolder = folder === 'files' ? 'files' : folder === 'content' ? 'restored-content' : undefined
      if (
        !baseFolder ||
        inside.length === 0 ||
        inside.some((part) => part === '' || part.startsWith('.') || part.includes('\\'))
      )
        throw new RestoreError(`The backup contains an unexpected file: ${file.name}.`)
      const path = join(dataDir, baseFolder, ...inside)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      // Only files created here are deleted on failure.
      target.once('open', () => written.push(path))
      await pipeline(Readable.from(file.chunks()), target)
    }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    // Restores the folder for the next attempt.
    for (const path of written) await rm(path, { force: true })
    throw error
  } finally {
    client.release()
  }
}

function readManifest(bytes: Buffer, name: string, migrations: string[]): BackupManifest {
  if (name !== 'backup.json') throw new RestoreError('This archive is not a backup of this site.')
  const manifest = JSON.parse(bytes.toString('utf8')) as BackupManifest
  if (manifest.format !== 1 || manifest.migrations.join() !== migrations.join())
    throw new RestoreError(
      `This backup was created by another version: its latest migration is ${manifest.migrations.at(-1)}, and this installation has ${migrations.at(-1)}. Restore it with the version that created it, then update.`,
    )
  return manifest
}

async function readAll(file: UntarredFile): Promise<Buffer> {
  if (file.size > 1024 * 1024) throw new RestoreError('This archive is not a backup of this site.')
  const parts: Buffer[] = []
  for await (const chunk of file.chunks()) parts.push(chunk)
  return Buffer.concat(parts)
}
