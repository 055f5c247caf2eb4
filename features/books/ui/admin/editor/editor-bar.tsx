import { Link } from 'react-router'
import { waitingForUpload } from '#ui/admin/use-pending-uploads.ts'
import { buttonClass } from '#ui/button.tsx'
import type { EditedBook } from '#features/books/admin.ts'
import { ActionForm } from './action-form.tsx'

/**
 * Actions for the book. Stays in sight while the form scrolls.
 *
 * @param form The id of the editor's form.
 * @param onReplace Called before a form other than the editor's is sent.
 * @param isSending True while a form of the page is being sent, and until the page shows the changed book.
 * @param isReplacing True if the form that is being sent replaces the text of the editor.
 * @param isWaiting True if a button was pressed during an upload.
 */
export function EditorBar({
  edited,
  form,
  seenVersion,
  isDirty,
  onReplace,
  isSending,
  isReplacing,
  isWaiting,
}: {
  edited: EditedBook
  form: string
  seenVersion: string
  isDirty: boolean
  onReplace: () => void
  isSending: boolean
  isReplacing: boolean
  isWaiting: boolean
}) {
  const { book, isPublished, draftSavedAt, canRemove } = edited
  return (
    <div
      data-print="hide"
      className="z-10 flex md:sticky md:bottom-(--bar-height) flex-wrap items-center gap-3 border border-groove bg-plate-raised p-3"
    >
      <p role="status" className="label min-w-0 flex-1 basis-48 text-dust">
        {isWaiting
          ? waitingForUpload
          : isSending
            ? isReplacing
              ? 'Updating…'
              : 'Saving…'
            : isDirty
              ? 'Unsaved changes'
              : draftSavedAt
                ? 'Draft saved, not published'
                : isPublished
                  ? 'No unpublished changes'
                  : 'Not published'}
      </p>
      <button
        type="submit"
        form={form}
        name="act"
        value="draft"
        aria-disabled={isSending}
        className={buttonClass('quiet')}
      >
        Save draft
      </button>
      <Link to={`/admin/books/${book.id}/preview`} reloadDocument className={buttonClass('quiet')}>
        Preview
      </Link>
      {draftSavedAt && isPublished ? (
        <ActionForm action="discard" seenVersion={seenVersion} isDirty={isDirty} onReplace={onReplace}>
          Discard draft
        </ActionForm>
      ) : null}
      {isPublished ? (
        <ActionForm action="unpublish" seenVersion={seenVersion} isDirty={isDirty} onReplace={onReplace}>
          Unpublish
        </ActionForm>
      ) : null}
      {canRemove ? (
        <ActionForm action="remove" seenVersion={seenVersion} isDirty={isDirty} onReplace={onReplace}>
          Delete draft
        </ActionForm>
      ) : null}
      <button
        type="submit"
        form={form}
        name="act"
        value="publish"
        aria-disabled={isSending}
        className={buttonClass('primary')}
      >
        {isPublished ? 'Publish changes' : 'Publish'}
      </button>
    </div>
  )
}
