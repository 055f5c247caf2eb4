import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'

type Props = {
  action: string
  seenVersion: string
  isDirty: boolean
  fields?: Record<string, string | number>
  children: ReactNode
}

/**
 * A button that changes the book without submitting the editor's form. It asks for confirmation when unsaved changes
 * would be lost.
 */
export function ActionForm({ action, seenVersion, isDirty, fields = {}, children }: Props) {
  const isBusy = useNavigation().formData !== undefined
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        // The version that it acts on is about to change.
        if (isBusy) return event.preventDefault()
        if (isDirty && !confirm('You have unsaved changes. Continue without saving?')) event.preventDefault()
      }}
    >
      {Object.entries({ seenVersion, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" name="act" value={action} aria-disabled={isBusy} className={buttonClass('quiet')}>
        {children}
      </button>
    </Form>
  )
}
