import { type RefObject, useEffect } from 'react'
import type { HallClient } from './hall-client.ts'
import { stepsOfKeys } from './pressed-keys.ts'

/** Elements that use the arrow keys themselves. */
const ownArrowKeys = 'input, select, textarea, [role=slider]'

/**
 * Walks while keys are held: the arrow keys anywhere in the room, because the focus is on a button after entering, and
 * letters only in the 3D view, because they would otherwise be shortcuts that a visitor cannot turn off.
 *
 * @param frame The room with its bars.
 * @param view The 3D view.
 * @see https://www.w3.org/TR/WCAG22/#character-key-shortcuts
 */
export function useWalkingKeys(
  client: HallClient,
  { frame, view }: { frame: RefObject<HTMLElement | null>; view: RefObject<HTMLElement | null> },
): void {
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const pressed = new Set<string>()
    const walk = () => client.setSteps(stepsOfKeys(pressed) ?? { forward: 0, rotation: 0 })
    const isOurs = ({ code, target }: KeyboardEvent) =>
      stepsOfKeys(new Set([code])) !== undefined &&
      (view.current?.contains(target as Node) ||
        (code.startsWith('Arrow') && !(target as Element).closest(ownArrowKeys)))
    const onDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isOurs(event)) return
      event.preventDefault()
      pressed.add(event.code)
      walk()
    }
    // The focus may have moved meanwhile, so the key is released wherever it is.
    const onUp = ({ code }: KeyboardEvent) => {
      if (pressed.delete(code)) walk()
    }
    const release = () => {
      pressed.clear()
      walk()
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!element.contains(relatedTarget as Node | null)) release()
    }
    element.addEventListener('keydown', onDown)
    element.addEventListener('focusout', onFocusOut)
    window.addEventListener('keyup', onUp)
    window.addEventListener('blur', release)
    return () => {
      element.removeEventListener('keydown', onDown)
      element.removeEventListener('focusout', onFocusOut)
      window.removeEventListener('keyup', onUp)
      window.removeEventListener('blur', release)
      release()
    }
  }, [client, frame, view])
}
