import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates an empty data folder that the user of the embedded database can access. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swade-site-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Copies a data folder, including file owners, since the embedded database runs as another user. */
export function copyDataFolder(from: string): string {
  const folder = newDataFolder()
  // The trailing dot copies the content of the folder.
  copyFolder(`${from}/.`, folder)
  chmodSync(folder, 0o755)
  return folder
}

/** Copies the files of the prepared folder, for a site whose database is elsewhere. */
export function copyPreparedFiles(to: string): void {
  const prepared = process.env['PREPARED_DATA_DIR']
  if (!prepared) throw new Error('Only tests in tests/system and tests/e2e have a prepared data folder')
  mkdirSync(to, { recursive: true })
  for (const name of ['files', 'cache']) copyFolder(join(prepared, name), to)
}

/** Copies a folder with owners, modes and times. */
export function copyFolder(from: string, to: string): void {
  // GNU cp can share blocks on file systems that support it.
  const share = process.platform === 'linux' ? ['--reflink=auto'] : []
  execFileSync('cp', ['-Rp', ...share, from, to])
}
