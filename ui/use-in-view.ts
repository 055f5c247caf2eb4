import { useEffect, useState } from 'react'

/**
 * Returns whether the element has been on screen, or within `margin` of it, since it was mounted.
 *
 * @param margin Margin around the viewport, as in CSS.
 * @see https://www.w3.org/TR/intersection-observer/
 */
export function useInView(element: Element | null, margin = '0px'): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      {
        rootMargin: margin,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isSeen, margin])
  return isSeen
}
