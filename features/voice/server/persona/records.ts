import { createTranslator } from 'use-intl/core'
import type { Clock } from '#platform/clock.ts'
import type { Locale } from '#shared/locales.ts'
import type { ServerTexts, SiteMessages } from '#shared/messages.ts'
import type { Services } from '#shared/services.ts'
import type { Artist } from '#features/artists/contract.ts'
import { legalNames } from '#features/legal/contract.ts'
import type { VenueProps } from '#features/venue/contract.ts'
import type { PersonaStory } from '#features/voice/contract.ts'
import type { Language } from './language.ts'

/** Features that provide the persona's records. */
type PersonaSources = Pick<Services, 'artists' | 'books' | 'legal' | 'market' | 'platforms' | 'tokens' | 'venue'> & {
  /** Undefined if no feature provides it. */
  story: PersonaStory | undefined
}

/** All records for the persona in their current state, in one language. */
export type PersonaRecords = ReturnType<typeof recordsFor>

/** Translator for the persona's sentences. */
export type Translation = { t: ReturnType<typeof translatorOf> }

/**
 * Collects the records of a persona from the features that own them, translated. A text without a translation stays in
 * English and is found by the concepts that both languages share.
 */
export function recordsFor(
  artist: Artist,
  sources: PersonaSources,
  { clock, language, texts }: { clock: Clock; language: Language; texts: ServerTexts },
) {
  const { artists, books, story, legal, market, platforms, tokens, venue } = sources
  const { locale } = language
  const translate = <Data>(data: Data): Data => texts.content(locale, data)
  return {
    language,
    locale,
    t: translatorOf(texts, locale),
    artist: translate(artist),
    others: translate(artists.list().flatMap(({ slug }) => (slug === artist.slug ? [] : (artists.find(slug) ?? [])))),
    books: translate(books.list().flatMap(({ id }) => books.find(id) ?? [])),
    collections: translate(market.list()),
    story,
    legal: legalNames.map((name) => legal.get(name, translate)),
    platforms: translate(platforms.list()),
    tokens: translate(tokens.list()),
    events: translate([...new Map(venue.occurrences().map((event) => [event.title, event])).values()]),
    /** Returns the external room; undefined if the venue is our own. */
    room: () => venue.room(),
    /** Returns current and upcoming events in the virtual world. */
    schedule: (): Pick<VenueProps, 'at' | 'coming'> => translate(venue.schedule(clock.now())),
  }
}

function translatorOf(texts: ServerTexts, locale: Locale) {
  return createTranslator<SiteMessages, 'voice.persona'>({
    locale,
    messages: texts.all(locale),
    namespace: 'voice.persona',
    onError(error) {
      throw error
    },
  })
}
