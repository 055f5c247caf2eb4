import { useTranslations } from 'use-intl/react'

/** Result of a request. `detail` is the server’s error message for the visitor, in the language of the page. */
type Posted<Reply> = { ok: true; reply: Reply } | Refused

type Refused = { ok: false; status: number; detail: string | undefined }

/** Returns a function that describes in one sentence why a request failed. Its texts are `checkout.request`. */
export function useRefusalText(): (answer: Refused) => string {
  const t = useTranslations('checkout.request')
  return ({ status, detail }) => detail || t(status === 0 ? 'unreachable' : 'failed')
}

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
    return { ok: false, status: 0, detail: undefined }
  }
  const reply = (await answer.json().catch(() => undefined)) as (Reply & { detail?: string }) | undefined
  if (answer.ok && reply !== undefined) return { ok: true, reply }
  return { ok: false, status: answer.status, detail: reply?.detail }
}
