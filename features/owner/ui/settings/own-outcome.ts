import { useState } from 'react'
import { useActionData, useNavigation } from 'react-router'

/**
 * Outcome of a form that a script sends without the action of the page. It disappears as soon as another
 * form of the page is sent, and `isNewest` is true while it belongs to the last use of the page.
 */
export function useOwnOutcome<Outcome>() {
  const answer = useActionData<object>()
  const { formData } = useNavigation()
  const [own, setOwn] = useState<{ outcome: Outcome | undefined }>()
  const [seen, setSeen] = useState(answer)
  if (seen !== answer) {
    setSeen(answer)
    setOwn(undefined)
  }
  const isNewest = own !== undefined && formData === undefined
  return {
    outcome: isNewest ? own.outcome : undefined,
    isNewest,
    /** Shows an outcome; undefined when the form is sent and there is none yet. */
    show: (outcome: Outcome | undefined) => setOwn({ outcome }),
  }
}
