import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { buttonClass, type ButtonVariant } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useSending } from '#ui/use-sending.ts'

type ActionFormProps = {
  order: string
  action: string
  variant?: ButtonVariant
  fields?: Record<string, string>
  className?: string
  /** Label of the button; defaults to the children. */
  label?: string
  children: ReactNode
}

/** Renders one action as one form. A second click while it is running is ignored. */
export function ActionForm({
  order,
  action,
  variant = 'quiet',
  fields = {},
  className,
  label,
  children,
}: ActionFormProps) {
  const { formData } = useNavigation()
  const { isSending, refuse } = useSending()
  return (
    <Form
      method="post"
      action={`/admin/orders/${order}`}
      preventScrollReset
      onSubmit={refuse}
      className={classNames('flex flex-wrap items-end gap-3', className)}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {label ? children : null}
      <button type="submit" name="act" value={action} aria-disabled={isSending} className={buttonClass(variant)}>
        {formData?.get('act') === action ? 'Processing...' : (label ?? children)}
      </button>
    </Form>
  )
}
