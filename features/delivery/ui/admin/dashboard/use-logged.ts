import { useEffect } from 'react'

/** Tells the browser's log alone what failed; the tab shows what to do about it. @param error Empty: nothing failed. */
export function useLogged(error: string): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console
    if (error) console.error(`dashboard failed to load: ${error}`)
  }, [error])
}
