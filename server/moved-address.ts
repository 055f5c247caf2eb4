import { findMoved, type Named } from '#shared/former-slug.ts'
import type { Services } from '#shared/services.ts'

type Rooms = Pick<Services, 'artists' | 'books' | 'letterArchive'>

/** What has addresses made of names, and what they end in. */
const kinds: Record<string, { isThere(rooms: Rooms, slug: string): boolean; list(rooms: Rooms): readonly Named[]; ending?: string }> = {
  artist: {
    isThere: ({ artists }, slug) => artists.find(slug) !== undefined,
    list: ({ artists }) => artists.list().map(({ slug, name }) => ({ slug, title: name })),
    ending: '-swade',
  },
  book: {
    isThere: ({ books }, id) => (books.find(id) ?? books.findUnlisted(id)) !== undefined,
    list: ({ books }) => books.list().map(({ id, title }) => ({ slug: id, title })),
  },
  newsletter: {
    isThere: ({ letterArchive }, slug) => letterArchive.find(slug) !== undefined,
    list: ({ letterArchive }) => letterArchive.list(),
  },
}

const addressed = /^\/(artist|book|newsletter)\/([a-z0-9-]{1,80})((?<=^\/book\/[^/]+)\/(?:read|words))?$/

/**
 * Where a page is now whose address was made when letters were lost in addresses: `/book/lodz` for `/book/odz`.
 *
 * @returns A path of ours with the search of the request; undefined for an address that is somebody's, or never was anybody's.
 */
export function movedAddress(url: URL, rooms: Rooms): string | undefined {
  const [, name = '', slug = '', below = ''] = addressed.exec(url.pathname) ?? []
  const kind = kinds[name]
  if (!kind || kind.isThere(rooms, slug)) return undefined
  const moved = findMoved(kind.list(rooms), slug, kind.ending)
  return moved && `/${name}/${moved}${below}${url.search}`
}
