const key = 'venue-session'

/**
 * Returns the secret that identifies this tab in the venue: 24 characters, new for every tab and preserved over
 * reloads. It identifies a guest for a visit, not a person.
 */
export function readTabSession(): string {
  try {
    const known = sessionStorage.getItem(key)
    if (known && /^[A-Za-z0-9_-]{24}$/.test(known)) return known
  } catch {
    // Storage may be blocked; the appearance then lasts as long as the page.
  }
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  const session = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  try {
    sessionStorage.setItem(key, session)
  } catch {
    // Storage may be blocked, as above.
  }
  return session
}
