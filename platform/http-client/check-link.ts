import { externalErrorMessage } from './external-error.ts'
import { openPage, within } from './open-page.ts'

/** Final status of a link, or the reason why there was none. */
export type LinkStatus = { status: number } | { failure: string }

/** Exceptions to public https addresses. `localHosts` include their ports, `127.0.0.1:8080`. */
type LinkRules = { localHosts?: readonly string[]; protocols?: readonly string[]; timeoutMs?: number }

const headers = { 'user-agent': 'Swade link check', 'accept': '*/*' }

/**
 * Checks a link with HEAD and, if that fails, GET, without reading the body. Redirects are followed. Never rejects.
 *
 * @see platform/http-client/open-page.ts for the addresses that are allowed
 */
export async function checkLink(
  address: string,
  { timeoutMs = 10_000, ...rules }: LinkRules = {},
): Promise<LinkStatus> {
  try {
    return await within(timeoutMs, async (signal): Promise<LinkStatus> => {
      const send = async (method: 'HEAD' | 'GET'): Promise<LinkStatus> => {
        const opened = await openPage(address, { ...rules, method, headers, signal })
        if (!opened.ok) return { failure: opened.why }
        opened.response.destroy()
        return { status: opened.response.statusCode ?? 0 }
      }
      const first = await send('HEAD')
      return 'status' in first && first.status >= 400 ? send('GET') : first
    })
  } catch (error) {
    return { failure: externalErrorMessage(error) }
  }
}
