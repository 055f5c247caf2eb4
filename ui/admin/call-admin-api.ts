import { browserSession } from './browser-session.ts'

/** Base path of the newsletter admin API. */
const adminApiRoot = '/api/newsletter/admin'

/** A failed API request; `message` is fit to be shown to a person. */
export class AdminApiError extends Error {
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  readonly code: string
  constructor(message: string, status: number, code: string) {
    super(message)
    this.name = 'AdminApiError'
    this.status = status
    this.code = code
  }
}

type AdminApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a multipart form with its files. */
  form?: FormData
  signal?: AbortSignal
}

/**
 * Calls the newsletter admin API and parses the JSON response: `callAdminApi<Me>('me')`.
 *
 * @param path Path and query below `/api/newsletter/admin/`.
 * @throws AdminApiError with the response's `detail` or `message`, else 'API call failed'. A 401 also ends the session,
 *   which brings back the login form.
 */
export async function callAdminApi<Reply>(path: string, request: AdminApiRequest = {}): Promise<Reply> {
  const response = await fetchAdminApi(path, request)
  return (await response.json().catch(() => {
    throw new AdminApiError('API call failed', response.status, 'internal')
  })) as Reply
}

/**
 * Downloads a file from the newsletter admin API. A plain link could not send the bearer token.
 *
 * @throws AdminApiError as {@link callAdminApi} does.
 */
export async function downloadFromAdminApi(path: string, fileName: string): Promise<void> {
  const response = await fetchAdminApi(path, {})
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Returns the message to show for an error of an API call; undefined if the call was aborted. */
export function adminErrorMessage(error: unknown): string | undefined {
  if (error instanceof AdminApiError) return error.message
  if (error instanceof DOMException && error.name === 'AbortError') return undefined
  return 'API call failed'
}

async function fetchAdminApi(path: string, { method = 'GET', body, form, signal }: AdminApiRequest): Promise<Response> {
  const session = browserSession.now()
  const token = session.state === 'signed-in' ? session.token : ''
  const content = form ?? (body === undefined ? undefined : JSON.stringify(body))
  let response: Response
  try {
    response = await fetch(`${adminApiRoot}/${path}`, {
      method,
      // The browser sets the content type of a form itself, because it chooses the boundary.
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(form ? {} : { 'content-type': 'application/json' }),
      },
      ...(content === undefined ? {} : { body: content }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new AdminApiError('API call failed', 0, 'unreachable')
  }
  if (response.ok) return response
  if (response.status === 401) {
    endIfCurrent(token)
    throw new AdminApiError('Authentication required', 401, 'unauthenticated')
  }
  const reply = (await response.json().catch(() => ({}))) as { detail?: unknown; message?: unknown; code?: unknown }
  const message = [reply.detail, reply.message].find((text): text is string => typeof text === 'string' && text !== '')
  throw new AdminApiError(
    message ?? 'API call failed',
    response.status,
    typeof reply.code === 'string' ? reply.code : 'internal',
  )
}

// A late 401 must not end a session that was started in the meantime.
function endIfCurrent(token: string) {
  const session = browserSession.now()
  if ((session.state === 'signed-in' ? session.token : '') === token) browserSession.end('Authentication required')
}
