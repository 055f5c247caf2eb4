/** What one of this room's calls answered, or the server's words for why not. */
export type Posted<Reply> = { ok: true; reply: Reply } | { ok: false; detail: string }

/** @param keepalive Sent to its end also when the page goes away meanwhile. */
export async function post<Reply>(path: string, body: object, { keepalive = false } = {}): Promise<Posted<Reply>> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive,
    })
    const reply = (await answer.json()) as Reply & { detail?: string }
    return answer.ok ? { ok: true, reply } : { ok: false, detail: reply.detail || failed }
  } catch {
    return { ok: false, detail: 'Network error. Please check your connection and try again.' }
  }
}

const failed = 'That did not work. Please try again in a moment.'
