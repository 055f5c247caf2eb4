import { useEffect, useState } from 'react'
import type { CashAppClaim } from '#features/checkout/contract.ts'
import { checkoutPath, claimPath } from '#features/checkout/constants.ts'
import { postJson } from '../post-json.ts'

/** Ways to pay, as the radio names them. */
export type PaymentMethod = 'stripe' | 'cashapp'

/** The alert, word for word. */
export const checkoutFailed = 'Failed to initiate checkout. Please try again.'

/**
 * Begins paying: a card leads to the provider's page, Cash App answers what to send.
 *
 * @param onClaim Called with what to send when Cash App was chosen.
 * @param onFailure Called when nothing could be begun.
 */
export function useCheckout({
  bookId,
  onClaim,
  onFailure,
}: {
  bookId: string
  onClaim(claim: CashAppClaim): void
  onFailure(): void
}) {
  const [isProcessing, setProcessing] = useState(false)
  const [problem, setProblem] = useState('')

  // Who comes back from the provider's page by Back may find this page as it was left.
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => event.persisted && setProcessing(false)
    window.addEventListener('pageshow', restored)
    return () => window.removeEventListener('pageshow', restored)
  }, [])

  async function proceed(method: PaymentMethod, consent: boolean) {
    if (isProcessing) return
    setProcessing(true)
    setProblem('')
    const order = { book_id: bookId, origin_url: location.origin, consent }
    if (method === 'cashapp') {
      const answer = await postJson<CashAppClaim>(claimPath, order)
      if (!answer.ok) return fail()
      setProcessing(false)
      onClaim(answer.reply)
      return
    }
    const answer = await postJson<{ url: string }>(checkoutPath, order)
    if (!answer.ok) return fail()
    // The page is being left, and says so until it is gone.
    location.assign(answer.reply.url)
  }

  function fail() {
    setProblem(checkoutFailed)
    setProcessing(false)
    onFailure()
  }

  return { isProcessing, problem, proceed }
}
