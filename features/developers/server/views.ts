import type { z } from 'zod'
import {
  artistFeedPath,
  artistTrackPath,
  findPublishedTrack,
  publishedTracks,
  trackFragment,
  trackIdOf,
} from '#features/artists/contract.ts'
import { occurrenceCalendarPath } from '#features/venue/contract.ts'
import type { FigureImage } from '#shared/chladni-address.ts'
import type { Services } from '#shared/services.ts'
import { issueHeadlineView } from './current-views.ts'
import type { artistSchema, bookSchema, eventSchema, issueSummarySchema, trackSchema } from './schemas.ts'

/** Services that the public API reads. */
export type ApiServices = Pick<
  Services,
  'artists' | 'books' | 'findBookFeed' | 'radio' | 'sitePlayers' | 'venue' | 'tokenPrices' | 'issueArchive'
>

/** Context of a view; `translate` translates content to the language of the request. */
export type ViewContext = {
  services: ApiServices
  origin: string
  figureAddress(image: FigureImage): string
  translate<Data>(data: Data): Data
}

/** Returns all artists in the order of the roster. */
export function listArtists(context: ViewContext): z.infer<typeof artistSchema>[] {
  const { services, origin, translate } = context
  const { artists } = services
  return artists
    .list()
    .flatMap(({ slug }) => artists.find(slug) ?? [])
    .map((artist) => {
      const { slug, name, tagline, description, genres, aiGenerated, image, featuredTrack } = translate(artist)
      const trackIds = publishedTracks(artist).map((track) => trackIdOf(slug, track))
      return {
        slug,
        name,
        tagline,
        description,
        genres,
        isAiGenerated: aiGenerated,
        imageUrl: imageUrlOf(context, slug, image),
        url: `${origin}/artist/${slug}`,
        feedUrl: origin + artistFeedPath(slug),
        featuredTrackId: featuredTrack ? `track:${slug}` : null,
        trackIds,
      }
    })
}

/** Returns the tracks of all artists, in the order of each artist's page. */
export function listTracks(context: ViewContext): z.infer<typeof trackSchema>[] {
  const { services, origin, translate } = context
  const { artists, sitePlayers } = services
  const players = sitePlayers()
  return artists
    .list()
    .flatMap(({ slug }) => artists.find(slug) ?? [])
    .flatMap((stored) => {
      const artist = translate(stored)
      const { slug, name, genres, aiGenerated, image } = artist
      const url = `${origin}/artist/${slug}`
      return publishedTracks(artist).map((track) => {
        const key = track.isFeatured ? undefined : track.key
        return {
          id: trackIdOf(slug, track),
          title: track.title,
          artist: { slug, name, url },
          genre: genres[0] ?? '',
          durationSeconds: track.durationSeconds,
          isAiGenerated: aiGenerated,
          isFeatured: track.isFeatured,
          url: key === undefined ? url : `${url}#${trackFragment(key)}`,
          audioUrl: origin + artistTrackPath(slug, key),
          artworkUrl: imageUrlOf(context, slug, track.cover || image),
          embedUrl: players ? origin + players.trackPath(slug, key) : '',
        }
      })
    })
}

/** Finds a track by its id. The featured track is also found by its earlier id. */
export function findTrack(context: ViewContext, id: string): z.infer<typeof trackSchema> | undefined {
  const [, slug = '', key] = /^track:([a-z0-9-]{1,80})(?::([a-z0-9-]{1,80}))?$/.exec(id) ?? []
  const artist = context.services.artists.find(slug)
  const track = artist && findPublishedTrack(artist, key)
  return track && listTracks(context).find((one) => one.id === trackIdOf(slug, track))
}

/** Returns the published books in the order of the library. */
export function listBooks({ services, origin, translate }: ViewContext): z.infer<typeof bookSchema>[] {
  const { books, findBookFeed } = services
  return books
    .list()
    .flatMap(({ id }) => books.find(id) ?? [])
    .map((found) => {
      const book = translate(found)
      const recorded = book.audioChapters.filter(({ file }) => file !== '')
      const lengths = recorded.flatMap(({ durationSeconds }) => durationSeconds ?? [])
      const podcast = findBookFeed(book.id)?.path
      return {
        id: book.id,
        title: book.title,
        subtitle: book.subtitle,
        author: book.author,
        description: book.description,
        category: book.category,
        pageCount: book.pages,
        publishedOn: book.published,
        isFree: book.isFree,
        price: { amountCents: book.priceCents, currency: 'USD' as const },
        coverUrl: absolute(origin, book.coverImage) || `${origin}/share/book/${book.id}.png`,
        url: `${origin}/book/${book.id}`,
        audiobook:
          recorded.length > 0
            ? {
                chapterCount: recorded.length,
                durationSeconds:
                  lengths.length === recorded.length ? lengths.reduce((sum, length) => sum + length, 0) : null,
                readBy: book.narration?.readBy ?? '',
                podcastUrl: podcast === undefined ? null : origin + podcast,
              }
            : null,
      }
    })
}

/** Returns the dates of events: upcoming ones with the next first, past ones with the latest first. */
export function listEvents(
  { services, origin, translate }: ViewContext,
  when: 'upcoming' | 'past' | 'all',
  now: Date,
): z.infer<typeof eventSchema>[] {
  const all = services.venue.occurrences()
  const isOver = ({ endsAt }: { endsAt: string }) => endsAt <= now.toISOString()
  const chosen = {
    all: () => [...all],
    upcoming: () => all.filter((one) => !isOver(one)),
    past: () => all.filter(isOver).toReversed(),
  }[when]()
  return translate(chosen).map(({ key, title, description, startsAt, endsAt, timeZone, isCalledOff }) => ({
    id: key,
    title,
    description,
    startsAt,
    endsAt,
    timeZone,
    isCancelled: isCalledOff,
    url: `${origin}/#virtual-world`,
    calendarUrl: origin + occurrenceCalendarPath(key),
  }))
}

/** Returns the sent issues, newest first. */
export function listIssues({ services, origin }: ViewContext): z.infer<typeof issueSummarySchema>[] {
  return services.issueArchive.list().map((issue) => issueHeadlineView(issue, origin))
}

function imageUrlOf({ origin, figureAddress }: ViewContext, slug: string, image: string): string {
  return absolute(origin, image) || origin + figureAddress({ slug, variant: 'square', width: 960 })
}

/** Uploaded images have a path on this site. */
const absolute = (origin: string, image: string) => (image.startsWith('/') ? origin + image : image)
