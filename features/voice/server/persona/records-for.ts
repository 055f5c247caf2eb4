import type { Clock } from '#platform/clock.ts'
import type { Services } from '#shared/services.ts'
import type { Artist } from '#features/artists/contract.ts'
import type { PersonaRecords } from './records.ts'

/** Gathers what the persona of an artist may speak of from the rooms that know it. */
export function recordsFor(
  artist: Artist,
  { artists, books, journey, market, tokens, venue }: Pick<Services, 'artists' | 'books' | 'journey' | 'market' | 'tokens' | 'venue'>,
  clock: Clock,
): PersonaRecords {
  return {
    artist,
    books: books.list().flatMap(({ id }) => books.find(id) ?? []),
    collections: market.ofArtist(artist.slug),
    eras: journey.eras(),
    milestones: journey.milestones(),
    journey: journey.page(),
    others: artists
      .list()
      .filter(({ slug }) => slug !== artist.slug)
      .flatMap(({ slug }) => {
        const other = artists.find(slug)
        return other ? [{ artist: other, collections: market.ofArtist(slug) }] : []
      }),
    tokens: tokens.list(),
    programme: () => venue.programme(clock.now()),
  }
}
