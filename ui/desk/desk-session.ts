import { createStore } from 'zustand'

/** Under what name this browser keeps the token of whoever is signed in at the newsletter desk. */
const name = 'newsletter_token'

/**
 * Where a desk stands: `unknown` before the page has looked, which is what the server sees; `hasLeft`: somebody was
 * signed in on this page before; `owner`: a cookie that no script can read opens the calls, and nothing is stored here.
 * `followed` is the server's answer that said so last.
 */
export type DeskSession =
  | { state: 'unknown' }
  | { state: 'owner'; followed: object }
  | { state: 'signed-out'; why: string; hasLeft: boolean; followed?: object | undefined }
  | { state: 'signed-in'; token: string }

const unknown: DeskSession = { state: 'unknown' }
const store = createStore<DeskSession>(() => (typeof window === 'undefined' ? unknown : look(false)))

if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key }) => {
    const { state } = store.getState()
    if (state !== 'owner' && (key === name || key === null)) store.setState(look(state === 'signed-in'), true)
  })
}

/** The session of this browser: every tab of the browser follows when one signs in or out. */
export const deskSession = {
  now: store.getState,
  /** As React sees it; the first render is the server's, which knows of no session. */
  shown: { getState: store.getState, getInitialState: () => unknown, subscribe: store.subscribe },
  begin(token: string): void {
    attempt(() => localStorage.setItem(name, token))
    store.setState({ state: 'signed-in', token }, true)
  },
  /** Takes up what the server says of this browser; the owner goes before a token that lies here as well. */
  follow(owner: object | undefined): void {
    if (owner) store.setState({ state: 'owner', followed: owner }, true)
    else if (store.getState().state === 'owner') store.setState(look(false), true)
  },
  /** @param why Told at the login; empty after signing out on purpose. */
  end(why: string): void {
    attempt(() => localStorage.removeItem(name))
    const before = store.getState()
    store.setState(
      { state: 'signed-out', why, hasLeft: true, followed: before.state === 'owner' ? before.followed : undefined },
      true,
    )
  },
}

function look(hasLeft: boolean): DeskSession {
  const token = attempt(() => localStorage.getItem(name))
  return token ? { state: 'signed-in', token } : { state: 'signed-out', why: '', hasLeft }
}

// A browser may refuse its storage altogether; the session then lives as long as the page.
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
