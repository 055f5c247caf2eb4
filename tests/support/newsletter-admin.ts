import { editorSession } from './shared-site.ts'

const tokens = new Map<string, string>()

/**
 * Calls the newsletter admin API as a signed-in editor.
 *
 * @param path Below `/api/newsletter/admin/`.
 * @param body Sent as JSON, by POST unless `method` is given.
 * @throws Error for an error response.
 */
export async function callNewsletterAdmin<Reply>(
  { origin }: { origin: string },
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<Reply> {
  const token = await editorSession(origin, tokens.get(origin))
  tokens.set(origin, token)
  const reply = await fetch(`${origin}/api/newsletter/admin/${path}`, {
    method,
    headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Reply
}
