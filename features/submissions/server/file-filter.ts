import type { Storage } from '#platform/storage/storage.ts'
import { type Database, listAudioKeys } from './queries.ts'
import { spectrogramKeyOf } from './check-submission.ts'

/**
 * Minimum age of an unreferenced file before it is deleted; its row follows within one transaction, which takes less
 * than an hour.
 */
const youngMs = 3600_000

/**
 * Returns a filter for the files under `submissions/` to keep at startup: those named by a row, with their
 * spectrograms.
 *
 * @param isAlone Whether no other process can be storing files; otherwise a recent file may belong to another process
 * that has not written its row yet.
 */
export async function submissionFileFilter(
  db: Database,
  storage: Storage,
  { isAlone }: { isAlone: boolean },
): Promise<(key: string) => Promise<boolean>> {
  const audioKeys = await listAudioKeys(db)
  const named = new Set(audioKeys.flatMap((key) => [key, spectrogramKeyOf(key)]))
  return async (key) => {
    if (!key.startsWith('submissions/') || named.has(key)) return true
    const facts = isAlone ? undefined : await storage.stat(key)
    return facts !== undefined && Date.now() - facts.modifiedAt.getTime() < youngMs
  }
}
