import type { EditableEntry } from '#features/owner/content-admin.ts'

/** Form fields that identify the edit and the draft that were shown, so that newer ones are not overwritten unseen. */
export function SeenVersion({ entry }: { entry: Pick<EditableEntry, 'revision' | 'draft'> }) {
  return (
    <>
      <input type="hidden" name="revision" value={entry.revision ?? ''} />
      <input type="hidden" name="draftSavedAt" value={entry.draft?.savedAt ?? ''} />
    </>
  )
}
