import { useEffect, useState } from 'react'

/**
 * Loads code that only makes a page better, when it is first needed, and once more at the next need when it did not
 * come. The page goes on without it.
 *
 * @param load Imports it; the same function every time.
 * @param needs How often it was needed so far; nothing is loaded at 0.
 * @returns what was imported, once it is here.
 */
export function useLazyModule<Code>(load: () => Promise<Code>, needs: number): Code | undefined {
  const [code, setCode] = useState<{ loaded: Code }>()
  useEffect(() => {
    if (needs === 0) return
    load().then(
      (loaded) => setCode((before) => before ?? { loaded }),
      (error: unknown) => {
        // oxlint-disable-next-line no-console -- told here and nowhere else: the page stays as it is
        console.warn('page code failed to load; retrying on next use:', error)
      },
    )
  }, [load, needs])
  return code?.loaded
}
