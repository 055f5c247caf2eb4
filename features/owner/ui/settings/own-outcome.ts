import { useState } from 'react'
import { useNavigation } from 'react-router'

/**
 * Outcome of a form that a script sends without the action of the page. It disappears as soon as another
 * form of the page is sent, and `isNewest` is true while it belongs to the last use of the page.
 */
export function useOwnOutcome<Outcome>() {
  const { formData } = useNavigation()
  const [own, setOwn] = useState<{ outcome: Outcome | undefined }>()
  const [lastForm, setLastForm] = useState(formData)
  if (formData !== lastForm) {
    setLastForm(formData)
    if (formData) setOwn(undefined)
  }
  const isNewest = own !== undefined && formData === undefined
  return {
    outcome: isNewest ? own.outcome : undefined,
    isNewest,
    /** Shows an outcome; undefined when the form is sent and there is none yet. */
    show: (outcome: Outcome | undefined) => setOwn({ outcome }),
  }
}
