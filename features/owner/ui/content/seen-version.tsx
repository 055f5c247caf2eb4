import type { EditableEntry } from '#features/owner/content-admin.ts'

/** Fields of a form that say which edit and which draft were shown, so that no other is overwritten unseen. */
export function SeenVersion({ entry }: { entry: Pick<EditableEntry, 'revision' | 'draft'> }) {
  return (
    <>
      <input type="hidden" name="revision" value={entry.revision ?? ''} />
      <input type="hidden" name="draftSavedAt" value={entry.draft?.savedAt ?? ''} />
    </>
  )
}
