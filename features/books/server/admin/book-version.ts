import type { ContentEdits, SeenEntry } from '#platform/content-edits/content-edits.ts'
import { AppError } from '#shared/errors.ts'

/** Version of a book: its latest revision, and when its draft was saved. */
export type BookVersion = { revision: number | undefined; savedAt: string | undefined }

/** Formats a version for a form field. */
export const formatVersion = ({ revision, savedAt }: BookVersion) => `${revision ?? ''}/${savedAt ?? ''}`

/** Checks that the book has not changed since the form was loaded. @throws AppError `conflict` */
export function checkVersion(now: BookVersion, seenVersion: string): void {
  if (formatVersion(now) === seenVersion) return
  throw new AppError(
    'conflict',
    'This book was changed in another window. Copy any unsaved changes you want to keep, then reload the page: reloading discards them.',
  )
}

/** Returns the same check for the database write, so that nothing can change in between. */
export const expectedEntry = ({ revision, savedAt }: BookVersion): SeenEntry => ({
  revision,
  draft: { savedAt: savedAt === undefined ? undefined : new Date(savedAt) },
})

/** Returns the current history and draft of a book, and its version. */
export async function readState(edits: ContentEdits, id: string) {
  const [history, draft] = await Promise.all([edits.history('book', id), edits.draft('book', id)])
  return { history, draft, version: { revision: history[0]?.revision, savedAt: draft?.savedAt.toISOString() } }
}
