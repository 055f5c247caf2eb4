import { formatUsd } from '#shared/money.ts'
import type { Artist } from '#features/artists/contract.ts'
import type { Book } from '#features/books/contract.ts'
import type { Era, JourneyPage, Milestone } from '#features/journey/contract.ts'
import type { Collection } from '#features/market/contract.ts'
import type { Token } from '#features/tokens/contract.ts'
import type { VenueProps } from '#features/venue/contract.ts'
import { countOf } from './words.ts'

/** An artist with what is collected of them. */
export type ArtistRecords = { artist: Artist; collections: readonly Collection[] }

/** Everything the persona may speak of, as the catalogue has it now. */
export type PersonaRecords = ArtistRecords & {
  books: readonly Book[]
  eras: readonly Era[]
  milestones: readonly Milestone[]
  journey: JourneyPage
  /** The other artists of the roster. */
  others: readonly ArtistRecords[]
  tokens: readonly Pick<Token, 'symbol' | 'name' | 'tagline' | 'description' | 'uses'>[]
  /** What happens in the virtual world at the moment of asking and after it. */
  programme: () => Pick<VenueProps, 'at' | 'coming'>
}

/** One findable piece of the site's own words. */
export type PersonaRecord = {
  id: string
  /** `roster` is whatever belongs to another artist. */
  kind: 'artist' | 'track' | 'collection' | 'roster' | 'token' | 'book' | 'chapter' | 'journey'
  title: string
  text: string
  /** Words it is asked for by that it does not hold. */
  keys?: string
  /** How a quotation of it begins; left out where the text is short, says itself what it is about, and is quoted whole. */
  opening?: string
  /** What an answer names as its source, and where that is. */
  label: string
  href: string
}

/** Cuts the records into pieces small enough to be an answer each. */
export function personaRecords(records: PersonaRecords): PersonaRecord[] {
  const others = records.others.flatMap((other) =>
    ofArtist(other, `The liner notes of ${other.artist.name} say:`).map((piece) => ({ ...piece, kind: 'roster' as const })),
  )
  return [
    ...ofArtist(records, 'The liner notes say:'),
    ...others,
    ...records.tokens.flatMap(ofToken),
    ...records.books.flatMap(ofBook),
    ...ofJourney(records),
  ].map((record, index) => ({ ...record, id: `${record.kind}:${index}` }))
}

type Piece = Omit<PersonaRecord, 'id'>

/** Where the page of an artist is, and their biography on it. */
export function notesOf({ slug, name }: Artist) {
  return { label: `Liner notes of ${name}`, href: `/artist/${slug}#about-heading` }
}

/** What an artist makes, in one sentence and the tagline. */
export function musicOf({ name, genres, tagline }: Artist): string {
  return `${name} makes ${genres.join(' and ')}. ${tagline}`
}

/** The track of an artist, in a sentence. */
export function trackOf({ name, featuredTrack: track }: Artist): string | undefined {
  return track && `“${track.title}” is the featured track of ${name}, ${minutes(track.durationSeconds)} long.`
}

function ofArtist({ artist, collections }: ArtistRecords, opening: string): Piece[] {
  const notes = { kind: 'artist' as const, title: artist.name, ...notesOf(artist) }
  const track = artist.featuredTrack
  return [
    ...paragraphs(artist.description).map((text) => ({ ...notes, text, opening, keys: 'artist singer' })),
    { ...notes, text: musicOf(artist), keys: 'artist genre style music singer sings band' },
    ...(track
      ? [
          {
            kind: 'track' as const,
            title: track.title,
            text: trackOf(artist)!,
            keys: 'song music length minutes',
            label: `Featured track “${track.title}”`,
            href: `/artist/${artist.slug}#track-heading`,
          },
        ]
      : []),
    ...collections.map(({ slug, name, description, minted, supply }) => ({
      kind: 'collection' as const,
      title: `${name} NFT collection`,
      text: `${description} ${minted} of ${supply} are minted.`,
      opening: `Collection “${name}”:`,
      label: `Collection “${name}”`,
      href: `/market#${slug}`,
    })),
  ]
}

function ofToken({ symbol, name, tagline, description, uses }: PersonaRecords['tokens'][number]): Piece[] {
  const about = { kind: 'token' as const, title: `${name} ${symbol}`, label: `${name} (${symbol})`, href: '/tokens' }
  return [
    { ...about, text: `${name} (${symbol}): ${tagline} What it is for: ${uses.join('; ')}.`, keys: `token coin ${symbol} ${name}` },
    ...paragraphs(description).map((text) => ({ ...about, text, opening: `${name} (${symbol}):` })),
  ]
}

function ofBook(book: Book): Piece[] {
  const about = { kind: 'book' as const, title: book.title, label: `Book “${book.title}”`, href: `/book/${book.id}` }
  return [
    { ...about, text: bookFacts(book), keys: 'book author writer wrote written cost price' },
    ...paragraphs(book.description).map((text) => ({ ...about, text, opening: `Book “${book.title}”:`, keys: 'book' })),
    ...book.contents.map((chapter, index) => ({
      kind: 'chapter' as const,
      title: chapter,
      text: `“${chapter}” is chapter ${index + 1} of “${book.title}”.`,
      label: `Chapter “${chapter}” of “${book.title}”`,
      href: chapterHref(book, index),
    })),
  ]
}

/** What a book is, what it costs and whether it can be heard. */
export function bookFacts(book: Book): string {
  const price = book.isFree ? 'It is free to read and to download.' : `It costs ${formatUsd(book.priceCents)}.`
  const voice =
    book.audioChapters.length > 0
      ? ` It can be listened to: ${countOf(book.audioChapters.length, 'chapter')}, read by a synthetic voice.`
      : ''
  return `“${book.title}: ${book.subtitle}” by ${book.author}, ${book.pages} pages. ${price}${voice}`
}

/** The chapter's page where it is known, otherwise the book it stands in. */
function chapterHref(book: Book, index: number): string {
  const page = book.audioChapters[index]?.firstPage
  return page ? `/book/${book.id}/read?page=${page}` : `/book/${book.id}/read`
}

function ofJourney({ eras, milestones, journey }: PersonaRecords): Piece[] {
  const page = { kind: 'journey' as const, label: 'The journey', href: '/journey' }
  const dated = ({ period, title, description }: Pick<Era, 'period' | 'title' | 'description'>) => ({
    ...page,
    title,
    text: description,
    keys: period,
    opening: `${period}, “${title}”:`,
    label: `The journey, ${period}`,
  })
  return [
    ...milestones.map((milestone) => ({
      ...dated(milestone),
      text: milestone.award ? `${milestone.description} ${milestone.award}.` : milestone.description,
    })),
    ...eras.map(dated),
    ...[...journey.roots, ...journey.infrastructure, ...journey.legacy].map((text) => ({
      ...page,
      title: 'Journey of Swade',
      text,
      opening: 'The journey:',
    })),
  ]
}

/** The paragraphs of a text, each in one line. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

function minutes(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
