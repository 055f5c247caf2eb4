/**
 * Lets a change of page be cut short in silence, by the next one or by a browser that cannot picture it: the page has changed all the same.
 * The router leaves that promise to itself, and the console would call it an uncaught error.
 */
export function forgiveSkippedTransitions(): void {
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch(() => {})
    return transition
  }
}
