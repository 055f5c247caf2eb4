import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { checkoutStatusPath } from '#features/checkout/constants.ts'

/**
 * Result of a return from payment. `late` means that the provider has not confirmed within a minute, `onHold` that the
 * payment was received but its amount is wrong or unknown.
 */
type PaymentResult = 'confirming' | 'late' | 'success' | 'onHold' | 'cancelled'

const pollMs = 500
const patienceMs = 60_000
const settled = ['paid', 'no_payment_required']
/** The payment was received, but the owner has to decide about its amount. */
const onHold = 'processing'
/** A link to the return page of an earlier payment; the page says what became of it. */
const ended = ['refunded', 'disputed', 'closed']

/**
 * Reads the return parameters `?payment=success&session_id=…` or `?payment=cancelled` and polls the server until the
 * payment is confirmed. The URL alone decides nothing.
 *
 * @param on Called once the server has confirmed the payment, or has put it on hold.
 * @returns The result, undefined for an ordinary visit, and a function that dismisses it and cleans the URL.
 */
export function useReturn(on: { onPaid(): void; onHold(): void }): [PaymentResult | undefined, () => void] {
  const { pathname, search } = useLocation()
  const [result, setResult] = useState<PaymentResult>()

  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const payment = query.get('payment')
    const session = query.get('session_id') ?? ''
    if (payment === 'cancelled') {
      setResult('cancelled')
      return
    }
    if (payment !== 'success' || !/^[\w-]{1,200}$/.test(session)) {
      setResult(undefined)
      return
    }
    const leaving = new AbortController()
    setResult('confirming')
    void waitUntilPaid(session, leaving.signal).then((outcome) => {
      if (leaving.signal.aborted) return
      if (outcome === 'success') on.onPaid()
      if (outcome === 'onHold') on.onHold()
      if (outcome === undefined) cleanAddress()
      setResult(outcome)
    })
    return () => leaving.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- once per return; a new callback is not a new return
  }, [pathname, search])

  const dismiss = () => {
    cleanAddress()
    setResult(undefined)
  }
  return [result, dismiss]
}

/**
 * @returns undefined for an unknown payment, and for one that no longer gives access.
 */
async function waitUntilPaid(session: string, signal: AbortSignal): Promise<'success' | 'onHold' | 'late' | undefined> {
  const until = performance.now() + patienceMs
  while (performance.now() < until && !signal.aborted) {
    try {
      const answer = await fetch(checkoutStatusPath(session), { signal })
      if (answer.status === 404) return undefined
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
      const { payment_status: status } = (await answer.json()) as { payment_status: string }
      if (settled.includes(status)) return 'success'
      if (status === onHold) return 'onHold'
      if (ended.includes(status)) return undefined
    } catch (error) {
      // oxlint-disable-next-line eslint/no-console -- the specification wants this error in the log only
      if (!signal.aborted) console.warn(`payment status check failed: ${String(error)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return 'late'
}

/** Removes the return parameters, so that reloading, sharing and Back do not repeat the dialog. */
function cleanAddress(): void {
  history.replaceState(history.state, '', location.pathname + location.hash)
}
