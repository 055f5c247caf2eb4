import type { LoginReply, SecondStepMethod, SecondStepRequired } from '#features/editors/contract.ts'
import { browserSession } from '#ui/admin/browser-session.ts'
import { signWithPasskey } from '#ui/passkey.ts'

const post = (path: string, headers: Record<string, string>, body?: string) =>
  fetch(`/api/newsletter/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    keepalive: true,
  })

type ErrorReply = { code?: string; detail?: string; message?: string }

/** Failed sign-in. @property isExpired The password must be entered again. */
export type SignInError = { message: string; isExpired: boolean }

/** Posts to the sign-in API. @returns The reply, or the error. */
async function request<Reply>(path: string, body: object): Promise<{ reply: Reply } | { error: SignInError }> {
  const response = await post(path, {}, JSON.stringify(body)).catch(() => undefined)
  if (!response) return { error: { message: 'API call failed', isExpired: false } }
  const reply = (await response.json().catch(() => ({}))) as Reply & ErrorReply
  if (response.ok) return { reply }
  return { error: { message: reply.detail || reply.message || 'API call failed', isExpired: reply.code === 'gone' } }
}

/** Signs an editor in. @returns The second step that is needed, or an error message; neither on success. */
export async function signIn(
  email: string,
  password: string,
): Promise<{ secondStep?: SecondStepRequired; error?: string }> {
  const answer = await request<Partial<LoginReply & SecondStepRequired>>('login', { email, password })
  if ('error' in answer) return { error: answer.error.message }
  if (answer.reply.second_step_required) return { secondStep: answer.reply as SecondStepRequired }
  if (!answer.reply.access_token) return { error: 'API call failed' }
  browserSession.begin(answer.reply.access_token)
  return {}
}

async function finish(token: string, proof: object): Promise<SignInError | undefined> {
  const answer = await request<LoginReply>('second-step', { second_step_token: token, ...proof })
  if ('error' in answer) return answer.error
  browserSession.begin(answer.reply.access_token)
  return undefined
}

/** Enters a code as the second step. @returns An error; undefined on success. */
export function finishWithCode(
  token: string,
  method: Exclude<SecondStepMethod, 'passkey'>,
  code: string,
): Promise<SignInError | undefined> {
  return finish(token, { method, code })
}

/** Uses a passkey as the second step. @returns An error; undefined on success. */
export async function finishWithPasskey(token: string): Promise<SignInError | undefined> {
  const started = await request<{ options: Parameters<typeof signWithPasskey>[0] }>('second-step/passkey', {
    second_step_token: token,
  })
  if ('error' in started) return started.error
  const result = await signWithPasskey(started.reply.options)
  return result.ok
    ? finish(token, { method: 'passkey', response: result.response })
    : { message: result.message, isExpired: false }
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
