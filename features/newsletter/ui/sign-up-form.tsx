import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { consent } from '#features/newsletter/terms.ts'
import { useSignUp } from './use-sign-up.ts'

/**
 * The sign-up form. Without script it is a plain post to `/newsletter`; with script it calls the API and stays on the page.
 *
 * @param refused What a plain post was refused for, with what was typed, so that nothing is lost.
 */
export function SignUpForm({ refused }: { refused?: { detail: string; email: string; firstName: string; lastName: string } }) {
  const { state, submit, hydrated } = useSignUp()
  const field = useRef<HTMLInputElement>(null)
  const [isEmpty, setIsEmpty] = useState(!refused?.email)
  const result = useRef<HTMLParagraphElement>(null)
  const submitting = state.phase === 'submitting'
  const problem = state.phase === 'error' ? state.message : state.phase === 'idle' ? refused?.detail : undefined

  // The field keeps what was typed before the script arrived; only the button has to catch up.
  useEffect(() => setIsEmpty(field.current?.value.trim() === ''), [hydrated])

  useEffect(() => {
    if (state.phase === 'success') result.current?.focus()
  }, [state.phase])

  if (state.phase === 'success') {
    return (
      <p
        ref={result}
        tabIndex={-1}
        role="status"
        className="title flex items-start gap-4 border border-groove bg-plate-raised p-6 outline-none md:p-8"
      >
        <CircleCheck size={26} strokeWidth={1.5} aria-hidden="true" className="mt-1 shrink-0 text-gain" />
        {state.message}
      </p>
    )
  }

  return (
    <form
      method="post"
      action="/newsletter"
      onSubmit={submit}
      noValidate={hydrated}
      className="flex flex-col gap-5 border border-groove bg-plate-raised p-6 md:p-8"
      aria-busy={submitting}
    >
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder="you@example.com"
        required
        maxLength={254}
        disabled={submitting}
        defaultValue={refused?.email}
        ref={field}
        onInput={(event) => setIsEmpty(event.currentTarget.value.trim() === '')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="First name"
          name="first_name"
          autoComplete="given-name"
          maxLength={80}
          disabled={submitting}
          defaultValue={refused?.firstName}
        />
        <Field
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          maxLength={80}
          disabled={submitting}
          defaultValue={refused?.lastName}
        />
      </div>
      <div aria-live="polite">
        {problem ? (
          <p role="alert" className="flex items-start gap-2 text-small text-loss">
            <CircleAlert size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0" />
            {problem}
          </p>
        ) : null}
      </div>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        {/* Before the script arrives the button must work: an empty field is then the browser's to refuse. */}
        <button type="submit" disabled={submitting || (hydrated && isEmpty)} className={buttonClass('primary', 'shrink-0')}>
          {submitting ? 'Subscribing...' : 'Subscribe'}
        </button>
        <p className="text-small text-dust">{consent.text}</p>
      </div>
    </form>
  )
}
