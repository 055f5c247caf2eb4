import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '#platform/database/open-database.ts'
import { beginSnapshot, listMigrations, listTables, readRows } from './queries.ts'
import { packTar, type TarFile } from './archive.ts'

/** Manifest of a backup, in its first file. */
export type BackupManifest = {
  format: 1
  madeAt: string
  migrations: string[]
  tables: { name: string; rows: number }[]
}

/** Prefix of temporary folders; old folders with this prefix are deleted. */
const prefix = '.swade-backup-aside-'
const dayMs = 24 * 60 * 60 * 1000

type BackupDeps = {
  database: Pick<Database, 'pool'>
  /** Contains `files/` and temporary files of the backup. */
  dataDir: string
  contentDir: string
  now: Date
}

/**
 * Creates a consistent backup as a tar: all tables as JSON lines in one snapshot, the stored files, and the content
 * folder. Tables are written to a temporary folder first, so that a slow download keeps no transaction open.
 *
 * @returns The archive; the caller must read it to its end or destroy it.
 */
export async function makeBackup({ database, dataDir, contentDir, now }: BackupDeps): Promise<Readable> {
  await deleteOld(dataDir, now)
  const tempDir = await mkdtemp(join(dataDir, prefix))
  try {
    const manifest = await dumpTables(database, tempDir, now)
    const archive = packTar(filesOf(manifest, tempDir, dataDir, contentDir))
    // Also when the archive was never read.
    archive.once('close', () => void rm(tempDir, { recursive: true, force: true }))
    return archive
  } catch (error) {
    await rm(tempDir, { recursive: true, force: true })
    throw error
  }
}

async function dumpTables(database: Pick<Database, 'pool'>, folder: string, now: Date): Promise<BackupManifest> {
  const client = await database.pool.connect()
  try {
    await beginSnapshot(client)
    const manifest: BackupManifest = {
      format: 1,
      madeAt: now.toISOString(),
      migrations: await listMigrations(client),
      tables: [],
    }
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
      manifest.tables.push({ name, rows })
    }
    await client.query('COMMIT')
    return manifest
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function* filesOf(
  manifest: BackupManifest,
  tempDir: string,
  dataDir: string,
  contentDir: string,
): AsyncGenerator<TarFile> {
  try {
    yield { name: 'backup.json', bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
    // Files come before rows, so that a restore has every file before a row references it.
    yield* folderFiles(join(dataDir, 'files'), 'files')
    yield* folderFiles(contentDir, 'content')
    for (const { name } of manifest.tables) {
      const path = join(tempDir, `${name}.jsonl`)
      yield { name: `tables/${name}.jsonl`, path, size: (await stat(path)).size }
    }
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

async function* folderFiles(folder: string, name: string): AsyncGenerator<TarFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const inside = relative(folder, path).split(sep)
    // Names that start with a dot are incomplete files.
    if (!entry.isFile() || inside.some((part) => part.startsWith('.'))) continue
    // A file deleted since it was listed is referenced by no row.
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
