import { useEffect } from 'react'

/** Poll interval while something changes, and otherwise. */
const activeMs = 2_000
const idleMs = 30_000

/**
 * Reloads periodically while the page is visible: often once something changes, rarely before.
 *
 * @param changesFrom Time in milliseconds from which something changes; Infinity if it does not.
 */
export function usePolling(reload: () => void, changesFrom: number): void {
  useEffect(() => {
    const poll = () => {
      if (document.visibilityState === 'visible') reload()
    }
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          poll()
          wait()
        },
        pollDelayMs(changesFrom, Date.now()),
      )
    }
    wait()
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [reload, changesFrom])
}

/** Returns the milliseconds until the next poll: one comes as soon as something changes. */
export function pollDelayMs(changesFrom: number, now: number): number {
  return Math.min(idleMs, Math.max(activeMs, changesFrom - now))
}
