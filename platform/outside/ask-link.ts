import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { findPlace, only, type Place, wordsOfSilence } from './open-net.ts'
import { isPublicAddress } from './public-address.ts'

/** What a link answered: a status, or a reason in words why there was none. */
export type LinkAnswer = { status: number } | { failure: string }

/** Who may be asked; only tests let in more than the open net over TLS. */
export type LinkRules = { isAllowed?: (address: string) => boolean; protocols?: readonly string[]; timeoutMs?: number }

/**
 * Asks whether something stands behind a link, with HEAD and, where that is refused, GET; nothing that comes is read, and no redirect followed.
 *
 * The name is resolved once, every address it has must belong to the open net, and the connection goes to one that was looked at:
 * a name that says something else a moment later leads nowhere. Never rejects.
 */
export async function askLink(address: string, rules: LinkRules = {}): Promise<LinkAnswer> {
  const { isAllowed = isPublicAddress, protocols = ['https:'], timeoutMs = 10_000 } = rules
  const signal = AbortSignal.timeout(timeoutMs)
  const tooLate = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), { once: true })
  })
  tooLate.catch(() => undefined)
  try {
    const url = new URL(address)
    if (!protocols.includes(url.protocol) || url.username || url.password) return { failure: 'it is no plain https address' }
    const place = await Promise.race([findPlace(url.hostname, isAllowed), tooLate])
    const first = await Promise.race([statusOf(url, 'HEAD', place, signal), tooLate])
    return { status: first < 400 ? first : await Promise.race([statusOf(url, 'GET', place, signal), tooLate]) }
  } catch (error) {
    return { failure: wordsOfSilence(error) }
  }
}

function statusOf(url: URL, method: 'HEAD' | 'GET', place: Place, signal: AbortSignal): Promise<number> {
  const ask = url.protocol === 'https:' ? requestTls : requestPlain
  return new Promise((done, reject) => {
    const asked = ask(url, {
      method,
      signal,
      agent: false,
      headers: { 'user-agent': 'Swade link check', 'accept': '*/*' },
      lookup: only(place),
    })
    asked.once('response', (response) => {
      done(response.statusCode ?? 0)
      response.destroy()
    })
    asked.on('error', reject)
    asked.end()
  })
}
