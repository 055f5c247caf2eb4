/** Result of a request, with an error message for the visitor. */
export type Posted<Reply> = { ok: true; reply: Reply } | { ok: false; status: number; detail: string }

const unreachable = 'Network error. Please check your connection and try again.'
const failed = 'Something went wrong. Please try again in a moment.'

/**
 * Posts JSON to our own API.
 *
 * @returns The reply, or the error message of the server; `status` is 0 when it was not reached.
 */
export async function postJson<Reply>(path: string, body: object): Promise<Posted<Reply>> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    return { ok: false, status: 0, detail: unreachable }
  }
  const reply = (await answer.json().catch(() => undefined)) as (Reply & { detail?: string }) | undefined
  if (answer.ok && reply !== undefined) return { ok: true, reply }
  return { ok: false, status: answer.status, detail: reply?.detail || failed }
}
