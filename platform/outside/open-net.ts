import { lookup } from 'node:dns/promises'
import type { RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import { cutText } from '#shared/cut-text.ts'

/** A machine that was looked at. */
export type Place = { address: string; family: number }

/**
 * Finds the one address to connect to: the name is resolved once, and every address it has must be allowed.
 *
 * @throws Error in words for a person.
 */
export async function findPlace(host: string, isAllowed: (address: string) => boolean): Promise<Place> {
  const bare = host.replace(/^\[|\]$/g, '')
  const places = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await lookup(bare, { all: true })
  if (places.length === 0 || !places.every(({ address }) => isAllowed(address)))
    throw new Error('its name leads into a network that is not public')
  return places[0]!
}

/** Lets a request go to a place and nowhere else: the name is not asked again. */
export const only =
  (place: Place): NonNullable<RequestOptions['lookup']> =>
  (_host, { all }, answer) =>
    all ? answer(null, [place]) : answer(null, place.address, place.family)

/** Why somebody outside did not answer, in words for a person. */
export function wordsOfSilence(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'nobody has this name'
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'nobody takes the connection'
  if (code?.includes('CERT') || code?.startsWith('ERR_TLS')) return 'its certificate is not good'
  return cutText((message ?? 'no answer').split('\n')[0]!, 200)
}
