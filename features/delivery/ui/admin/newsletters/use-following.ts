import { useEffect } from 'react'

/** While something moves the desk looks this often, else this seldom. */
const movingMs = 2_000
const restingMs = 30_000

/** Asks again by itself while the page is in sight: often while something moves, seldom otherwise. */
export function useFollowing(reload: () => void, isMoving: boolean): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') reload()
    }
    const timer = setInterval(look, isMoving ? movingMs : restingMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [reload, isMoving])
}
