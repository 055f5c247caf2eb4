import type { ReactNode } from 'react'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'

type Props = {
  action: string
  seenVersion: string
  isDirty: boolean
  /** Called before the form is sent. */
  onReplace: () => void
  fields?: Record<string, string | number>
  children: ReactNode
}

/**
 * A button that changes the book without submitting the editor's form. It asks for confirmation when unsaved changes
 * would be lost.
 */
export function ActionForm({ action, seenVersion, isDirty, onReplace, fields = {}, children }: Props) {
  return (
    <PostForm
      onSubmit={(event) => {
        if (isDirty && !confirm('You have unsaved changes. Continue without saving?')) event.preventDefault()
        else onReplace()
      }}
    >
      {Object.entries({ seenVersion, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton name="act" value={action}>
        {children}
      </SubmitButton>
    </PostForm>
  )
}
