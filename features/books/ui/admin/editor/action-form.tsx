import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { useSending } from '#ui/use-sending.ts'

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
  const { isSending, refuse } = useSending()
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        if (refuse(event)) return
        if (isDirty && !confirm('You have unsaved changes. Continue without saving?')) event.preventDefault()
      }}
    >
      {Object.entries({ seenVersion, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" name="act" value={action} aria-disabled={isSending} className={buttonClass('quiet')}>
        {children}
      </button>
    </Form>
  )
}
