import { externalErrorMessage } from './external-error.ts'
import { openPage, within } from './open-page.ts'

/** What a link answered in the end: a status, or a reason in words why there was none. */
export type LinkStatus = { status: number } | { failure: string }

/** Who may be asked beside the open net over TLS. `localHosts` with their ports, `127.0.0.1:8080`. */
export type LinkRules = { localHosts?: readonly string[]; protocols?: readonly string[]; timeoutMs?: number }

const headers = { 'user-agent': 'Swade link check', 'accept': '*/*' }

/**
 * Asks whether something stands behind a link, with HEAD and, where that is refused, GET; nothing that comes is read.
 * Redirects are followed, since a link that leads to a dead page is dead. Never rejects.
 *
 * @see platform/http-client/open-page.ts for who is asked at all
 */
export async function checkLink(
  address: string,
  { timeoutMs = 10_000, ...rules }: LinkRules = {},
): Promise<LinkStatus> {
  try {
    return await within(timeoutMs, async (signal): Promise<LinkStatus> => {
      const ask = async (method: 'HEAD' | 'GET'): Promise<LinkStatus> => {
        const opened = await openPage(address, { ...rules, method, headers, signal })
        if (!opened.ok) return { failure: opened.why }
        opened.response.destroy()
        return { status: opened.response.statusCode ?? 0 }
      }
      const first = await ask('HEAD')
      return 'status' in first && first.status >= 400 ? ask('GET') : first
    })
  } catch (error) {
    return { failure: externalErrorMessage(error) }
  }
}
