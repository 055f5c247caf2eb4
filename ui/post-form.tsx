import type { ComponentProps } from 'react'
import { Form } from 'react-router'
import { Button } from './button.tsx'
import { useSending } from './use-sending.ts'

/**
 * Form that sends a POST request and keeps the scroll position, also after a redirect unless `preventScrollReset` is
 * false. While a form of the page is being sent or its result is being loaded, it ignores another submit and does not
 * call `onSubmit`.
 */
export function PostForm({ onSubmit, ...props }: Omit<ComponentProps<typeof Form>, 'method'>) {
  const { refuse } = useSending()
  return (
    <Form
      preventScrollReset
      {...props}
      method="post"
      onSubmit={(event) => {
        if (!refuse(event)) onSubmit?.(event)
      }}
    />
  )
}

/** Submit button of a `PostForm`, which looks disabled while its form ignores a submit. It keeps the focus. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'aria-disabled'>) {
  const { isSending } = useSending()
  return <Button {...props} type="submit" aria-disabled={isSending} />
}
