import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmailField, Field, FieldError } from '#ui/field.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import type { SecondStepRequired } from '#features/editors/contract.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { signIn } from './sign-in.ts'

/**
 * Login form of the newsletter admin.
 *
 * @param session Its `why` is the reason of the sign-out, such as 'Authentication required'.
 */
export function LoginForm({
  session: { why, hasLeft },
  onSignedIn,
}: {
  session: { why: string; hasLeft: boolean }
  onSignedIn(): void
}) {
  const [refusal, setRefusal] = useState(why)
  const [isSending, setIsSending] = useState(false)
  const [pending, setPending] = useState<SecondStepRequired>()
  const password = useRef<HTMLInputElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLElement>(null)
  const { search } = useLocation()
  // The focused element disappears on sign-out.
  useEffect(() => {
    if (hasLeft) (why ? alert : main).current?.focus({ preventScroll: why === '' })
  }, [why, hasLeft])

  // The second step has disappeared, so the focus is moved.
  const [hasReturned, setHasReturned] = useState(false)
  useEffect(() => {
    if (hasReturned && !pending) (refusal ? alert : password).current?.focus()
  }, [hasReturned, pending, refusal])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const fields = new FormData(event.currentTarget)
    setIsSending(true)
    setRefusal('')
    const { secondStep, error } = await signIn(String(fields.get('email')), String(fields.get('password')))
    setIsSending(false)
    if (secondStep) return setPending(secondStep)
    if (error === undefined) return onSignedIn()
    setRefusal(error)
    password.current?.select()
  }

  return (
    <main ref={main} id="content" tabIndex={-1}>
      <PageHero
        figure="newsletter"
        kicker="Newsletter"
        title="Newsletter admin"
        lead="Write and send the Friday newsletter."
      />
      <div className="wrap grid pb-24 lg:grid-cols-12">
        {pending ? (
          <SecondStepForm
            pending={pending}
            onSignedIn={onSignedIn}
            onExpired={(message) => {
              setPending(undefined)
              setRefusal(message)
              setHasReturned(true)
            }}
          />
        ) : (
          <form
            onSubmit={(event) => void submit(event)}
            aria-label="Sign in"
            aria-busy={isSending}
            className="flex flex-col gap-5 border border-groove bg-plate-raised p-6 md:p-8 lg:col-span-6 lg:col-start-3"
          >
            <div role="alert" ref={alert} tabIndex={-1} className="empty:hidden">
              {refusal ? <FieldError>{refusal}</FieldError> : null}
            </div>
            <EmailField label="Email" autoComplete="username" required />
            <Field
              ref={password}
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              maxLength={500}
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="primary" aria-disabled={isSending}>
                {isSending ? 'Signing in…' : 'Sign In'}
              </Button>
              <ButtonLink to="/">Back to Home</ButtonLink>
            </div>
            <p className="text-small text-dust">
              Forgot your password? Ask a super admin or the owner of this site to set a new one under Settings.
            </p>
            <p className="text-small text-dust">
              The owner of this site signs in{' '}
              <Link
                to={`/admin?next=${encodeURIComponent(`/newsletter-admin${search}`)}`}
                className="text-sand underline underline-offset-4 hover:text-live"
              >
                with an emailed code
              </Link>
              .
            </p>
          </form>
        )}
      </div>
    </main>
  )
}
