/**
 * Gives every passage the browser went to by itself (`href="#tokens"`) a key of its own in the history, as the router gives the pages
 * it goes to. Without one they all share the router's place for nameless entries, and Back between two passages stays where it is.
 * Must be called before the router listens.
 */
export function nameEntriesOfPassages(): void {
  addEventListener('popstate', () => {
    if (history.state === null) history.replaceState({ idx: null, key: Math.random().toString(32).slice(2), usr: null }, '')
  })
}
