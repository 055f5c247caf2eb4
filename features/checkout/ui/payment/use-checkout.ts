import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl/react'
import type { CashAppClaim } from '#features/checkout/contract.ts'
import { checkoutPath, claimPath } from '#features/checkout/constants.ts'
import { postJson } from '../post-json.ts'

/** Payment methods of the form. */
export type PaymentMethod = 'stripe' | 'cashapp'

/**
 * Starts a payment: a card redirects to the provider, Cash App returns the payment details.
 *
 * @param onClaim Called with the payment details of Cash App.
 * @param onFailure Called when the payment could not be started.
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
  const [hasFailed, setFailed] = useState(false)
  const locale = useLocale()

  // After Back, the browser may show the page in its earlier state.
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => event.persisted && setProcessing(false)
    window.addEventListener('pageshow', restored)
    return () => window.removeEventListener('pageshow', restored)
  }, [])

  async function proceed(method: PaymentMethod, consent: boolean) {
    if (isProcessing) return
    setProcessing(true)
    setFailed(false)
    const order = { book_id: bookId, origin_url: location.origin, consent, locale }
    if (method === 'cashapp') {
      const answer = await postJson<CashAppClaim>(claimPath, order)
      if (!answer.ok) return fail()
      setProcessing(false)
      onClaim(answer.reply)
      return
    }
    const answer = await postJson<{ url: string }>(checkoutPath, order)
    if (!answer.ok) return fail()
    // The button keeps its state until the browser has left the page.
    location.assign(answer.reply.url)
  }

  function fail() {
    setFailed(true)
    setProcessing(false)
    onFailure()
  }

  return { isProcessing, hasFailed, proceed }
}
