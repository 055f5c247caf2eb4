import type { Clock } from '#platform/clock.ts'
import type { Services } from '#shared/services.ts'
import type { Artist } from '#features/artists/contract.ts'
import { legalNames } from '#features/legal/contract.ts'
import type { VenueProps } from '#features/venue/contract.ts'
import type { PersonaStory } from '#features/voice/contract.ts'
import type { Language } from './language.ts'

/** Features whose records the persona answers from. */
export type PersonaSources = Pick<
  Services,
  'artists' | 'books' | 'legal' | 'market' | 'platforms' | 'tokens' | 'venue'
> & {
  /** Undefined if no feature provides it. */
  story: PersonaStory | undefined
}

/** Everything the persona answers from, in its current state. */
export type PersonaRecords = ReturnType<typeof recordsFor>

/** Collects the records of a persona from the features that own them. */
export function recordsFor(
  artist: Artist,
  sources: PersonaSources,
  { clock, language }: { clock: Clock; language: Language },
) {
  const { artists, books, story, legal, market, platforms, tokens, venue } = sources
  return {
    language,
    artist,
    others: artists.list().flatMap(({ slug }) => (slug === artist.slug ? [] : (artists.find(slug) ?? []))),
    books: books.list().flatMap(({ id }) => books.find(id) ?? []),
    collections: market.list(),
    story,
    legal: legalNames.map((name) => legal.get(name)),
    platforms: platforms.list(),
    tokens: tokens.list(),
    events: [...new Map(venue.occurrences().map((event) => [event.title, event])).values()],
    /** Returns current and upcoming events in the virtual world. */
    schedule: (): Pick<VenueProps, 'at' | 'coming'> => venue.schedule(clock.now()),
  }
}
