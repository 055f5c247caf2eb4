import { type RefObject, useEffect, useState } from 'react'
import type { PaymentMethod } from './use-checkout.ts'

type Choice = { method: PaymentMethod | undefined; consent: boolean }

/**
 * Reads the choice from the form controls instead of React state, so that input from before hydration or before a
 * restore from the back/forward cache counts.
 *
 * @param known A value whose change may disable a payment method.
 */
export function useChoice(form: RefObject<HTMLFormElement | null>, known: unknown): Choice {
  const [choice, setChoice] = useState<Choice>({ method: undefined, consent: false })

  useEffect(() => {
    const fields = form.current
    if (!fields) return
    const read = () => setChoice(choiceIn(fields))
    read()
    // A native listener, because React does not report changes made before hydration.
    fields.addEventListener('change', read)
    window.addEventListener('pageshow', read)
    return () => {
      fields.removeEventListener('change', read)
      window.removeEventListener('pageshow', read)
    }
  }, [form, known])

  return choice
}

/** A disabled payment method counts as not chosen. */
export function choiceIn(form: HTMLFormElement): Choice {
  const fields = new FormData(form)
  const method = fields.get('method')
  return { method: method === 'stripe' || method === 'cashapp' ? method : undefined, consent: fields.has('consent') }
}
