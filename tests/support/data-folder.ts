import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates an empty data folder that the user of the embedded database can reach. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swade-site-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Copies what is in a data folder into a new one. Owners stay: the embedded database runs under a user of its own. */
export function copyDataFolder(from: string): string {
  const folder = newDataFolder()
  // The dot at the end copies what is in the folder, not the folder.
  copyFolder(`${from}/.`, folder)
  chmodSync(folder, 0o755)
  return folder
}

/** Copies a folder with owners, modes and times. */
export function copyFolder(from: string, to: string): void {
  // Where the file system can share blocks, GNU cp copies nothing until somebody writes.
  const share = process.platform === 'linux' ? ['--reflink=auto'] : []
  execFileSync('cp', ['-Rp', ...share, from, to])
}
