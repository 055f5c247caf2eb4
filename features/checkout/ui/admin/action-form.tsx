import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { type ButtonVariant } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'

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
  return (
    <PostForm action={`/admin/orders/${order}`} className={classNames('flex flex-wrap items-end gap-3', className)}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {label ? children : null}
      <SubmitButton name="act" value={action} variant={variant}>
        {formData?.get('act') === action ? 'Processing...' : (label ?? children)}
      </SubmitButton>
    </PostForm>
  )
}
