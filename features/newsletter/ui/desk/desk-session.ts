/** Under what name this browser keeps the token of whoever is signed in at the newsletter desk. */
const name = 'newsletter_token'

/** Where a desk stands: `unknown` before the page has looked, which is what the server sees; `hasLeft`: somebody was signed in on this page before. */
export type DeskSession =
  | { state: 'unknown' }
  | { state: 'signed-out'; why: string; hasLeft: boolean }
  | { state: 'signed-in'; token: string }

const unknown: DeskSession = { state: 'unknown' }
let now: DeskSession = unknown
const listeners = new Set<() => void>()

/** The session of this browser, as an outside store: every tab of the browser follows when one signs in or out. */
export const deskSession = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) removeEventListener('storage', onStorage)
    }
  },
  now(): DeskSession {
    if (now.state === 'unknown') now = look()
    return now
  },
  onServer: (): DeskSession => unknown,
  begin(token: string): void {
    attempt(() => localStorage.setItem(name, token))
    change({ state: 'signed-in', token })
  },
  /** @param why Told at the login; empty after signing out on purpose. */
  end(why: string): void {
    attempt(() => localStorage.removeItem(name))
    change({ state: 'signed-out', why, hasLeft: true })
  },
}

function look(): DeskSession {
  const token = attempt(() => localStorage.getItem(name))
  return token ? { state: 'signed-in', token } : { state: 'signed-out', why: '', hasLeft: now.state === 'signed-in' }
}

function onStorage({ key }: StorageEvent) {
  if (key === name || key === null) change(look())
}

function change(next: DeskSession) {
  now = next
  for (const listener of listeners) listener()
}

// A browser may refuse its storage altogether; the session then lives as long as the page.
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
