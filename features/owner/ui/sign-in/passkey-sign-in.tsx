import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { signWithPasskey, usePasskeyAddressProblem, usePasskeySupport } from '#ui/passkey.ts'
import { nextPage } from './next-page.ts'

type ApiReply = { options?: Parameters<typeof signWithPasskey>[0]; detail?: string }

const unreachable = 'The site did not respond. Try again.'

/**
 * Other ways to sign in: a passkey, or a recovery code in case mail does not arrive.
 *
 * @param hasCode Whether an emailed code is being entered; then only its replacement is offered.
 */
export function OtherWays({ hasCode }: { hasCode: boolean }) {
  const [searchParams] = useSearchParams()
  const next = searchParams.get('next')
  const isSupported = usePasskeySupport()
  const addressProblem = usePasskeyAddressProblem()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function signIn() {
    if (isBusy) return
    setIsBusy(true)
    setRefusal('')
    const message = await signInWithPasskey()
    // The sign-in page determines the first page.
    if (message === undefined) return navigate(next ? nextPage(next) : '/admin')
    setRefusal(message)
    setIsBusy(false)
  }

  const recovery = new URLSearchParams({ with: 'recovery-code', ...(next && { next }) })
  return (
    <section aria-labelledby="other-ways" className="mt-8 flex flex-col gap-4 border-t border-groove pt-6">
      <h2 id="other-ways" className="label text-dust">
        Other ways to sign in
      </h2>
      <div role="alert" className="empty:hidden">
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      <div className="flex flex-wrap gap-3" aria-busy={isBusy}>
        {hasCode || isSupported === false || addressProblem ? null : (
          <Button
            onClick={() => void signIn()}
            aria-disabled={isBusy || isSupported === undefined}
            className="noscript:hidden"
          >
            {isBusy ? 'Waiting for the passkey…' : 'Sign in with a passkey'}
          </Button>
        )}
        <ButtonLink to={`/admin?${recovery.toString()}`}>Use a recovery code</ButtonLink>
      </div>
      {!hasCode && (addressProblem || isSupported === false) ? (
        <p className="text-small text-dust">
          {addressProblem ?? 'This browser doesn’t support passkeys. Use the emailed code instead.'}
        </p>
      ) : null}
      {hasCode ? null : (
        <p className="hidden text-small text-dust noscript:block">
          Passkeys need JavaScript. The emailed code and recovery codes work without it.
        </p>
      )}
    </section>
  )
}

/** Signs the owner in. @returns An error message; undefined on success. */
async function signInWithPasskey(): Promise<string | undefined> {
  const started = await post('passkey-challenges', {})
  if (!started?.reply.options) return started?.reply.detail ?? unreachable
  const result = await signWithPasskey(started.reply.options)
  if (!result.ok) return result.message
  const finished = await post('passkey-sessions', { response: result.response })
  return finished?.ok ? undefined : (finished?.reply.detail ?? unreachable)
}

async function post(path: string, body: object): Promise<{ ok: boolean; reply: ApiReply } | undefined> {
  const response = await fetch(`/api/owner/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  return response && { ok: response.ok, reply: (await response.json().catch(() => ({}))) as ApiReply }
}
