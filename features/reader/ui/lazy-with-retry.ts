import pRetry from 'p-retry'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/**
 * Returns a component whose code is loaded when it is first rendered, and asked for again while it cannot be had: a
 * page without it goes on. The `Suspense` around it shows what stands in meanwhile.
 *
 * @param load Imports the component.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  const attempt = async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      // Browsers report it as a TypeError, which would count as a mistake in the code.
      throw new Error('A part of this page could not be loaded.', { cause })
    }
  }
  // A server that cannot read its own build has nothing to wait for.
  return lazy(() =>
    import.meta.env.SSR ? attempt() : pRetry(attempt, { retries: Infinity, minTimeout: 1_000, maxTimeout: 10_000 }),
  )
}
