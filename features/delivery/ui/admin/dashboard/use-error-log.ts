import { useEffect } from 'react'

/** Logs a loading error to the browser's console; the tab itself shows what to do. @param error Empty: no error. */
export function useErrorLog(error: string): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console
    if (error) console.error(`dashboard failed to load: ${error}`)
  }, [error])
}
