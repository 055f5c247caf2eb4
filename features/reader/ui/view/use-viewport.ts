import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the inner size of an element in CSS pixels without scrollbars; undefined before it is measured. */
export function useViewport(element: RefObject<HTMLElement | null>): { width: number; height: number } | undefined {
  const [size, setSize] = useState<{ width: number; height: number }>()
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = watched
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}
