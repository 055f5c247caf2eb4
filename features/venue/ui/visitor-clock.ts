import { useEffect, useState, useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** The visitor's own time zone; undefined while the page is rendered on the server. */
export function useVisitorZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, readZone, () => undefined)
}

let zone: string | undefined

function readZone(): string {
  zone ??= usableZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zone
}

/** Browsers that know none say so by a name such as `Etc/Unknown`, which no time can be formatted in. */
export function usableZone(named: string | undefined): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: named || 'UTC' }).format()
    return named || 'UTC'
  } catch {
    return 'UTC'
  }
}

/**
 * What time it is, again and again while somebody looks.
 *
 * @param at The moment the page was made for, which it begins with.
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
