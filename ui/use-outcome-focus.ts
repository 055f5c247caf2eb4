import { type RefObject, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { focusInView } from './focus-in-view.ts'
import { isFocusLost } from './is-focus-lost.ts'

/**
 * Moves focus to the result of an action if the clicked button was removed.
 *
 * @param outcome Result of the action; a new object is a new result.
 * @param options.always Moves the focus also from the pressed button, which may be far below the result.
 * @returns Ref for an element with `tabIndex={-1}` around the result.
 */
export function useOutcomeFocus(
  outcome: object | undefined,
  { always = false }: { always?: boolean } = {},
): RefObject<HTMLDivElement | null> {
  const line = useRef<HTMLDivElement>(null)
  const seen = useRef<object>(undefined)
  const { state } = useNavigation()
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    if (!always) return undefined
    const remember = () => (pressed.current = document.activeElement)
    addEventListener('submit', remember, true)
    return () => removeEventListener('submit', remember, true)
  }, [always])
  useEffect(() => {
    // The result arrives before the page is updated; only then is it known whether the button is gone.
    if (!outcome || state !== 'idle' || seen.current === outcome) return
    seen.current = outcome
    // Whoever has moved on meanwhile, such as to another field, is not interrupted. A shortcut presses no button.
    const hasMovedOn = pressed.current !== null && document.activeElement !== pressed.current
    if (isFocusLost() || (always && !hasMovedOn)) focusInView(line.current)
    pressed.current = null
  }, [outcome, state, always])
  return line
}
