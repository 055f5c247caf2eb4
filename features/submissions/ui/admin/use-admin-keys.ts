import { useEffect, useRef } from 'react'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'

/** Handlers by key; a handler returns false to leave the key to the page. */
type AdminKeys = Record<string, (event: KeyboardEvent) => boolean | void>

const writing = 'input:not([type=range]):not([type=radio]):not([type=checkbox]),textarea,select,[contenteditable]'

/** Elements that handle Space and Enter themselves. */
const pressed = 'button,a,summary,input,[role=button]'

/**
 * Registers single-key shortcuts of an admin page, ahead of the player's. They are inactive in fields, with an open
 * dialog or a modifier, and when shortcuts are turned off.
 *
 * @param keys Handlers by `KeyboardEvent.key`, letters in lower case.
 */
export function useAdminKeys(keys: AdminKeys): void {
  const [areOn] = useShortcutSetting()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!areOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
        return
      const action = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      const target = event.target instanceof Element ? event.target : undefined
      if (!action || document.querySelector('dialog[open]') || target?.closest(writing)) return
      if ((event.key === ' ' || event.key === 'Enter') && target?.closest(pressed)) return
      if (action(event) !== false) event.preventDefault()
    }
    // Capture phase, before the page's own listeners, which skip handled events.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [areOn])
}
