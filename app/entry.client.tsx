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
 * Gives history entries of in-page anchors (`href="#tokens"`) a key of their own, like the router's entries have.
 * Without one they share the router's key for unknown entries, and Back between two anchors does not scroll. Must run
 * before the router listens.
 */
function nameEntriesOfPassages(): void {
  addEventListener('popstate', () => {
    if (history.state === null)
      history.replaceState({ idx: null, key: Math.random().toString(32).slice(2), usr: null }, '')
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
