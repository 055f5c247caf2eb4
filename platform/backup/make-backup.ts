import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '#platform/database/open-database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { isAppError } from '#shared/errors.ts'
import { type FileChecksum, packTar, type TarFile } from './archive.ts'
import { backupFolder } from './backup-store.ts'
import { beginSnapshot, listMigrations, listTables, readRows } from './queries.ts'
import { type BackupHead, headName, manifestName } from './read-backup.ts'

/** Prefix of temporary folders; old folders with this prefix are deleted. */
const prefix = '.swade-backup-aside-'
const dayMs = 24 * 60 * 60 * 1000

/** Dependencies of {@link makeBackup}. */
type BackupDeps = {
  database: Pick<Database, 'pool'>
  /** Stored files of the site. */
  storage: Pick<Storage, 'list' | 'stat' | 'open'>
  /** For temporary files of the backup. */
  dataDir: string
  contentDir: string
  now: Date
}

/**
 * Creates a consistent backup as a tar: all tables as JSON lines in one snapshot, the stored files, and the content
 * folder, followed by a manifest with the SHA-256 of each file. Tables are written to a temporary folder first, so that
 * a slow download keeps no transaction open.
 *
 * @returns The archive; the caller must read it to its end or destroy it.
 */
export async function makeBackup({ database, storage, dataDir, contentDir, now }: BackupDeps): Promise<Readable> {
  await deleteOld(dataDir, now)
  const tempDir = await mkdtemp(join(dataDir, prefix))
  try {
    const tables = await dumpTables(database, tempDir)
    const stored = await listStored(storage)
    const head: BackupHead = {
      format: 2,
      madeAt: now.toISOString(),
      ...tables,
      contentTypes: Object.fromEntries(stored.map(({ key, contentType }) => [key, contentType])),
    }
    const packed: FileChecksum[] = []
    const files = filesOf({ head, stored, storage, tempDir, contentDir, packed })
    const archive = packTar(files, (file) => packed.push(file))
    // Also when the archive was never read.
    archive.once('close', () => void rm(tempDir, { recursive: true, force: true }))
    return archive
  } catch (error) {
    await rm(tempDir, { recursive: true, force: true })
    throw error
  }
}

async function dumpTables(
  database: Pick<Database, 'pool'>,
  folder: string,
): Promise<Pick<BackupHead, 'migrations' | 'tables'>> {
  const client = await database.pool.connect()
  try {
    await beginSnapshot(client)
    const migrations = await listMigrations(client)
    const tables: BackupHead['tables'] = []
    for (const name of await listTables(client)) {
      let rows = 0
      const lines = async function* () {
        for await (const some of readRows(client, name)) {
          rows += some.length
          yield `${some.join('\n')}\n`
        }
      }
      await pipeline(
        Readable.from(lines()),
        createWriteStream(join(folder, `${name}.jsonl`), { flags: 'wx', mode: 0o600 }),
      )
      tables.push({ name, rows })
    }
    await client.query('COMMIT')
    return { migrations, tables }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

type Stored = { key: string; bytes: number; contentType: string }

async function listStored(storage: BackupDeps['storage']): Promise<Stored[]> {
  const stored: Stored[] = []
  for (const key of await storage.list('')) {
    // Earlier backups in the same storage.
    if (key.startsWith(`${backupFolder}/`)) continue
    // A file deleted since it was listed is referenced by no row.
    const facts = await storage.stat(key)
    if (facts) stored.push({ key, ...facts })
  }
  return stored
}

async function* filesOf({
  head,
  stored,
  storage,
  tempDir,
  contentDir,
  packed,
}: {
  head: BackupHead
  stored: Stored[]
  storage: BackupDeps['storage']
  tempDir: string
  contentDir: string
  packed: FileChecksum[]
}): AsyncGenerator<TarFile> {
  try {
    yield { name: headName, bytes: Buffer.from(`${JSON.stringify(head, null, 2)}\n`) }
    // Files come before rows, so that a restore has every file before a row references it.
    for (const { key, bytes } of stored) {
      // Opened before its header is written: a file that was deleted meanwhile is left out.
      const source = await storage.open(key).catch(undefinedIfMissing)
      if (!source) continue
      try {
        yield { name: `files/${key}`, size: bytes, open: async () => source }
      } finally {
        source.destroy()
      }
    }
    yield* folderFiles(contentDir, 'content')
    for (const { name } of head.tables) {
      const path = join(tempDir, `${name}.jsonl`)
      yield { name: `tables/${name}.jsonl`, path, size: (await stat(path)).size }
    }
    yield { name: manifestName, bytes: Buffer.from(`${JSON.stringify({ files: packed }, null, 1)}\n`) }
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

/** A storage that does not respond is no reason to leave a file out of a backup. */
function undefinedIfMissing(error: unknown): undefined {
  if (isAppError(error) && error.code === 'not-found') return undefined
  throw error
}

async function* folderFiles(folder: string, name: string): AsyncGenerator<TarFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const inside = relative(folder, path).split(sep)
    // Names that start with a dot are incomplete files.
    if (!entry.isFile() || inside.some((part) => part.startsWith('.'))) continue
    const facts = await stat(path).catch(() => undefined)
    if (facts) yield { name: `${name}/${inside.join('/')}`, path, size: facts.size }
  }
}

// Deletes folders of processes that exited during a backup; no download takes a day.
async function deleteOld(dataDir: string, now: Date): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(prefix)) continue
    const path = join(dataDir, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && now.getTime() - facts.mtimeMs > dayMs) await rm(path, { recursive: true, force: true })
  }
}
