import type { ReaderManifest } from '#features/reader/contract.ts'
import { readerPath } from '#features/reader/paths.ts'

const patienceMs = 20_000

/**
 * Fetches what this visitor may read of a book.
 *
 * @throws Error when the server cannot be reached, rejects the request or takes longer than 20 s.
 */
export async function fetchManifest(bookId: string): Promise<ReaderManifest> {
  const answer = await fetch(readerPath(bookId), { signal: AbortSignal.timeout(patienceMs) })
  if (!answer.ok) throw new Error(`the request for the manifest returned ${answer.status}`)
  return (await answer.json()) as ReaderManifest
}
