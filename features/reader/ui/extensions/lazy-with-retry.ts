import pRetry from 'p-retry'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/**
 * Returns a lazily loaded component that retries until its code can be loaded; the rest of the page works in the
 * meantime. The `Suspense` around it shows a fallback.
 *
 * @param load Imports the component.
 */
export function lazyWithRetry<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const attempt = async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      // Browsers report failed imports as TypeError, which would look like a bug.
      throw new Error('A part of this page could not be loaded.', { cause })
    }
  }
  // The server reads its own build, so retrying would not help.
  return lazy(() =>
    import.meta.env.SSR ? attempt() : pRetry(attempt, { retries: Infinity, minTimeout: 1_000, maxTimeout: 10_000 }),
  )
}
