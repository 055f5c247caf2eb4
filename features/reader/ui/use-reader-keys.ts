import { type RefObject, useEffect } from 'react'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'
import { isMeant } from './is-meant.ts'
import { useReaderStore } from './reader-context.tsx'
import type { ReaderStore } from './reader-store.ts'
import { zoomBy } from './zoom-steps.ts'

/** Whoever has the focus in one of these means it, not the pages. */
const ownsKeys =
  'input,textarea,select,audio,video,dialog,[contenteditable],[role=dialog],[role=slider],[role=tab],[role=option],[role=menu]'

const turns: Record<string, (store: ReaderStore) => void> = {
  ArrowLeft: (store) => store.turn(-1),
  ArrowRight: (store) => store.turn(1),
  PageUp: (store) => store.turn(-1),
  PageDown: (store) => store.turn(1),
  Home: (store) => store.scrollTo(1),
  End: (store) => store.scrollTo(store.getState().manifest?.totalPages ?? 1),
}

const signs: Record<string, (store: ReaderStore, toggleFullScreen: () => void) => void> = {
  '+': (store) => zoomBy(store, 1),
  '=': (store) => zoomBy(store, 1),
  '-': (store) => zoomBy(store, -1),
  '0': (store) => store.setZoom('auto'),
  'f': (_store, toggleFullScreen) => toggleFullScreen(),
}

/**
 * Lets keys turn pages, zoom and fill the screen while the focus is in the reader, or nowhere and the reader in sight. Heard before the
 * keys of the sound, which leave alone what was answered already. The switch that turns off the sound's keys turns off single
 * characters here too.
 *
 * @see https://www.w3.org/TR/WCAG22/#character-key-shortcuts
 */
export function useReaderKeys(reader: RefObject<HTMLElement | null>, isOn: boolean, toggleFullScreen: () => void): void {
  const store = useReaderStore()
  const [charactersOn] = useShortcutSetting()
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]') || (target instanceof Element && target.closest(ownsKeys))) return
      if (!reader.current || !isMeant(reader.current, target)) return
      const turn = event.shiftKey ? undefined : turns[key]
      const sign = charactersOn ? signs[key.toLowerCase()] : undefined
      if (!turn && !sign) return
      event.preventDefault()
      if (turn) turn(store)
      else sign?.(store, toggleFullScreen)
    }
    // Caught on the way down, so that the sound's keys, on the way up, find it answered.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [reader, isOn, charactersOn, store, toggleFullScreen])
}
