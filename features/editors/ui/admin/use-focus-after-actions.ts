import { type RefObject, useEffect, useRef } from 'react'
import { focusInView } from '#ui/focus-in-view.ts'
import { isFocusLost } from '#ui/is-focus-lost.ts'

/**
 * Moves the focus to the outcome of an action if the pressed button disappears when the data is reloaded. Does nothing
 * once the keyboard or pointer was used again.
 *
 * @param outcome Last outcome; a new object is a new outcome.
 * @returns Ref for an element with `tabIndex={-1}` around the outcome.
 */
export function useFocusAfterActions(outcome: object | undefined): RefObject<HTMLDivElement | null> {
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!outcome) return
    const stop = new AbortController()
    const check = () => {
      if (!isFocusLost()) return
      stop.abort()
      focusInView(result.current)
    }
    const changes = new MutationObserver(check)
    stop.signal.addEventListener('abort', () => changes.disconnect())
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, () => stop.abort(), { signal: stop.signal, capture: true })
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'open'] })
    check()
    return () => stop.abort()
  }, [outcome])
  return result
}
