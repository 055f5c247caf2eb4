import { type RefObject, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { focusInView } from './focus-in-view.ts'
import { isFocusLost } from './is-focus-lost.ts'

/**
 * After an act the button that was pressed may be gone, and the focus with it: what tells of the outcome gets it then.
 *
 * @param outcome What the action answered; a new object is a new outcome.
 * @returns For an element with `tabIndex={-1}` around the outcome.
 */
export function useOutcomeFocus(outcome: object | undefined): RefObject<HTMLDivElement | null> {
  const line = useRef<HTMLDivElement>(null)
  const seen = useRef<object>(undefined)
  const { state } = useNavigation()
  useEffect(() => {
    // The answer comes before the page it changes; only then is it known what has gone.
    if (!outcome || state !== 'idle' || seen.current === outcome) return
    seen.current = outcome
    if (isFocusLost()) focusInView(line.current)
  }, [outcome, state])
  return line
}
