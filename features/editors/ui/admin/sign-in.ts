import type { LoginReply } from '#features/editors/contract.ts'
import { browserSession } from '#ui/admin/browser-session.ts'

const post = (path: string, headers: Record<string, string>, body?: string) =>
  fetch(`/api/newsletter/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    keepalive: true,
  })

/** Signs an editor in. @returns An error message; undefined on success. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const response = await post('login', {}, JSON.stringify({ email, password })).catch(() => undefined)
  if (!response) return 'API call failed'
  const reply = (await response.json().catch(() => ({}))) as Partial<LoginReply> & { detail?: string; message?: string }
  if (!response.ok || !reply.access_token) return reply.detail || reply.message || 'API call failed'
  browserSession.begin(reply.access_token)
  return undefined
}

/** Signs an editor out of this browser right away. The server revokes the token when it gets the request. */
export async function signOut(): Promise<void> {
  const session = browserSession.now()
  browserSession.end('')
  if (session.state === 'signed-in')
    await post('logout', { authorization: `Bearer ${session.token}` }).catch(() => undefined)
}

/**
 * Ends the owner's session on the server, because script cannot delete its cookie.
 *
 * @returns An error message; undefined on success.
 */
export async function signOutOwner(): Promise<string | undefined> {
  const response = await post('logout', {}).catch(() => undefined)
  // 401: the session had already ended.
  if (!response?.ok && response?.status !== 401)
    return 'You are still signed in because the site did not respond. Try again.'
  browserSession.end('')
  return undefined
}
