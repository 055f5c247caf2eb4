import { createHash } from 'node:crypto'
import { writeRss } from '#platform/rss.ts'
import type { Book } from '#features/books/contract.ts'
import { episodePath, podcastCoverPath, podcastFeedPath } from '#features/podcast/contract.ts'
import { type Episode, episodesOf } from './episode.ts'

/** An episode with the size of its recording, and whether its transcript is available. */
type FeedEpisode = Episode & { bytes: number; hasText: boolean }

type FeedInput = {
  book: Book
  episodes: readonly FeedEpisode[]
  /** Absolute origin of the site, without a trailing slash. */
  origin: string
  /** Public contact address, with which directories verify the person who submits the feed. */
  email: string
}

/** Apple's category for each category of the library. @see https://podcasters.apple.com/support/1691 */
const appleCategories: Record<Book['category'], { text: string; categories?: { text: string }[] }> = {
  'Music': { text: 'Music', categories: [{ text: 'Music Commentary' }] },
  'Web Development': { text: 'Technology' },
  'Business': { text: 'Business', categories: [{ text: 'Entrepreneurship' }] },
  'Technology': { text: 'Technology' },
}

/**
 * Returns the podcast of a free audiobook: RSS 2.0 with the namespaces of iTunes and of Podcasting 2.0.
 *
 * @see https://podcasters.apple.com/support/823-podcast-requirements
 * @see https://podcasting2.org/docs/podcast-namespace
 */
export function podcastFeed({ book, episodes, origin, email }: FeedInput): string {
  const page = `${origin}/book/${book.id}`
  const feed = origin + podcastFeedPath(book.id)
  const cover = origin + podcastCoverPath(book.id)
  const published = new Date(`${book.published}T00:00:00Z`)
  const readBy = book.narration ? ` Narrator: ${book.narration.readBy}.` : ''
  return writeRss({
    title: book.title,
    link: page,
    description: `${book.subtitle}.\n\n${book.description}${readBy && `\n\n${readBy.trim()}`}`,
    language: 'en',
    copyright: `© ${published.getUTCFullYear()} ${book.author}`,
    pubDate: published,
    lastBuildDate: published,
    ttl: 24 * 60,
    image: { url: cover, title: book.title, link: page },
    atom: { links: [{ href: feed, rel: 'self', type: 'application/rss+xml' }] },
    itunes: {
      type: 'serial',
      author: book.author,
      image: cover,
      explicit: false,
      categories: [appleCategories[book.category]],
      owner: { name: book.author, email },
    },
    podcast: {
      guid: feedGuid(feed),
      medium: 'audiobook',
      locked: { value: true, owner: email },
      persons: [
        { display: book.author, role: 'author', group: 'writing' },
        ...(book.narration ? [{ display: book.narration.readBy, role: 'narrator', group: 'cast' }] : []),
      ],
    },
    items: episodes.map((episode) => {
      const partOf = (part: Parameters<typeof episodePath>[2]) => origin + episodePath(book.id, episode.file, part)
      return {
        title: episode.title,
        link: `${page}/read`,
        description: `Chapter ${episode.number} of ${episodesOf(book).length} of “${book.title}” by ${book.author}.${readBy}`,
        guid: { value: `${book.id}/${episode.file}`, isPermaLink: false },
        // All chapters appeared on one day; the minutes preserve their order in apps that sort by date.
        pubDate: new Date(published.getTime() + episode.number * 60_000),
        enclosures: [{ url: partOf('audio'), length: episode.bytes, type: 'audio/mpeg' }],
        itunes: {
          title: episode.title,
          author: book.author,
          episode: episode.number,
          episodeType: 'full',
          explicit: false,
          image: cover,
          ...(episode.durationSeconds === undefined ? {} : { duration: Math.round(episode.durationSeconds) }),
        },
        podcast: episode.hasText
          ? {
              transcripts: [{ url: partOf('transcript'), type: 'text/vtt', language: 'en', rel: 'captions' }],
              chapters: { url: partOf('chapters'), type: 'application/json+chapters' },
            }
          : {},
      }
    }),
  })
}

/** Namespace of feed identifiers. @see https://podcasting2.org/docs/podcast-namespace/tags/guid */
const guidNamespace = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex')

/**
 * Returns the identifier of a feed, which is the same on every host: a version 5 UUID of its address without the
 * protocol.
 */
export function feedGuid(address: string): string {
  const name = address.replace(/^\w+:\/\//, '').replace(/\/+$/, '')
  const hash = createHash('sha1').update(guidNamespace).update(name).digest().subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
