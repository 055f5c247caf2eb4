import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Name of the marker; no storage key starts with a dot. */
export const markerName = '.storage-id'

/**
 * Returns the id of a storage folder, created at the first call. Processes that read different ids do not share their
 * files.
 *
 * @param folder Existing root folder of the storage.
 */
export async function readStorageMarker(folder: string): Promise<string> {
  const path = join(folder, markerName)
  const draft = join(folder, `${markerName}.${randomUUID()}`)
  const known = await readFile(path, 'utf8').catch(absent)
  if (known) return known.trim()
  await writeFile(draft, `${randomUUID()}\n`, { mode: 0o600, flush: true })
  try {
    // Unlike a rename, a link fails when another process was first, and is never seen half-written.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    return (await readFile(path, 'utf8')).trim()
  } finally {
    await rm(draft, { force: true })
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
