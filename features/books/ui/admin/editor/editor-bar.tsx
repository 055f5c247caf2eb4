import { Link, useNavigation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import type { EditedBook } from '#features/books/admin.ts'
import { ActForm } from './action-form.tsx'

/**
 * What can be done with the book as it lies on the table. It stays in sight while the form scrolls.
 *
 * @param form The id
 * of the editor's form.
 */
export function EditorBar({
  edited,
  form,
  seen,
  isDirty,
}: {
  edited: EditedBook
  form: string
  seen: string
  isDirty: boolean
}) {
  const { book, isPublished, draftSavedAt, canRemove } = edited
  const isBusy = useNavigation().state !== 'idle'
  return (
    <div
      data-print="hide"
      className="z-10 flex md:sticky md:bottom-(--bar-height) flex-wrap items-center gap-3 border border-groove bg-plate-raised p-3"
    >
      <p role="status" className="label min-w-0 flex-1 basis-48 text-dust">
        {isDirty
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
        aria-disabled={isBusy}
        className={buttonClass('quiet')}
      >
        Save draft
      </button>
      <Link to={`/admin/books/${book.id}/preview`} reloadDocument className={buttonClass('quiet')}>
        Preview
      </Link>
      {draftSavedAt && isPublished ? (
        <ActForm act="discard" seen={seen} isDirty={isDirty}>
          Discard draft
        </ActForm>
      ) : null}
      {isPublished ? (
        <ActForm act="unpublish" seen={seen} isDirty={isDirty}>
          Unpublish
        </ActForm>
      ) : null}
      {canRemove ? (
        <ActForm act="remove" seen={seen} isDirty={isDirty}>
          Delete draft
        </ActForm>
      ) : null}
      <button
        type="submit"
        form={form}
        name="act"
        value="publish"
        aria-disabled={isBusy}
        className={buttonClass('primary')}
      >
        {isPublished ? 'Publish changes' : 'Publish'}
      </button>
    </div>
  )
}
