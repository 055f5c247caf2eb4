import { useEffect, useRef } from 'react'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'

/** What a key does; it returns false to leave the key to the page. */
export type AdminKeys = Record<string, (event: KeyboardEvent) => boolean | void>

const writing = 'input:not([type=range]):not([type=radio]):not([type=checkbox]),textarea,select,[contenteditable]'

/** Of these, Space and Enter are the element's own. */
const pressed = 'button,a,summary,input,[role=button]'

/**
 * Lets single keys work a page of the admin, before the keys of the speaker are asked. Nothing happens while somebody
 * writes, with a dialog open, with a modifier held, or when the visitor switched keys off.
 *
 * @param keys By `KeyboardEvent.key`, emails in lower case.
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
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      const target = event.target instanceof Element ? event.target : undefined
      if (!act || document.querySelector('dialog[open]') || target?.closest(writing)) return
      if ((event.key === ' ' || event.key === 'Enter') && target?.closest(pressed)) return
      if (act(event) !== false) event.preventDefault()
    }
    // Before the page's own listeners, which leave alone what was dealt with.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [areOn])
}
