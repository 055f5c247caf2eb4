import { useEffect } from 'react'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'
import { isMeant } from '../../is-meant.ts'
import { useReaderStore } from '../../reader-context.tsx'

const typing = 'input,textarea,select,[contenteditable]'

/**
 * `/` opens the search wherever the reader's other keys are heard, Ctrl+F (⌘F) while the focus is in the reader; the browser's own search
 * sees only the few pages that are drawn. Pressed once more in the search, Ctrl+F is the browser's again.
 */
export function SearchKeys() {
  const store = useReaderStore()
  const [charactersOn] = useShortcutSetting()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || event.isComposing || altKey || !(target instanceof Element)) return
      const reader = document.querySelector<HTMLElement>('[data-reader]')
      if (!reader || target.closest(typing) || document.querySelector('dialog[open]')) return
      const isFind = ctrlKey !== metaKey && key.toLowerCase() === 'f' && !event.shiftKey && reader.contains(target)
      const isSign = key === '/' && !ctrlKey && !metaKey && charactersOn && store.getState().manifest && isMeant(reader, target)
      if (!isFind && !isSign) return
      event.preventDefault()
      const input = reader.querySelector<HTMLInputElement>('[role=search] input')
      if (input) input.select()
      else store.togglePanel('search')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [store, charactersOn])
  return null
}
