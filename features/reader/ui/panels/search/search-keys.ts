import { useEffect } from 'react'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'
import { useReaderStore } from '../../reader-context.tsx'

const typing = 'input,textarea,select,[contenteditable]'

/**
 * `/` and Ctrl+F (⌘F) open the search while the focus is in the reader; the browser's own search sees only the few pages that are drawn.
 * Pressed once more in the search, Ctrl+F is the browser's again.
 */
export function SearchKeys() {
  const store = useReaderStore()
  const [charactersOn] = useShortcutSetting()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || event.isComposing || altKey || !(target instanceof Element)) return
      if (!target.closest('[data-reader]') || target.closest(typing)) return
      const isFind =
        (ctrlKey !== metaKey && key.toLowerCase() === 'f' && !event.shiftKey) || (key === '/' && !ctrlKey && !metaKey && charactersOn)
      if (!isFind) return
      event.preventDefault()
      const input = document.querySelector<HTMLInputElement>('[data-reader] [role=search] input')
      if (input) input.select()
      else store.togglePanel('search')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [store, charactersOn])
  return null
}
