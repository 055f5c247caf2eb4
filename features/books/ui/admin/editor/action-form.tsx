import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { buttonClass } from '#ui/button.tsx'

type Props = {
  act: string
  seen: string
  isDirty: boolean
  fields?: Record<string, string | number>
  children: ReactNode
}

/**
 * A button that does something to the book without sending the editor's form; what stands unsaved in it is lost then,
 * so it asks.
 */
export function ActForm({ act, seen, isDirty, fields = {}, children }: Props) {
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        if (isDirty && !confirm('You have unsaved changes. Continue without saving?')) event.preventDefault()
      }}
    >
      {Object.entries({ seen, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" name="act" value={act} className={buttonClass('quiet')}>
        {children}
      </button>
    </Form>
  )
}
