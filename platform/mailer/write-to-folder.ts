import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#platform/storage/sync-to-disk.ts'

/** Writes a mail as `<id>.eml`, safe on disk when it resolves. Written twice after a crash, it is still one mail. */
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
  // Only then is the mail's name on disk as well, and the row may say that it was sent.
  await syncFolder(folder)
}
