import type { Storage } from '#platform/storage/storage.ts'
import { type Database, listAudioKeys } from './queries.ts'
import { spectrogramKeyOf } from './check-submission.ts'

/** Between the file and its row lies one transaction; an hour is more than any takes. */
const youngMs = 3600_000

/**
 * Tells the sweep at the start which files under `submissions/` to keep: those a row names, with their pictures.
 *
 * @param isAlone Whether no other process can be storing anything; otherwise young files may be another's whose row is
 *   about to come.
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
