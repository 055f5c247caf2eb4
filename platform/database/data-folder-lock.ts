import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError, DataFolderInUseError } from './start-error.ts'

/**
 * Locks the data folder for this process. The lock is SQLite's file lock, held by an open transaction: the kernel
 * releases it however the process ends, so it never goes stale. Do not open `lock.sqlite` elsewhere, not even to read:
 * closing any descriptor of a file drops the POSIX locks of the process on it.
 *
 * @param dataDir Created when missing.
 * @returns A function that releases the lock; safe to call twice.
 * @throws DataFolderInUseError when this or another process holds the lock.
 * @see https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
export function lockDataFolder(dataDir: string): () => void {
  const ownerFile = join(dataDir, 'lock.pid')
  const lock = openLockFile(dataDir)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new DataFolderInUseError(dataDir, readOwner(ownerFile))
    throw new DatabaseStartError(`DATA_DIR ${dataDir} cannot be locked: ${(error as Error).message}`, { cause: error })
  }
  chmodSync(join(dataDir, 'lock.sqlite'), 0o600)
  writeFileSync(ownerFile, `${process.pid}\n`)
  return () => {
    if (!lock.isOpen) return
    rmSync(ownerFile, { force: true })
    lock.close()
  }
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    // Accessible for the user of the embedded server, but not listable by others.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    return new DatabaseSync(join(dataDir, 'lock.sqlite'))
  } catch (error) {
    throw new DatabaseStartError(`DATA_DIR ${dataDir} is not writable: ${(error as Error).message}`, { cause: error })
  }
}

/** SQLITE_BUSY is 5; extended codes carry it in the low byte. */
function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5
}

function readOwner(ownerFile: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(ownerFile, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}
