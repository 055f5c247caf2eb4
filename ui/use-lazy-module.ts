import { useEffect, useState } from 'react'

/**
 * Loads an optional module when it is first needed, and again at the next need after a failure. The page works without
 * it.
 *
 * @param load Imports the module; must be a stable function.
 * @param attempt Number of times it was needed; nothing is loaded at 0.
 * @returns The module once it is loaded.
 */
export function useLazyModule<Code>(load: () => Promise<Code>, attempt: number): Code | undefined {
  const [code, setCode] = useState<{ loaded: Code }>()
  useEffect(() => {
    if (attempt === 0) return
    load().then(
      (loaded) => setCode((before) => before ?? { loaded }),
      (error: unknown) => {
        // oxlint-disable-next-line no-console -- this is the only report; the page keeps its state
        console.warn('page code failed to load; retrying on next use:', error)
      },
    )
  }, [load, attempt])
  return code?.loaded
}
