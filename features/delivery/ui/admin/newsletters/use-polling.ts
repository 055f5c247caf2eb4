import { useEffect } from 'react'

/** Poll interval while something changes, and otherwise. */
const activeMs = 2_000
const idleMs = 30_000

/** Reloads periodically while the page is visible: often while something changes, rarely otherwise. */
export function usePolling(reload: () => void, isChanging: boolean): void {
  useEffect(() => {
    const poll = () => {
      if (document.visibilityState === 'visible') reload()
    }
    const timer = setInterval(poll, isChanging ? activeMs : idleMs)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [reload, isChanging])
}
