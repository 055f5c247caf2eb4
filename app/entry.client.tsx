import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

nameEntriesOfPassages()
forgiveSkippedTransitions()

if (matchMedia('(display-mode: standalone)').matches) import('./offline-shell.ts').catch(() => undefined)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

/**
 * Gives history entries of in-page anchors (`href="#tokens"`) a key and a position, like the router's entries have.
 * Without a key they share the router's key for unknown entries, and Back between two anchors does not scroll; without
 * a position the router cannot ask before the visitor goes back from one. Must run before the router listens.
 */
function nameEntriesOfPassages(): void {
  let before: { position: number | null; hash: string } = { position: null, hash: '' }
  addEventListener(
    'click',
    () => (before = { position: (history.state as { idx?: number } | null)?.idx ?? null, hash: location.hash }),
    true,
  )
  addEventListener('popstate', () => {
    if (history.state !== null) return
    // The same anchor again replaces its entry.
    const idx = before.position === null ? null : before.position + (before.hash === location.hash ? 0 : 1)
    history.replaceState({ idx, key: Math.random().toString(32).slice(2), usr: null }, '')
  })
}

/**
 * Ignores skipped view transitions, which happen when the next navigation interrupts them; the page has changed anyway.
 * Other errors are thrown as before. The router leaves this promise unhandled, so the console would report an uncaught
 * error.
 */
function forgiveSkippedTransitions(): void {
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
    return transition
  }
}
