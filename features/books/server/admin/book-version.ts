import type { ContentEdits, SeenEntry } from '#platform/content-edits/content-edits.ts'
import { AppError } from '#shared/errors.ts'

/** What is there of a book: its newest edit, and when its draft was saved. */
export type BookStamp = { revision: number | undefined; savedAt: string | undefined }

/** The stamp as a form carries it. */
export const stampText = ({ revision, savedAt }: BookStamp) => `${revision ?? ''}/${savedAt ?? ''}`

/** @throws AppError `conflict` when something else is there than was seen. */
export function checkStamp(now: BookStamp, seen: string): void {
  if (stampText(now) === seen) return
  throw new AppError('conflict', 'This book was changed in another window. Reload the page to see the latest version.')
}

/** The same for whoever writes: nothing else may have happened in between. */
export const seenEntry = ({ revision, savedAt }: BookStamp): SeenEntry => ({
  revision,
  draft: { savedAt: savedAt === undefined ? undefined : new Date(savedAt) },
})

/** What is there of a book now, with what the stamp is made of. */
export async function readState(edits: ContentEdits, id: string) {
  const [history, draft] = await Promise.all([edits.history('book', id), edits.draft('book', id)])
  return { history, draft, stamp: { revision: history[0]?.revision, savedAt: draft?.savedAt.toISOString() } }
}
