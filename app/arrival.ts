import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves focus to the content after a click led to another page, as loading it anew would: a screen reader starts reading there,
 * and Tab goes on from there. A passage of the same page keeps the focus the browser gave it.
 */
export function useFocusOnArrival(): void {
  const { pathname, hash } = useLocation()
  const from = useRef(pathname)
  useEffect(() => {
    if (from.current === pathname) return
    from.current = pathname
    if (!hash) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, hash])
}
