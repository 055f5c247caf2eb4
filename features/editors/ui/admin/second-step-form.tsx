import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field, FormError } from '#ui/field.tsx'
import { usePasskeyAddressProblem, usePasskeySupport } from '#ui/passkey.ts'
import type { SecondStepMethod, SecondStepRequired } from '#features/editors/contract.ts'
import { finishWithCode, finishWithPasskey, type SignInError } from './sign-in.ts'

const codeFields = {
  'totp': {
    label: 'Code from your authenticator app',
    hint: 'Six digits. Each code works once.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  'recovery-code': {
    label: 'Recovery code',
    hint: '16 letters and digits, with or without dashes. Each code works once.',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const

const switchLabels: Record<SecondStepMethod, string> = {
  'totp': 'Use the authenticator app',
  'passkey': 'Use a passkey',
  'recovery-code': 'Use a recovery code',
}

/**
 * Second step of signing in to the newsletter admin.
 *
 * @param onExpired Called with a message when the password must be entered again; empty after Cancel.
 */
export function SecondStepForm({
  pending,
  onSignedIn,
  onExpired,
}: {
  pending: SecondStepRequired
  onSignedIn(): void
  onExpired(message: string): void
}) {
  const addressProblem = usePasskeyAddressProblem()
  const isSupported = usePasskeySupport() !== false && addressProblem === undefined
  const methods = pending.methods.filter((method) => method !== 'passkey' || isSupported)
  const [chosen, setChosen] = useState<SecondStepMethod>()
  const method = chosen ?? methods[0]
  const [refusal, setRefusal] = useState('')
  const [isSending, setIsSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The password form has disappeared, so the focus is moved.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus()
  }, [method])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending || !method) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    setIsSending(true)
    setRefusal('')
    const error: SignInError | undefined =
      method === 'passkey'
        ? await finishWithPasskey(pending.second_step_token)
        : await finishWithCode(pending.second_step_token, method, code)
    if (!error) return onSignedIn()
    if (error.isExpired) return onExpired(error.message)
    setIsSending(false)
    setRefusal(error.message)
    form.current?.querySelector<HTMLInputElement>('[name=code]')?.select()
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      aria-label="Two-step sign-in"
      aria-busy={isSending}
      className="flex flex-col gap-5 border border-groove bg-plate-raised p-6 md:p-8 lg:col-span-6 lg:col-start-3"
    >
      <p role="status" className="text-dust">
        {method === undefined
          ? addressProblem
            ? `This account signs in with a passkey. ${addressProblem} Otherwise, ask a super admin to reset your two-step sign-in.`
            : 'This account signs in with a passkey, which this browser doesn’t support. Open this page in another browser, or ask a super admin to reset your two-step sign-in.'
          : 'Your password is correct. Now finish the second step of signing in.'}
      </p>
      <FormError>{refusal}</FormError>
      {method && method !== 'passkey' ? (
        <Field key={method} name="code" required maxLength={60} className="figures max-w-md" {...codeFields[method]} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        {method ? (
          <Button type="submit" variant="primary" aria-disabled={isSending}>
            {method === 'passkey' ? (isSending ? 'Waiting for the passkey…' : 'Continue with a passkey') : 'Sign In'}
          </Button>
        ) : null}
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              aria-disabled={isSending}
              onClick={() => {
                if (isSending) return
                setRefusal('')
                setChosen(other)
              }}
            >
              {switchLabels[other]}
            </Button>
          ))}
        <Button variant="bare" className="px-2" onClick={() => onExpired('')}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
