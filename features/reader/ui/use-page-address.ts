import { useEffect } from 'react'
import { useReaderStore } from './reader-context.tsx'

/** Browsers refuse too many changes of the address in a row. */
const restMs = 350

/**
 * Keeps `?page=` in the address while somebody reads, so that a copied link leads where they are; leaves no trail in
 * the history.
 */
export function usePageAddress(isOn: boolean): void {
  const store = useReaderStore()
  useEffect(() => {
    if (!isOn) return
    let timer = 0
    const { pathname } = location
    const write = () => {
      timer = 0
      const url = new URL(location.href)
      if (url.pathname !== pathname) return
      const page = String(store.getState().page)
      if (url.searchParams.get('page') === page) return
      url.searchParams.set('page', page)
      history.replaceState(history.state, '', url)
    }
    // Not put off by what else happens meanwhile: somebody who presses this and that and then reloads is where they
    // were.
    const later = () => {
      timer ||= window.setTimeout(write, restMs)
    }
    later()
    const stop = store.subscribe(later)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isOn, store])
}

/** The page an address asks for. */
export function pageAsked(search: string): number | undefined {
  const asked = new URLSearchParams(search).get('page') ?? ''
  return /^\d{1,6}$/.test(asked) && Number(asked) > 0 ? Number(asked) : undefined
}
