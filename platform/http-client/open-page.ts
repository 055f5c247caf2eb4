import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestTls } from 'node:https'
import { ExternalError } from './external-error.ts'
import { isPublicAddress } from './public-address.ts'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** A machine that was looked at. */
type Place = { address: string; family: number }

/**
 * Finds the one address to connect to: the name is resolved once, and every address it has must be allowed.
 *
 * @throws ExternalError when one is not; Error of the resolver, which `externalErrorMessage` puts for a person.
 */
async function findPlace(host: string, isAllowed: (address: string) => boolean): Promise<Place> {
  const bare = host.replace(/^\[|\]$/g, '')
  const places = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await lookup(bare, { all: true })
  if (places.length === 0 || !places.every(({ address }) => isAllowed(address)))
    throw new ExternalError('the host name resolves to a private network address')
  return places[0]!
}

/** Lets a request go to a place and nowhere else: the name is not asked again. */
const only =
  (place: Place): NonNullable<RequestOptions['lookup']> =>
  (_host, { all }, answer) =>
    all ? answer(null, [place]) : answer(null, place.address, place.family)

/** Who may be asked beside the open net over TLS, and how. */
export type PageRules = {
  /** Hosts with their ports, `127.0.0.1:8080`, which may lie inside the network and speak without TLS. */
  localHosts?: readonly string[]
  /** Beside TLS, `http:` may be asked over the open net, too. */
  protocols?: readonly string[]
  /** GET unless told. */
  method?: 'GET' | 'HEAD'
  headers: Record<string, string>
  /** Ends everything, redirects included. */
  signal: AbortSignal
}

/**
 * What answers in the end, not yet read, with every address on the way to it, itself the last; or in words for a person
 * why nothing does.
 */
export type OpenedPage = { ok: true; response: IncomingMessage; way: URL[] } | { ok: false; why: string }

const maxRedirects = 4
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Asks an address and follows its redirects, four at most.
 *
 * Every address on the way is looked at like the first: it must be plain https where nothing else is allowed, and every
 * machine of its name must belong to the open net; the connection goes to one that was looked at. Whoever gets the
 * response reads it with a limit, or destroys it.
 *
 * @throws Error in words of the network; `externalErrorMessage` puts them for a person.
 */
export async function openPage(address: string, rules: PageRules): Promise<OpenedPage> {
  const { localHosts = [], protocols = ['https:'], signal } = rules
  const way = [new URL(address)]
  for (;;) {
    const url = way.at(-1)!
    const isLocal = localHosts.includes(url.host)
    if (url.username || url.password || !(protocols.includes(url.protocol) || (isLocal && url.protocol === 'http:')))
      return { ok: false, why: 'the address must be a plain https URL' }
    const place = await findPlace(url.hostname, isLocal ? () => true : isPublicAddress)
    signal.throwIfAborted()
    const response = await ask(url, place, rules)
    if (!redirects.has(response.statusCode ?? 0) || !response.headers.location) return { ok: true, response, way }
    response.destroy()
    if (way.length > maxRedirects) return { ok: false, why: 'too many redirects' }
    way.push(new URL(response.headers.location, url))
  }
}

function ask(url: URL, place: Place, { method = 'GET', headers, signal }: PageRules): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? requestTls : requestPlain
  return new Promise((done, reject) => {
    start(url, { method, signal, agent: false, headers, lookup: only(place) })
      .once('response', (response) => {
        // What breaks off while it is read is told by whoever reads it; what is let go of breaks off unheard.
        response.on('error', () => undefined)
        done(response)
      })
      .on('error', reject)
      .end()
  })
}

/**
 * Waits for an answer, and not longer than the signal allows: looking up a name cannot be called off.
 * @throws
 * ExternalError when it took too long.
 */
export async function within<Result>(
  timeoutMs: number,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs)
  const tooLate = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ExternalError(`no response within ${timeoutMs / 1000} s`)), {
      once: true,
    })
  })
  tooLate.catch(() => undefined)
  try {
    return await Promise.race([act(signal), tooLate])
  } catch (error) {
    throw signal.aborted ? new ExternalError(`no response within ${timeoutMs / 1000} s`, { cause: error }) : error
  }
}
