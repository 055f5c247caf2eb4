import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Content of `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; socketFolder: string; isReady: boolean }

/**
 * Reads `postmaster.pid` of a data folder.
 *
 * @returns undefined when the file is missing or incomplete.
 * @see https://www.postgresql.org/docs/18/storage-file-layout.html
 */
export function readPostmaster(folder: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Returns whether process `pid` is running and is the server of this folder. It reads the command line, since a
 * container's root may not inspect another user's process; a zombie has none.
 */
export function isServerOf(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0-D\0${realpathSync(folder)}\0`)
  } catch {
    return false
  }
}

/**
 * Removes a `postmaster.pid` whose pid now belongs to an unrelated process, as happens in containers, where small pids
 * recur after a crash; PostgreSQL would refuse to start. A file whose process is gone stays: the server uses it to find
 * orphaned processes.
 */
export function removeStalePostmaster(folder: string): void {
  const left = readPostmaster(folder)
  if (!left || isServerOf(left.pid, folder) || !isAlive(left.pid)) return
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  if (left.socketFolder) rmSync(join(left.socketFolder, `.s.PGSQL.${left.port}.lock`), { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
