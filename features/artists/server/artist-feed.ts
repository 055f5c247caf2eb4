import { writeRss } from '#platform/rss.ts'
import { type Artist, artistFeedPath, artistTrackPath } from '#features/artists/contract.ts'

/** An artist's feed: the facts of the artist, and of the recording if there is one. */
type FeedInput = {
  artist: Artist
  /** Collections of the artist, with the path of each. */
  collections: readonly { name: string; description: string; path: string }[]
  /** Size of the featured track in bytes; undefined if its file is missing. */
  trackBytes: number | undefined
  /** Absolute origin of the site, without a trailing slash. */
  origin: string
  siteName: string
}

/**
 * Returns an artist's releases as RSS 2.0: the featured track to play, videos and collections. Items have no `pubDate`,
 * because the catalogue has no release dates; a changed track or a new video is a new item by its `guid`.
 */
export function artistFeed({ artist, collections, trackBytes, origin, siteName }: FeedInput): string {
  const page = `${origin}/artist/${artist.slug}`
  const made = artist.aiGenerated ? ' AI-generated.' : ''
  const track = artist.featuredTrack
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
      ...(track && trackBytes !== undefined
        ? [
            {
              title: track.title,
              link: page,
              description: `The featured track of ${artist.name}.${made}`,
              guid: { value: `${page}#${track.file}`, isPermaLink: false },
              enclosures: [{ url: origin + artistTrackPath(artist.slug), length: trackBytes, type: 'audio/mpeg' }],
            },
          ]
        : []),
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
