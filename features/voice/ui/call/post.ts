/** Result of a call to the voice API: the reply, or the server's error code and message. */
export type Posted<Reply> = { ok: true; reply: Reply } | { ok: false; code: string; detail: string }

/** Posts JSON to the voice API. @param keepalive Completes the request even if the page is closed. */
export async function post<Reply>(path: string, body: object, { keepalive = false } = {}): Promise<Posted<Reply>> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive,
    })
    const reply = (await answer.json()) as Reply & { code?: string; detail?: string }
    return answer.ok ? { ok: true, reply } : { ok: false, code: reply.code ?? '', detail: reply.detail || failed }
  } catch {
    return { ok: false, code: 'network', detail: 'Network error. Please check your connection and try again.' }
  }
}

const failed = 'Something went wrong. Please try again in a moment.'
