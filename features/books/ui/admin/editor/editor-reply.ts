import type { ActOutcome } from '#ui/act-result.tsx'
import type { BookForm, BookProblems } from '#features/books/admin.ts'

/**
 * What came of an act; `typed` is what was sent where it was not taken, `isOther` says that the book is another than
 * the form shows, `kept` is the edition of the PDF that was saved.
 */
export type EditorReply = {
  outcome: ActOutcome
  problems?: BookProblems
  typed?: BookForm
  seen?: string
  isOther?: boolean
  kept?: string
  title?: string
  id?: string
}
