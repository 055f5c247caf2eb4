import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError, DataFolderInUseError } from './start-error.ts'

/**
 * Takes the data folder for this process alone.
 *
 * The lock is SQLite's own file lock, held by an open transaction: the kernel drops it whatever way
 * the process ends, so it never goes stale. Nothing else may open `lock.sqlite`, not even to read:
 * closing any descriptor of a file drops a process's POSIX locks on it.
 *
 * @param dataDir Created when missing.
 * @returns A function that gives the folder back; safe to call twice.
 * @throws DataFolderInUseError when another process, or this one, holds it already.
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
    // Passable for the user an embedded server runs as, but listed by nobody else.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    return new DatabaseSync(join(dataDir, 'lock.sqlite'))
  } catch (error) {
    throw new DatabaseStartError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`, { cause: error })
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
