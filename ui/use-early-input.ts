import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Reads a form control once after hydration. What visitors enter before the script of a page runs causes no event, so
 * that state which follows the control would keep its first value.
 *
 * @param read Takes the control over into state, like its change handler.
 * @returns The ref of the control.
 */
export function useEarlyInput<Control extends HTMLElement>(
  read: (control: Control) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null)
  const readOnce = useEffectEvent(read)
  useEffect(() => {
    if (control.current) readOnce(control.current)
  }, [])
  return control
}
