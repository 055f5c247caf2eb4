import { externalErrorMessage } from '#platform/http-client/external-error.ts'

/** Reason why an address does not lead to this site, written to follow a colon, and the remedy. */
type AddressProblem = { message: string; remedy: string }

/**
 * Requests the public address as a visitor does.
 *
 * @param origin Absolute origin, without a trailing slash.
 * @returns Undefined if this site responds, with a valid certificate if the address uses HTTPS.
 */
export async function checkPublicAddress(origin: string, signal: AbortSignal): Promise<AddressProblem | undefined> {
  const { hostname } = new URL(origin)
  try {
    const response = await fetch(new URL('/healthz', origin), { redirect: 'manual', signal })
    if (response.ok && isOurs(await response.json().catch(() => undefined))) return undefined
    if (!response.bodyUsed) await response.body?.cancel()
    const target = redirectTarget(response)
    if (target)
      return {
        message: `${origin} redirects to ${target}`,
        remedy: 'Set PUBLIC_ORIGIN to the address that visitors use, and restart the site.',
      }
    return {
      message: response.ok
        ? `another site answers at ${origin}`
        : `${origin} responded with ${response.status}, but the response is not from this site`,
      remedy:
        'Check that the domain’s DNS record points to this server, and that the proxy forwards the domain to this site.',
    }
  } catch (error) {
    return explain(externalErrorMessage(error), origin, hostname)
  }
}

/** Returns the origin to which a response redirects; undefined if it is the same origin or not a redirect. */
export function redirectTarget({ status, headers, url }: Response): string | undefined {
  const location = headers.get('location')
  if (status < 300 || status > 399 || !location) return undefined
  const target = URL.canParse(location, url) ? new URL(location, url).origin : location
  return target === new URL(url).origin ? undefined : target
}

const isOurs = (body: unknown) =>
  typeof body === 'object' && body !== null && 'ok' in body && body.ok === true && 'version' in body

function explain(reason: string, origin: string, hostname: string): AddressProblem {
  if (reason === 'host name not found')
    return {
      message: `the domain ${hostname} was not found`,
      remedy:
        'Correct PUBLIC_ORIGIN, or add a DNS record that points the domain to this server. A new record can take a few hours to take effect.',
    }
  if (/TLS/.test(reason))
    return {
      message: `a secure connection to ${origin} failed: ${reason}`,
      remedy: `Have the proxy request a certificate for ${hostname}. The proxy configurations in deploy/ do so.`,
    }
  return {
    message: `${origin} cannot be reached: ${reason}`,
    remedy:
      'Check that the domain’s DNS record points to this server, that the proxy is running, and that the firewall allows ports 80 and 443. For details, run `npm run doctor` on the server.',
  }
}
