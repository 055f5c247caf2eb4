import { type RefObject, useEffect, useState } from 'react'
import type { PaymentMethod } from './use-checkout.ts'

type Choice = { method: PaymentMethod | undefined; consent: boolean }

/**
 * What is chosen in the form, read from its own controls and never remembered beside them: whatever was pressed before
 * the script arrived, while it arrived, or before the page was put aside and brought back, counts.
 *
 * @param known Something that may close a way to pay when it changes.
 */
export function useChoice(form: RefObject<HTMLFormElement | null>, known: unknown): Choice {
  const [choice, setChoice] = useState<Choice>({ method: undefined, consent: false })

  useEffect(() => {
    const fields = form.current
    if (!fields) return
    const read = () => setChoice(choiceIn(fields))
    read()
    // The browser's own event, not React's, which is silent about a control that was changed before it knew it.
    fields.addEventListener('change', read)
    window.addEventListener('pageshow', read)
    return () => {
      fields.removeEventListener('change', read)
      window.removeEventListener('pageshow', read)
    }
  }, [form, known])

  return choice
}

/** A way that is closed counts as not chosen. */
export function choiceIn(form: HTMLFormElement): Choice {
  const fields = new FormData(form)
  const method = fields.get('method')
  return { method: method === 'stripe' || method === 'cashapp' ? method : undefined, consent: fields.has('consent') }
}
