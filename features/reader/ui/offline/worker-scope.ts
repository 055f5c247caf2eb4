/*
 * What the reader's worker uses of its surroundings. The compiler's own description of workers cannot stand beside that of pages.
 */
type LastingEvent = Event & { waitUntil(work: Promise<unknown>): void }

/** A request that may be answered here; `respondWith` must be called before anything is waited for. */
export type AskingEvent = LastingEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void }

/** The worker itself. */
export type WorkerScope = {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: AskingEvent) => void): void
}
