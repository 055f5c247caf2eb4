import type { ProblemKey } from '../speech/microphone.ts'

/** Reason for a failure: the key of one of our messages, or the message of the server in the language of the page. */
export type Problem = { key: ProblemKey } | { text: string }

/** Result of a call to the voice API: the reply, or the server's error code and message. */
type Posted<Reply> = { ok: true; reply: Reply } | { ok: false; code: string; problem: Problem }

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
    if (answer.ok) return { ok: true, reply }
    return {
      ok: false,
      code: reply.code ?? '',
      problem: reply.detail ? { text: reply.detail } : { key: 'failed' },
    }
  } catch {
    return { ok: false, code: 'network', problem: { key: 'network' } }
  }
}
