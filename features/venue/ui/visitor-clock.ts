import { useEffect, useState, useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** Returns the visitor's time zone; undefined on the server. */
export function useVisitorZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, readZone, () => undefined)
}

let zone: string | undefined

function readZone(): string {
  zone ??= usableZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zone
}

/** Returns a usable time zone. Browsers without one report a name such as `Etc/Unknown`, which cannot format a time. */
export function usableZone(named: string | undefined): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: named || 'UTC' }).format()
    return named || 'UTC'
  } catch {
    return 'UTC'
  }
}

/**
 * Returns the current time and updates it while the page is visible.
 *
 * @param at Time for which the page was rendered, used as the initial value.
 * @returns Milliseconds since 1970.
 */
export function useNow(at: string, everyMs: number): number {
  const [now, setNow] = useState(() => Date.parse(at))
  useEffect(() => {
    const tick = () => document.visibilityState === 'visible' && setNow(Date.now())
    tick()
    const timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [everyMs])
  return now
}
