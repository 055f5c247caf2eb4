import type { VenueRoom } from '#features/venue/contract.ts'

// `/s/<Name>-<24 hex digits>` is a room's page, `/embed/…` its embeddable form. Other addresses may not be embeddable.
const roomPath = /^\/(?:s|embed)\/([^/]+-[0-9a-f]{24})\/?$/i

/**
 * Returns the room for an address from the owner: the page of a Spatial room, or its embed address.
 *
 * @param address Address of the room; undefined if none is connected.
 * @param origin Origin of this site. Rooms on it are not framed, and neither are http rooms on an https site.
 */
export function roomAt(address: string | undefined, origin: string): VenueRoom | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const given = new URL(address)
  const name = roomPath.exec(given.pathname)?.[1]
  const room = (kind: string) => {
    const url = new URL(`/${kind}/${name}`, given.origin)
    const share = given.searchParams.get('share')
    if (share) url.searchParams.set('share', share)
    return url
  }
  if (!name) return { url: given.href, host: given.host, embedUrl: undefined }
  const embed = room('embed')
  embed.searchParams.set('autoplay', '1')
  embed.searchParams.set('enableRtc', '1')
  const isMixed = origin.startsWith('https:') && given.protocol === 'http:'
  return {
    url: given.pathname.startsWith('/embed/') ? room('s').href : given.href,
    host: given.host,
    embedUrl: isMixed || given.origin === origin ? undefined : embed.href,
  }
}
