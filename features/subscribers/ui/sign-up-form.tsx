import { CircleAlert, CircleCheck } from 'lucide-react'
import { type SubmitEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { localePath } from '#shared/locales.ts'
import { ButtonReason, buttonClass } from '#ui/button.tsx'
import { EmailField, Field } from '#ui/field.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { subscribePath } from '#features/subscribers/constants.ts'

/**
 * State of the form. An error has the message of the server, or a reason without one. `isRefused` if the input is
 * invalid, as opposed to an error of the network or the site.
 */
type SignUpState =
  | { phase: 'idle' }
  | { phase: 'submitting' }
  | { phase: 'success'; message: string }
  | { phase: 'error'; message: string; isRefused: boolean }
  | { phase: 'error'; reason: 'failed' | 'offline'; isRefused: boolean }

/** State of a sign-up: idle, submitting, then success (fields cleared) or error (fields kept). */
function useSignUp() {
  const [state, setState] = useState<SignUpState>({ phase: 'idle' })
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.phase === 'submitting') return
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    setState({ phase: 'submitting' })
    setState(await send(fields))
  }

  return { state, submit, hydrated }
}

async function send(fields: Record<string, FormDataEntryValue>): Promise<SignUpState> {
  let response: Response
  try {
    response = await fetch(subscribePath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
  } catch {
    return { phase: 'error', reason: 'offline', isRefused: false }
  }
  const reply = (await response.json().catch(() => ({}))) as { success?: boolean; message?: string; detail?: string }
  if (response.ok && reply.success) return { phase: 'success', message: reply.message ?? '' }
  const message = reply.detail || reply.message
  const isRefused = response.status === 400
  return message ? { phase: 'error', message, isRefused } : { phase: 'error', reason: 'failed', isRefused }
}

const never = () => () => undefined

/**
 * Error of a plain post with the entered values. `isRefused` if the input is invalid, as opposed to an error of the
 * network or the site.
 */
type Refused = { detail: string; isRefused: boolean; email: string; firstName: string; lastName: string }

/**
 * Sign-up form. Without script it is a plain post to `/newsletter`; with script it calls the API and stays on the page.
 *
 * @param isTracked Whether opens and clicks are counted.
 * @param refused Error of a plain post.
 */
export function SignUpForm({ isTracked, refused }: { isTracked: boolean; refused?: Refused }) {
  const t = useTranslations('subscribers.form')
  const locale = useLocale()
  const { state, submit, hydrated } = useSignUp()
  const field = useRef<HTMLInputElement>(null)
  const [isEmpty, setIsEmpty] = useState(!refused?.email)
  const result = useRef<HTMLParagraphElement>(null)
  /** Focused element at the time of submitting; it loses the focus while it is disabled. */
  const lastFocused = useRef<HTMLElement>(null)
  const problemId = useId()
  const submitting = state.phase === 'submitting'
  const failure = state.phase === 'error' ? ('reason' in state ? t(state.reason) : state.message) : undefined
  const problem = state.phase === 'idle' ? refused?.detail : failure
  const isRefused = state.phase === 'error' ? state.isRefused : refused?.isRefused

  // The field may have been filled in before the script was loaded, so the button's state is updated.
  useEffect(() => setIsEmpty(field.current?.value.trim() === ''), [hydrated])

  useEffect(() => {
    if (state.phase === 'success') result.current?.focus()
    if (state.phase !== 'error') return
    const isElsewhere = document.activeElement !== document.body && document.activeElement !== lastFocused.current
    if (!isElsewhere) focusInView(state.isRefused ? field.current : lastFocused.current)
  }, [state])

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    lastFocused.current = document.activeElement as HTMLElement | null
    void submit(event)
  }

  if (state.phase === 'success') {
    return (
      <p
        ref={result}
        tabIndex={-1}
        role="status"
        className="title flex items-start gap-4 border border-groove bg-plate-raised p-6 outline-none md:p-8"
      >
        <CircleCheck size={26} className="mt-1 shrink-0 text-gain" />
        {state.message}
      </p>
    )
  }

  return (
    <form
      method="post"
      action={localePath(locale, '/newsletter')}
      onSubmit={send}
      noValidate={hydrated}
      className="flex print:hidden flex-col gap-5 border border-groove bg-plate-raised p-6 md:p-8"
      aria-busy={submitting}
    >
      <EmailField
        label={t('email')}
        placeholder={t('emailExample')}
        required
        disabled={submitting}
        defaultValue={refused?.email}
        ref={field}
        errorId={problem && isRefused ? problemId : undefined}
        onInput={(event) => setIsEmpty(event.currentTarget.value.trim() === '')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('firstName')}
          name="first_name"
          autoComplete="given-name"
          maxLength={80}
          disabled={submitting}
          defaultValue={refused?.firstName}
        />
        <Field
          label={t('lastName')}
          name="last_name"
          autoComplete="family-name"
          maxLength={80}
          disabled={submitting}
          defaultValue={refused?.lastName}
        />
      </div>
      {problem ? (
        <p id={problemId} role="alert" className="flex items-start gap-2 text-small text-loss">
          <CircleAlert size={18} className="mt-0.5 shrink-0" />
          {problem}
        </p>
      ) : null}
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        {/* The button must work before the script is loaded; the browser then validates the field. */}
        <button
          type="submit"
          disabled={submitting || (hydrated && isEmpty)}
          aria-describedby={isEmpty ? `${problemId}-reason` : undefined}
          className={buttonClass('primary', 'shrink-0')}
        >
          {submitting ? t('subscribing') : t('subscribe')}
        </button>
        <p className="text-small text-dust">{t(isTracked ? 'consent' : 'consentUntracked')}</p>
      </div>
      {/* Invisible instead of removed, so that nothing below moves during typing. */}
      <ButtonReason id={`${problemId}-reason`} className={isEmpty ? '' : 'invisible'}>
        {t('noEmail')}
      </ButtonReason>
    </form>
  )
}
