import type { ReactNode } from 'react'
import { type PendingForm, uploadQuestion } from '#ui/admin/use-pending-uploads.ts'
import { PostForm } from '#ui/post-form.tsx'
import type { EditableEntry } from '#features/owner/content-admin.ts'
import { SeenVersion } from './seen-version.tsx'

type Props = { entry: EditableEntry; pending: PendingForm; className?: string; children: ReactNode }

/** Form whose buttons replace the fields of the editor. It asks first while a file is being uploaded for them. */
export function ReplacingForm({ entry, pending, className, children }: Props) {
  return (
    <PostForm
      className={className}
      onSubmit={(event) => {
        if (pending.isUploading && !confirm(uploadQuestion)) event.preventDefault()
        else pending.forget()
      }}
    >
      <SeenVersion entry={entry} />
      {children}
    </PostForm>
  )
}
