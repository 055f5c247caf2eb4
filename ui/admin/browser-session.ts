import { createStore } from 'zustand'

/** Local storage key of the bearer token; the specification names it. */
const tokenKey = 'newsletter_token'

/**
 * Sign-in state of this browser in the newsletter admin.
 *
 * - `unknown`: before the page has read the storage, as on the server;
 * - `owner`: the owner's HttpOnly cookie authorizes the calls, and nothing is stored here. `followed` is the loader
 *   data
 *   that reported it last;
 * - `signed-out`: `hasLeft` if somebody was signed in on this page before.
 */
type BrowserSession =
  | { state: 'unknown' }
  | { state: 'owner'; followed: object }
  | { state: 'signed-out'; why: string; hasLeft: boolean; followed?: object | undefined }
  | { state: 'signed-in'; token: string }

const unknown: BrowserSession = { state: 'unknown' }
const store = createStore<BrowserSession>(() => (typeof window === 'undefined' ? unknown : readStorage(false)))

if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key }) => {
    const { state } = store.getState()
    if (state !== 'owner' && (key === tokenKey || key === null)) {
      store.setState(readStorage(state === 'signed-in'), true)
    }
  })
}

/** Session store of this browser; signing in or out in one tab signs all tabs in or out. */
export const browserSession = {
  now: store.getState,
  /** Store for React; its initial state is the server's, which knows no session. */
  store: { getState: store.getState, getInitialState: () => unknown, subscribe: store.subscribe },
  begin(token: string): void {
    ignoreStorageErrors(() => localStorage.setItem(tokenKey, token))
    store.setState({ state: 'signed-in', token }, true)
  },
  /** Adopts the server's answer about the owner, who takes precedence over a stored token. */
  follow(owner: object | undefined): void {
    if (owner) store.setState({ state: 'owner', followed: owner }, true)
    else if (store.getState().state === 'owner') store.setState(readStorage(false), true)
  },
  /** @param why Message for the login form; empty after a deliberate sign-out. */
  end(why: string): void {
    ignoreStorageErrors(() => localStorage.removeItem(tokenKey))
    const before = store.getState()
    store.setState(
      { state: 'signed-out', why, hasLeft: true, followed: before.state === 'owner' ? before.followed : undefined },
      true,
    )
  },
}

function readStorage(hasLeft: boolean): BrowserSession {
  const token = ignoreStorageErrors(() => localStorage.getItem(tokenKey))
  return token ? { state: 'signed-in', token } : { state: 'signed-out', why: '', hasLeft }
}

// A browser may refuse access to its storage; the session then ends with the page.
function ignoreStorageErrors<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
