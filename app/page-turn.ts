import { useLayoutEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** How long a page may take to find its place, in milliseconds. */
const settleMs = 600

/** Marks the document while one page takes the place of another, so that its scroll position is set and not travelled to. */
export function PageTurn() {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const isLeaving = location !== undefined && location.pathname !== pathname
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.turning = ''
    if (isLeaving) return undefined
    const timer = setTimeout(() => delete dataset.turning, settleMs)
    return () => clearTimeout(timer)
  }, [pathname, isLeaving])
  return null
}
