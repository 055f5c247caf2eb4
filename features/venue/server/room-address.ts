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
  const parsed = new URL(address)
  const name = roomPath.exec(parsed.pathname)?.[1]
  const room = (kind: string) => {
    const url = new URL(`/${kind}/${name}`, parsed.origin)
    const share = parsed.searchParams.get('share')
    if (share) url.searchParams.set('share', share)
    return url
  }
  if (!name) return { url: parsed.href, host: parsed.host, embedUrl: undefined }
  const embed = room('embed')
  embed.searchParams.set('autoplay', '1')
  embed.searchParams.set('enableRtc', '1')
  const isMixed = origin.startsWith('https:') && parsed.protocol === 'http:'
  return {
    url: parsed.pathname.startsWith('/embed/') ? room('s').href : parsed.href,
    host: parsed.host,
    embedUrl: isMixed || parsed.origin === origin ? undefined : embed.href,
  }
}
