import { useEffect, useRef } from 'react'
import { Field } from '#ui/field.tsx'
import { savedEmail } from './saved-email.ts'

/** The owner's email address. An empty field is filled in with the one used before in this browser. */
export function EmailField({ email }: { email: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current?.value === '') field.current.value = savedEmail.read()
  }, [])
  return (
    <Field
      ref={field}
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      required
      maxLength={254}
      defaultValue={email}
    />
  )
}
