import { deskSession } from './desk-session.ts'

/** Beneath this stand all calls of the desk. */
export const deskRoot = '/api/newsletter/admin'

/** A call was refused or did not get through; `message` is fit for a person. */
export class DeskCallError extends Error {
  /** 0: nobody answered. */
  readonly status: number
  readonly code: string
  constructor(message: string, status: number, code: string) {
    super(message)
    this.name = 'DeskCallError'
    this.status = status
    this.code = code
  }
}

type DeskCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a form with its files. */
  form?: FormData
  signal?: AbortSignal
}

/**
 * One call of the newsletter desk: `callDesk<Me>('me')`.
 *
 * @param path Beneath `/api/newsletter/admin/`, with its search.
 * @returns What was answered, as `Reply`.
 * @throws DeskCallError with the reply's detail or message, else 'API call failed'. A 401 also ends the session, and
 *   the login takes over.
 */
export async function callDesk<Reply>(path: string, call: DeskCall = {}): Promise<Reply> {
  const response = await askDesk(path, call)
  return (await response.json().catch(() => {
    throw new DeskCallError('API call failed', response.status, 'internal')
  })) as Reply
}

/**
 * Brings a file of the desk and hands it to the browser to keep; a link could not carry a token.
 *
 * @throws DeskCallError as {@link callDesk} does.
 */
export async function saveFromDesk(path: string, fileName: string): Promise<void> {
  const response = await askDesk(path, {})
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** What to tell about anything a call threw; undefined when it was called off. */
export function deskRefusal(error: unknown): string | undefined {
  if (error instanceof DeskCallError) return error.message
  if (error instanceof DOMException && error.name === 'AbortError') return undefined
  return 'API call failed'
}

async function askDesk(path: string, { method = 'GET', body, form, signal }: DeskCall): Promise<Response> {
  const session = deskSession.now()
  const token = session.state === 'signed-in' ? session.token : ''
  const content = form ?? (body === undefined ? undefined : JSON.stringify(body))
  let response: Response
  try {
    response = await fetch(`${deskRoot}/${path}`, {
      method,
      // The browser names the boundary of a form itself.
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(form ? {} : { 'content-type': 'application/json' }),
      },
      ...(content === undefined ? {} : { body: content }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new DeskCallError('API call failed', 0, 'unreachable')
  }
  if (response.ok) return response
  if (response.status === 401) {
    endIfStill(token)
    throw new DeskCallError('Authentication required', 401, 'unauthenticated')
  }
  const reply = (await response.json().catch(() => ({}))) as { detail?: unknown; message?: unknown; code?: unknown }
  const told = [reply.detail, reply.message].find((text): text is string => typeof text === 'string' && text !== '')
  throw new DeskCallError(
    told ?? 'API call failed',
    response.status,
    typeof reply.code === 'string' ? reply.code : 'internal',
  )
}

// An answer that comes late must not end the session that was begun meanwhile.
function endIfStill(token: string) {
  const session = deskSession.now()
  if ((session.state === 'signed-in' ? session.token : '') === token) deskSession.end('Authentication required')
}
