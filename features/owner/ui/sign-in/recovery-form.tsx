import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { useSending } from '#ui/use-sending.ts'
import { EmailField } from './email-field.tsx'

/** Signs in with the owner's address and a recovery code. */
export function RecoveryForm({ email, refusal }: { email: string; refusal: string }) {
  const [searchParams] = useSearchParams()
  const next = searchParams.get('next')
  const code = useRef<HTMLInputElement>(null)
  const { isSending } = useSending()
  useEffect(() => {
    if (refusal) code.current?.select()
  }, [refusal])
  return (
    <PostForm
      preventScrollReset={false}
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
        <SubmitButton name="act" value="recover" variant="primary">
          {isSending ? 'Signing in…' : 'Sign in'}
        </SubmitButton>
        <ButtonLink to={next ? `/admin?next=${encodeURIComponent(next)}` : '/admin'}>Use an emailed code</ButtonLink>
      </div>
    </PostForm>
  )
}
