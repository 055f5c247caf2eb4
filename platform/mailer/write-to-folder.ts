import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#platform/storage/sync-to-disk.ts'

/** Writes an email as `<id>.eml`, durable once resolved. Writing it again after a crash replaces the file. */
export async function writeToFolder(folder: string, id: string, raw: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${id}.eml`)
  const file = await open(`${path}.tmp`, 'w', 0o600)
  try {
    await file.writeFile(raw)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.tmp`, path)
  // Makes the file name durable before the row is marked as sent.
  await syncFolder(folder)
}
