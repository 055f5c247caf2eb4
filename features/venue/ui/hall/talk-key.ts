import { type RefObject, useEffect, useRef } from 'react'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'

/** Key for talking, by its position on the keyboard. */
const code = 'KeyT'

/**
 * Talks while the key T is held anywhere in the room. It follows the setting for the site's keyboard shortcuts, and
 * ends when the page loses the focus.
 *
 * @returns Whether the key works.
 * @see https://www.w3.org/TR/WCAG22/#character-key-shortcuts
 */
export function useTalkKey(
  frame: RefObject<HTMLElement | null>,
  actions: { press: () => void; release: () => void },
): boolean {
  const [isOn] = useShortcutSetting()
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const element = frame.current
    if (!isOn || !element) return undefined
    let isDown = false
    const release = () => {
      if (isDown) latest.current.release()
      isDown = false
    }
    const onDown = (event: KeyboardEvent) => {
      if (event.code !== code || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      isDown = true
      latest.current.press()
    }
    const onUp = (event: KeyboardEvent) => event.code === code && release()
    element.addEventListener('keydown', onDown)
    window.addEventListener('keyup', onUp)
    window.addEventListener('blur', release)
    return () => {
      element.removeEventListener('keydown', onDown)
      window.removeEventListener('keyup', onUp)
      window.removeEventListener('blur', release)
      release()
    }
  }, [frame, isOn])
  return isOn
}
