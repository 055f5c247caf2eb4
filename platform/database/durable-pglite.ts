import { existsSync, fsyncSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncFolder, syncTree } from '#platform/storage/sync-to-disk.ts'

/**
 * Creates a PGlite instance whose commits survive a power failure. By default they do not: PGlite runs with fsync off,
 * and its file system has no fsync. Here fsync is on and reaches the disk, and a new folder is created under a
 * temporary name, synced and renamed. `wal_sync_method` must be `fsync`, because the WebAssembly build ignores
 * `fdatasync`.
 *
 * @see docs/decisions/002-embedded-database.md
 */
export async function createDurablePGlite(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) await createFolder(folder)
  return PGlite.create({ fs: new SyncingNodeFS(folder), startParams: durableStartParams })
}

const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on', 'synchronous_commit=on'].flatMap((setting) => [
    '-c',
    setting,
  ]),
]

async function createFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const pglite = await PGlite.create({ fs: new SyncingNodeFS(draft), startParams: durableStartParams })
  await pglite.close()
  await syncTree(draft)
  renameSync(draft, folder)
  await syncFolder(dirname(folder))
}

type ModuleOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
type PreRun = NonNullable<ModuleOptions['preRun']>[number]

/** The file system of PGlite with fsync, which Emscripten's NODEFS lacks. */
class SyncingNodeFS extends NodeFS {
  override async init(pglite: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(pglite, options)
    const addSync = (module: EmscriptenModule) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        try {
          fsyncSync(stream.nfd)
          return 0
        } catch {
          // Report the failure to PostgreSQL, which must not treat the write as durable. 29 is EIO.
          throw new module.FS.ErrnoError(29)
        }
      }
    }
    const preRun = [...(emscriptenOpts.preRun ?? []), addSync as unknown as PreRun]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

type EmscriptenModule = {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
  FS: { ErrnoError: new (errno: number) => Error }
}
