import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

nameEntriesOfPassages()
forgiveSkippedTransitions()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

/**
 * Gives every passage the browser went to by itself (`href="#tokens"`) a key of its own in the history, as the router
 * gives the pages it goes to. Without one they all share the router's place for nameless entries, and Back between two
 * passages stays where it is. Must be called before the router listens.
 */
function nameEntriesOfPassages(): void {
  addEventListener('popstate', () => {
    if (history.state === null)
      history.replaceState({ idx: null, key: Math.random().toString(32).slice(2), usr: null }, '')
  })
}

/**
 * Lets a change of page be cut short, as by the next one, in silence: the page has changed all the same. What else can
 * go wrong with it is told as before. The router leaves that promise to itself, and the console would call it an
 * uncaught error.
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
