import { type FormEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { claimPath } from '#features/checkout/constants.ts'
import { postJson } from '../post-json.ts'

const formId = 'cash-app-sent'

/**
 * Says that the money is on its way, with an address for the link if the visitor wants to leave one.
 *
 * @param onSent Called with the address that was left, which may be empty.
 */
export function useClaimForm(code: string, onSent: (email: string) => void) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<{ text: string; ofField: boolean }>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    setSending(true)
    setProblem(undefined)
    const answer = await postJson(`${claimPath}/${code}/sent`, { email })
    setSending(false)
    if (answer.ok) onSent(email)
    else setProblem({ text: answer.detail, ofField: answer.status === 400 })
  }
  return { isSending, problem, submit }
}

type ClaimFormState = ReturnType<typeof useClaimForm>

/** The address; the button that sends it stands in the foot of the dialog, always in sight. */
export function ClaimForm({ form: { isSending, problem, submit } }: { form: ClaimFormState }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!problem?.ofField) return
    field.current?.focus()
    // The reason stands below the field, where a dialog on a phone may have its foot.
    field.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Field
        ref={field}
        label="Email (optional)"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        disabled={isSending}
        hint="We email you a personal link that opens the book on your other devices."
        error={problem?.ofField ? problem.text : undefined}
      />
    </form>
  )
}

/** 'Mark as sent'. */
export function ClaimButton({ form: { isSending, problem } }: { form: ClaimFormState }) {
  return (
    <>
      <button type="submit" form={formId} disabled={isSending} className={buttonClass('primary', 'max-sm:w-full')}>
        {isSending ? 'Sending...' : 'Mark as sent'}
      </button>
      <div role="alert" className="self-center empty:hidden">
        {problem && !problem.ofField ? <FieldError>{problem.text}</FieldError> : null}
      </div>
    </>
  )
}
