import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 12_000

/** Looks again where the track is, as long as somebody looks at the page. */
export function useFreshStatus(isOver: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isOver) return
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [revalidate, isOver])
}
