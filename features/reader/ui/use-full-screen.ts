import { type RefObject, useCallback, useEffect } from 'react'
import { useReaderStore } from './reader-context.tsx'

/**
 * Fills the screen with an element and leaves again. Where a browser gives the whole screen to films alone, as telephones do, the
 * element fills the page instead; how it looks then is its own matter, by `isFullScreen` of the state.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>): () => void {
  const store = useReaderStore()
  useEffect(() => {
    const onChange = () => store.setFullScreen(document.fullscreenElement === element.current && element.current !== null)
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && store.getState().isFullScreen && !document.fullscreenElement) store.setFullScreen(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKey)
    }
  }, [element, store])
  return useCallback(() => {
    const { isFullScreen } = store.getState()
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (isFullScreen) store.setFullScreen(false)
    else if (element.current?.requestFullscreen) element.current.requestFullscreen().catch(() => store.setFullScreen(true))
    else store.setFullScreen(true)
  }, [element, store])
}
