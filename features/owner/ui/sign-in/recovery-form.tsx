import { useEffect, useRef } from 'react'
import { Form, useNavigation, useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { EmailField } from './email-field.tsx'

/** Signs in with the owner's address and a recovery code. */
export function RecoveryForm({ email, refusal }: { email: string; refusal: string }) {
  const [searchParams] = useSearchParams()
  const next = searchParams.get('next')
  const code = useRef<HTMLInputElement>(null)
  const isSending = useNavigation().state !== 'idle'
  useEffect(() => {
    if (refusal) code.current?.select()
  }, [refusal])
  return (
    <Form
      method="post"
      className="flex flex-col gap-5 border border-groove bg-plate-raised p-6 md:p-8"
      aria-busy={isSending}
    >
      <div role="alert" className="empty:hidden">
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      <EmailField email={email} />
      <Field
        ref={code}
        label="Recovery code"
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={60}
        hint="16 letters and digits, with or without dashes. Each code works once."
        className="figures"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="act" value="recover" variant="primary" aria-disabled={isSending}>
          {isSending ? 'Signing in…' : 'Sign in'}
        </Button>
        <ButtonLink to={next ? `/admin?next=${encodeURIComponent(next)}` : '/admin'}>Use an emailed code</ButtonLink>
      </div>
    </Form>
  )
}
