import { useEffect, useRef } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { useSending } from '#ui/use-sending.ts'
import { savedEmail } from './saved-email.ts'

const sentTexts = {
  'sent': 'We sent another code. Your two newest codes work.',
  'not-needed': 'We did not send another code, because your newest one is less than a minute old. It still works.',
}

/**
 * Second step of signing in: the emailed code.
 *
 * @param again Result of requesting another code; empty if none was requested.
 * @param hasOutbox Whether the email can be read in the local outbox.
 */
export function CodeForm({
  email,
  refusal,
  again,
  hasOutbox,
}: {
  email: string
  refusal: string
  again: keyof typeof sentTexts | ''
  hasOutbox: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  const { isSending } = useSending()
  useEffect(() => {
    savedEmail.save(email)
    field.current?.focus()
  }, [email])
  useEffect(() => {
    if (!refusal && !again) return
    field.current?.select()
  }, [refusal, again])
  return (
    <div className="flex flex-col gap-5 border border-groove bg-plate-raised p-6 md:p-8">
      <p role="status" className="text-dust">
        {again ? sentTexts[again] : `We sent an eight-digit code to ${email}.`} Each code works once and expires after
        ten minutes.
        {hasOutbox ? (
          <>
            {' '}
            On this installation, the email is in the{' '}
            <a
              href="/dev/outbox"
              target="_blank"
              rel="noreferrer"
              className="text-sand underline underline-offset-4 hover:text-live"
            >
              local outbox
            </a>
            .
          </>
        ) : null}
      </p>
      <div role="alert" className="empty:hidden">
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      <PostForm preventScrollReset={false} className="flex flex-col gap-5" aria-busy={isSending}>
        <input type="hidden" name="email" value={email} />
        <Field
          ref={field}
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*(\d\s*){8}"
          title="Eight digits"
          maxLength={20}
          required
          className="figures max-w-xs"
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="act" value="sign-in" variant="primary">
            {isSending ? 'Signing in…' : 'Sign in'}
          </SubmitButton>
          {/* Must work without a code, so the browser must not validate the form. */}
          <SubmitButton name="act" value="resend" formNoValidate>
            Send a new code
          </SubmitButton>
          <ButtonLink to="/admin" variant="bare" className="px-2">
            Use another address
          </ButtonLink>
        </div>
      </PostForm>
    </div>
  )
}
