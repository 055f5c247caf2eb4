import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { checkoutStatusPath } from '#features/checkout/constants.ts'

/** What a visitor comes back to from paying. `late`: the provider has not said in a minute whether it was paid. */
export type PaymentResult = 'confirming' | 'late' | 'success' | 'cancelled'

const pollMs = 500
const patienceMs = 60_000
const settled = ['paid', 'no_payment_required']

/**
 * Reads how the visitor came back, `?payment=success&session_id=…` or `?payment=cancelled`, and asks the server until
 * it says paid. The address alone decides nothing.
 *
 * @param onPaid Called once the server has said so.
 * @returns The result, none for an ordinary visit, and a way to be done with it that leaves a clean address.
 */
export function useReturn(onPaid: () => void): [PaymentResult | undefined, () => void] {
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
      if (outcome === 'success') onPaid()
      if (outcome === undefined) cleanAddress()
      setResult(outcome)
    })
    return () => leaving.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- one return, one question; a new callback is not a new return
  }, [pathname, search])

  const dismiss = () => {
    cleanAddress()
    setResult(undefined)
  }
  return [result, dismiss]
}

/** @returns undefined when there is no such payment. */
async function waitUntilPaid(session: string, signal: AbortSignal): Promise<'success' | 'late' | undefined> {
  const until = performance.now() + patienceMs
  while (performance.now() < until && !signal.aborted) {
    try {
      const answer = await fetch(checkoutStatusPath(session), { signal })
      if (answer.status === 404) return undefined
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
      const { payment_status: status } = (await answer.json()) as { payment_status: string }
      if (settled.includes(status)) return 'success'
    } catch (error) {
      // oxlint-disable-next-line eslint/no-console -- the specification asks for the log and nothing more
      if (!signal.aborted) console.warn(`payment status check failed: ${String(error)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return 'late'
}

/** The book's own address again, for reloading, sharing and Back. */
function cleanAddress(): void {
  history.replaceState(history.state, '', location.pathname + location.hash)
}
