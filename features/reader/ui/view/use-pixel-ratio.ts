import { useSyncExternalStore } from 'react'

/** Screen pixels per CSS pixel; changes with the browser's own zoom and when the window goes to another screen. */
export function usePixelRatio(): number {
  return useSyncExternalStore(
    subscribe,
    () => devicePixelRatio,
    () => 1,
  )
}

function subscribe(onChange: () => void): () => void {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}
