import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Syncs the entries of a folder (created, renamed, removed) to disk. The fsync of a file does not cover its folder
 * entry.
 *
 * @see https://man7.org/linux/man-pages/man2/fsync.2.html
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs the content of a file to disk. */
export const syncFile: (path: string) => Promise<void> = syncFolder

/** Syncs a whole tree, contents and names, to disk. Symbolic links are not followed. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncFolder(path)
  }
  await syncFolder(folder)
}
