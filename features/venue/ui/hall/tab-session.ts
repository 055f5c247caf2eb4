const key = 'venue-session'

/**
 * Returns the secret under which this tab is known in the venue: 24 characters, new with every tab and kept while it
 * reloads. It identifies a figure for a visit, not a person.
 */
export function readTabSession(): string {
  try {
    const known = sessionStorage.getItem(key)
    if (known && /^[A-Za-z0-9_-]{24}$/.test(known)) return known
  } catch {
    // Storage may be blocked; the figure then lasts as long as the page.
  }
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  const session = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  try {
    sessionStorage.setItem(key, session)
  } catch {
    // As above.
  }
  return session
}
