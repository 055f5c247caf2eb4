import { useEffect } from 'react'
import { useReaderStore } from './state/reader-context.tsx'

/** Minimum interval between address updates, which browsers limit. */
const restMs = 350

/**
 * Keeps `?page=` in the address while reading, so that a copied link opens the same page; adds no history entries.
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
    // Not debounced, so that a reload after several quick changes still opens the current page.
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

/** Returns the page number in an address. */
export function pageFromSearch(search: string): number | undefined {
  const requestedPage = new URLSearchParams(search).get('page') ?? ''
  return /^\d{1,6}$/.test(requestedPage) && Number(requestedPage) > 0 ? Number(requestedPage) : undefined
}
