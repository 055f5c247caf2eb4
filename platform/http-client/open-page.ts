import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestTls } from 'node:https'
import { ExternalError } from './external-error.ts'
import { isPublicAddress } from './public-address.ts'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** An address that passed the checks. */
type ResolvedAddress = { address: string; family: number }

/**
 * Resolves a host once and returns the address to connect to; all of its addresses must be allowed.
 *
 * @throws ExternalError when an address is not allowed; Error of the resolver.
 */
async function resolveAddress(host: string, isAllowed: (address: string) => boolean): Promise<ResolvedAddress> {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await lookup(bare, { all: true })
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
    throw new ExternalError('the host name resolves to a private network address')
  return addresses[0]!
}

/** Returns a `lookup` that always answers with the checked address. */
const pinnedLookup =
  (address: ResolvedAddress): NonNullable<RequestOptions['lookup']> =>
  (_host, { all }, answer) =>
    all ? answer(null, [address]) : answer(null, address.address, address.family)

/** Exceptions to public https addresses, and request options. */
type PageRules = {
  /** Hosts with ports, such as `127.0.0.1:8080`, that may be private and without TLS. */
  localHosts?: readonly string[]
  /** Protocols allowed for public addresses; `https:` by default. */
  protocols?: readonly string[]
  /** GET by default. */
  method?: 'GET' | 'HEAD'
  headers: Record<string, string>
  /** Aborts the request, including redirects. */
  signal: AbortSignal
}

/** The unread response with all URLs on the way, the final one last; or the user-facing reason for a failure. */
type OpenedPage = { ok: true; response: IncomingMessage; urls: URL[] } | { ok: false; why: string }

const maxRedirects = 4
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Requests a URL and follows up to four redirects. Every URL must use an allowed protocol, and all addresses of its
 * host must be public; the connection goes to a checked address. The caller must read the response with a limit, or
 * destroy it.
 *
 * @throws Error of the network; `externalErrorMessage` turns it into a message.
 */
export async function openPage(address: string, rules: PageRules): Promise<OpenedPage> {
  const { localHosts = [], protocols = ['https:'], signal } = rules
  const urls = [new URL(address)]
  for (;;) {
    const url = urls.at(-1)!
    const isLocal = localHosts.includes(url.host)
    if (url.username || url.password || !(protocols.includes(url.protocol) || (isLocal && url.protocol === 'http:')))
      return { ok: false, why: forbiddenUrl(protocols, urls.length > 1) }
    const address = await resolveAddress(url.hostname, isLocal ? () => true : isPublicAddress)
    signal.throwIfAborted()
    const response = await send(url, address, rules)
    if (!redirects.has(response.statusCode ?? 0) || !response.headers.location) return { ok: true, response, urls }
    response.destroy()
    if (urls.length > maxRedirects) return { ok: false, why: 'too many redirects' }
    urls.push(new URL(response.headers.location, url))
  }
}

/** Returns why a URL may not be requested. */
function forbiddenUrl(protocols: readonly string[], isRedirect: boolean): string {
  const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ')
  return `${isRedirect ? 'it redirects to another URL, which' : 'the URL'} must start with ${beginnings} and contain no username or password`
}

function send(
  url: URL,
  address: ResolvedAddress,
  { method = 'GET', headers, signal }: PageRules,
): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? requestTls : requestPlain
  return new Promise((done, reject) => {
    start(url, { method, signal, agent: false, headers, lookup: pinnedLookup(address) })
      .once('response', (response) => {
        // The reader handles errors while reading; errors of a discarded response are ignored.
        response.on('error', () => undefined)
        done(response)
      })
      .on('error', reject)
      .end()
  })
}

/**
 * Runs a task with a timeout, even while a DNS lookup cannot be aborted.
 *
 * @throws ExternalError when it took too long.
 */
export async function within<Result>(
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs)
  const timedOut = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ExternalError(`no response within ${timeoutMs / 1000} s`)), {
      once: true,
    })
  })
  timedOut.catch(() => undefined)
  try {
    return await Promise.race([run(signal), timedOut])
  } catch (error) {
    throw signal.aborted ? new ExternalError(`no response within ${timeoutMs / 1000} s`, { cause: error }) : error
  }
}
