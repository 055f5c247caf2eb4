import fs, { type PathLike } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative } from 'node:path'

/** Undo record of one write: the previous bytes and the previous length of the file. */
type Undo = { at: number; bytes: Buffer; size: number }

/** File functions through which PGlite, and our own code, change file contents. */
const watched = ['writeSync', 'ftruncateSync', 'truncateSync', 'openSync', 'unlinkSync', 'fsyncSync'] as const

/**
 * Records every write of this process, to reproduce the disk after a power failure: files have only the content that
 * was synced. Names survive at once, as on a journaling file system; this is the more lenient assumption for code
 * without fsync.
 */
export async function watchDisk() {
  const unsynced = new Map<number, Undo[]>()
  let syncs = 0
  const real = Object.fromEntries(watched.map((name) => [name, fs[name]])) as Pick<typeof fs, (typeof watched)[number]>

  function remember(descriptor: number, at: number, length: number): void {
    const { ino, size } = fs.fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
    if (bytes.length > 0) withReadable(descriptor, (readable) => fs.readSync(readable, bytes, 0, bytes.length, at))
    const undos = unsynced.get(ino) ?? []
    undos.push({ at, bytes, size })
    unsynced.set(ino, undos)
  }

  function settle(descriptor: number): void {
    syncs += 1
    unsynced.delete(fs.fstatSync(descriptor).ino)
  }

  Object.assign(fs, {
    writeSync(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number) {
      if (fs.fstatSync(descriptor).isFile()) remember(descriptor, position, length)
      return real.writeSync(descriptor, buffer, offset, length, position)
    },
    ftruncateSync(descriptor: number, length: number) {
      remember(descriptor, length, Number.MAX_SAFE_INTEGER)
      real.ftruncateSync(descriptor, length)
    },
    truncateSync(path: PathLike, length = 0) {
      const descriptor = real.openSync(path, 'r+')
      remember(descriptor, length, Number.MAX_SAFE_INTEGER)
      fs.closeSync(descriptor)
      real.truncateSync(path, length)
    },
    openSync(path: PathLike, flags?: number | string, mode?: number) {
      if (typeof flags === 'number' && flags & fs.constants.O_TRUNC && fs.existsSync(path)) fs.truncateSync(path, 0)
      return real.openSync(path, flags as never, mode)
    },
    unlinkSync(path: PathLike) {
      const { ino, nlink } = fs.lstatSync(path)
      real.unlinkSync(path)
      if (nlink === 1) unsynced.delete(ino)
    },
    fsyncSync(descriptor: number) {
      real.fsyncSync(descriptor)
      settle(descriptor)
    },
  })
  const handles = await fileHandlePrototype()
  const realSync = handles.sync
  handles.sync = async function (this: { fd: number }) {
    await realSync.call(this)
    settle(this.fd)
  }
  syncBuiltinESMExports()

  return {
    /** Number of fsyncs so far. */
    syncs: () => syncs,
    /** Copies a folder in the state it would have after a power failure now. */
    cutInto(folder: string, copy: string): void {
      fs.cpSync(folder, copy, { recursive: true })
      for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        const undos = entry.isFile() ? unsynced.get(fs.lstatSync(path).ino) : undefined
        if (!undos) continue
        const descriptor = real.openSync(join(copy, relative(folder, path)), 'r+')
        for (const { at, bytes, size } of undos.toReversed()) {
          if (bytes.length > 0) real.writeSync(descriptor, bytes, 0, bytes.length, at)
          real.ftruncateSync(descriptor, size)
        }
        fs.closeSync(descriptor)
      }
    },
    /** Restores the original functions. */
    stop(): void {
      Object.assign(fs, real)
      handles.sync = realSync
      syncBuiltinESMExports()
    },
  }

  /** A write-only descriptor cannot be read, but its file can. */
  function withReadable(descriptor: number, read: (readable: number) => void): void {
    const readable = real.openSync(`/proc/self/fd/${descriptor}`, 'r')
    read(readable)
    fs.closeSync(readable)
  }
}

async function fileHandlePrototype(): Promise<{ sync: (this: { fd: number }) => Promise<void> }> {
  const handle = await open('/', 'r')
  await handle.close()
  return Object.getPrototypeOf(handle)
}
