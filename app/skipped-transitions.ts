/**
 * Lets a change of page be cut short, as by the next one, in silence: the page has changed all the same. What else can go wrong with it is told as before.
 * The router leaves that promise to itself, and the console would call it an uncaught error.
 */
export function forgiveSkippedTransitions(): void {
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
