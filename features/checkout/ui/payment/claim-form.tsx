import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from '#ui/button.tsx'
import { EmailField, FieldError } from '#ui/field.tsx'
import { claimPath } from '#features/checkout/constants.ts'
import { postJson, useRefusalText } from '../post-json.ts'

const formId = 'cash-app-sent'

/**
 * State of the form that marks a payment as sent, with an optional address for the link. The address of a payment that
 * was marked before can still be added or changed.
 *
 * @param wasSent Whether the payment was marked as sent before.
 * @param onSent Called with the address, which may be empty.
 */
export function useClaimForm(code: string, wasSent: boolean, onSent: (email: string) => void) {
  const t = useTranslations('checkout.cashApp')
  const refusalText = useRefusalText()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<{ text: string; ofField: boolean }>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (wasSent && email === '') return setProblem({ text: t('emailMissing'), ofField: true })
    setSending(true)
    setProblem(undefined)
    const answer = await postJson(`${claimPath}/${code}/sent`, { email })
    setSending(false)
    if (answer.ok) onSent(email)
    else setProblem({ text: refusalText(answer), ofField: answer.status === 400 })
  }
  return { isSending, problem, submit, wasSent }
}

type ClaimFormState = ReturnType<typeof useClaimForm>

/** Email field of the form; its button is in the footer of the dialog, always visible. */
export function ClaimForm({ form: { isSending, problem, submit, wasSent } }: { form: ClaimFormState }) {
  const t = useTranslations('checkout.cashApp')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!problem?.ofField) return
    field.current?.focus()
    // The error is below the field, where the footer of a dialog may cover it on a phone.
    field.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <EmailField
        ref={field}
        label={t(wasSent ? 'emailRequired' : 'email')}
        disabled={isSending}
        hint={t('emailHint')}
        error={problem?.ofField ? problem.text : undefined}
      />
    </form>
  )
}

/** Button that submits the form. */
export function ClaimButton({ form: { isSending, problem, wasSent } }: { form: ClaimFormState }) {
  const t = useTranslations('checkout.cashApp')
  return (
    <>
      <button type="submit" form={formId} disabled={isSending} className={buttonClass('primary', 'max-sm:w-full')}>
        {t(isSending ? 'sending' : wasSent ? 'saveEmail' : 'markSent')}
      </button>
      <div role="alert" className="self-center empty:hidden">
        {problem && !problem.ofField ? <FieldError>{problem.text}</FieldError> : null}
      </div>
    </>
  )
}
