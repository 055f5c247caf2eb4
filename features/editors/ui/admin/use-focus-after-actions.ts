import { type RefObject, useEffect, useRef } from 'react'
import { focusInView } from '#ui/focus-in-view.ts'
import { isFocusLost } from '#ui/is-focus-lost.ts'

/**
 * After an act the list or view it changed is read anew, and the button that was pressed may be gone some time later,
 * the focus with it: what tells of the outcome gets it then. Whoever has gone on by key or pointer meanwhile is left
 * alone.
 *
 * @param told What was told last; a new object is a new outcome.
 * @returns For an element with `tabIndex={-1}` around the outcome.
 */
export function useFocusAfterActions(told: object | undefined): RefObject<HTMLDivElement | null> {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!told) return
    const stop = new AbortController()
    const look = () => {
      if (!isFocusLost()) return
      stop.abort()
      focusInView(line.current)
    }
    const changes = new MutationObserver(look)
    stop.signal.addEventListener('abort', () => changes.disconnect())
    for (const sign of ['keydown', 'pointerdown'])
      addEventListener(sign, () => stop.abort(), { signal: stop.signal, capture: true })
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'open'] })
    look()
    return () => stop.abort()
  }, [told])
  return line
}
