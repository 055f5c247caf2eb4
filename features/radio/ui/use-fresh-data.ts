import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 2000

/** Asks for the page's data again and again, as long as somebody looks at it. */
export function useFreshData(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [revalidate])
}
