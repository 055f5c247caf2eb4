import type { ActionOutcome } from '#ui/action-result.tsx'
import type { BookForm, BookErrors } from '#features/books/admin.ts'

/**
 * Result of an action. `typed` is the rejected form, `resetsForm` means that the book differs from the form,
 * `savedEdition` is the edition of the saved PDF.
 */
export type EditorReply = {
  outcome: ActionOutcome
  problems?: BookErrors
  typed?: BookForm
  seenVersion?: string
  resetsForm?: boolean
  savedEdition?: string
  title?: string
  id?: string
}
