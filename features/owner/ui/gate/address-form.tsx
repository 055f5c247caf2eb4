import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { keptEmail } from './kept-email.ts'

/** The first step. */
export function AddressForm({ email, refusal }: { email: string; refusal: string }) {
  const field = useRef<HTMLInputElement>(null)
  const isSending = useNavigation().state !== 'idle'
  useEffect(() => {
    if (field.current?.value === '') field.current.value = keptEmail.read()
  }, [])
  return (
    <Form method="post" className="flex flex-col gap-5 border border-groove bg-plate-raised p-6 md:p-8" aria-busy={isSending}>
      <div role="alert" className="empty:hidden">
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      <Field ref={field} label="Email" name="email" type="email" autoComplete="username" required maxLength={254} defaultValue={email} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="act" value="ask" variant="primary" aria-disabled={isSending}>
          {isSending ? 'Looking…' : 'Access Admin Dashboard'}
        </Button>
        <ButtonLink to="/">Back to Home</ButtonLink>
      </div>
    </Form>
  )
}
