import { writeRss } from '#platform/rss.ts'
import {
  type Artist,
  artistFeedPath,
  artistTrackPath,
  type PublishedTrack,
  trackFragment,
} from '#features/artists/contract.ts'

/** Data for an artist's feed: the artist and the recordings. */
type FeedInput = {
  artist: Artist
  /** Collections of the artist, with the path of each. */
  collections: readonly { name: string; description: string; path: string }[]
  /** Published tracks with the size of each in bytes; undefined if its file is missing. */
  tracks: readonly { track: PublishedTrack; bytes: number | undefined }[]
  /** Absolute origin of the site, without a trailing slash. */
  origin: string
  siteName: string
}

/**
 * Returns an artist's releases as RSS 2.0: tracks to play, videos and collections. Items have no `pubDate`, because the
 * catalogue has no release dates. A changed track or a new video is a new item by its `guid`; featuring another track
 * creates none.
 */
export function artistFeed({ artist, collections, tracks, origin, siteName }: FeedInput): string {
  const page = `${origin}/artist/${artist.slug}`
  const made = artist.aiGenerated ? ' AI-generated.' : ''
  return writeRss({
    title: `${artist.name} on ${siteName}`,
    link: page,
    description: `${artist.tagline}${made}`,
    language: 'en',
    ttl: 24 * 60,
    atom: { links: [{ href: origin + artistFeedPath(artist.slug), rel: 'self', type: 'application/rss+xml' }] },
    image: { url: `${origin}/share/artist/${artist.slug}.png`, title: artist.name, link: page },
    categories: artist.genres.map((name) => ({ name })),
    items: [
      ...tracks.flatMap(({ track: { key, title, file, isFeatured }, bytes }) => {
        if (bytes === undefined) return []
        const url = origin + artistTrackPath(artist.slug, isFeatured ? undefined : key)
        return [
          {
            title,
            link: isFeatured ? page : `${page}#${trackFragment(key)}`,
            description: `${isFeatured ? 'The featured' : 'A'} track by ${artist.name}.${made}`,
            guid: { value: `${page}#${file}`, isPermaLink: false },
            enclosures: [{ url, length: bytes, type: 'audio/mpeg' }],
          },
        ]
      }),
      ...artist.videos.map(({ title, file, youtubeId }) => ({
        title: `Video: ${title}`,
        link: page,
        guid: { value: `${page}#${file ?? youtubeId}`, isPermaLink: false },
      })),
      ...collections.map(({ name, description, path }) => ({
        title: `NFT collection: ${name}`,
        link: origin + path,
        description,
        guid: { value: origin + path, isPermaLink: true },
      })),
    ],
  })
}
