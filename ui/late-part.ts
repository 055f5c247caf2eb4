import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** Between tries, in milliseconds; the last one again and again. */
const waitsMs = [1000, 3000, 10_000, 30_000]

/**
 * A part of a page whose script comes when it is rendered. One that cannot be had leaves the page as it is and is asked for again: after
 * a while, and when the connection is said to be back (a browser that remembers the failure, as Firefox did, brings it with the next page).
 * What stands for it meanwhile is for the `Suspense` around it.
 */
export function latePart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await untilThere(load) }))
}

/** What a script brings, however often it must be asked for. */
async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await load()
    } catch (error) {
      // A server that cannot read its own build has nothing to wait for.
      if (import.meta.env.SSR) throw error
      await nextTry(waitsMs[Math.min(tries, waitsMs.length - 1)]!)
    }
  }
}

async function nextTry(waitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = new AbortController()
  const timer = setTimeout(resolve, waitMs)
  addEventListener('online', () => resolve(), { signal: waiting.signal })
  await promise
  clearTimeout(timer)
  waiting.abort()
}
