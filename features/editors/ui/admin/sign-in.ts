import type { LoginReply } from '#features/editors/contract.ts'
import { browserSession } from '#ui/admin/browser-session.ts'

const post = (path: string, headers: Record<string, string>, body?: string) =>
  fetch(`/api/newsletter/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    keepalive: true,
  })

/** @returns Why not; undefined once somebody is signed in. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const response = await post('login', {}, JSON.stringify({ email, password })).catch(() => undefined)
  if (!response) return 'API call failed'
  const reply = (await response.json().catch(() => ({}))) as Partial<LoginReply> & { detail?: string; message?: string }
  if (!response.ok || !reply.access_token) return reply.detail || reply.message || 'API call failed'
  browserSession.begin(reply.access_token)
  return undefined
}

/** Leaves this browser at once; the token is ended at the server as soon as it hears of it. */
export async function signOut(): Promise<void> {
  const session = browserSession.now()
  browserSession.end('')
  if (session.state === 'signed-in')
    await post('logout', { authorization: `Bearer ${session.token}` }).catch(() => undefined)
}

/**
 * Ends the session of the owner, which no script can take away.
 *
 * @returns Why it goes on; undefined once it has ended.
 */
export async function signOutOwner(): Promise<string | undefined> {
  const response = await post('logout', {}).catch(() => undefined)
  // Refused as nobody: it had ended already.
  if (!response?.ok && response?.status !== 401)
    return 'You are still signed in because the site did not respond. Try again.'
  browserSession.end('')
  return undefined
}
