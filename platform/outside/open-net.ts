import { lookup } from 'node:dns/promises'
import type { RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import { OutsideFault } from './fault-words.ts'

/** A machine that was looked at. */
export type Place = { address: string; family: number }

/**
 * Finds the one address to connect to: the name is resolved once, and every address it has must be allowed.
 *
 * @throws OutsideFault when one is not; Error of the resolver, which `wordsOfFault` puts for a person.
 */
export async function findPlace(host: string, isAllowed: (address: string) => boolean): Promise<Place> {
  const bare = host.replace(/^\[|\]$/g, '')
  const places = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await lookup(bare, { all: true })
  if (places.length === 0 || !places.every(({ address }) => isAllowed(address)))
    throw new OutsideFault('its name leads into a network that is not public')
  return places[0]!
}

/** Lets a request go to a place and nowhere else: the name is not asked again. */
export const only =
  (place: Place): NonNullable<RequestOptions['lookup']> =>
  (_host, { all }, answer) =>
    all ? answer(null, [place]) : answer(null, place.address, place.family)
