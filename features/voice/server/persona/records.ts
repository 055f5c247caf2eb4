import type { Artist } from '#features/artists/contract.ts'
import type { Book } from '#features/books/contract.ts'
import type { Era, JourneyPage, Milestone } from '#features/journey/contract.ts'
import type { Collection } from '#features/market/contract.ts'

/** Everything the persona may speak of, as the catalogue has it now. */
export type PersonaRecords = {
  artist: Artist
  books: readonly Book[]
  collections: readonly Collection[]
  eras: readonly Era[]
  milestones: readonly Milestone[]
  journey: JourneyPage
}

/** One findable piece of the site's own words. */
export type PersonaRecord = {
  id: string
  kind: 'artist' | 'track' | 'book' | 'chapter' | 'journey' | 'collection'
  title: string
  text: string
  /** What an answer names as its source, and where that is. */
  label: string
  href: string
}

/** Cuts the records into pieces small enough to be an answer each. */
export function personaRecords(records: PersonaRecords): PersonaRecord[] {
  return [...ofArtist(records), ...records.books.flatMap(ofBook), ...ofJourney(records)].map((record, index) => ({
    ...record,
    id: `${record.kind}:${index}`,
  }))
}

type Piece = Omit<PersonaRecord, 'id'>

function ofArtist({ artist, collections }: PersonaRecords): Piece[] {
  const page = `/artist/${artist.slug}`
  const notes = { kind: 'artist' as const, title: artist.name, label: `Liner notes of ${artist.name}`, href: `${page}#about-heading` }
  const track = artist.featuredTrack
  return [
    ...paragraphs(artist.description).map((text) => ({ ...notes, text })),
    { ...notes, text: `${artist.name} makes ${artist.genres.join(' and ')}. ${artist.tagline}` },
    ...(track
      ? [
          {
            kind: 'track' as const,
            title: track.title,
            text: `“${track.title}” is the featured track, ${minutes(track.durationSeconds)} long.`,
            label: `Featured track “${track.title}”`,
            href: `${page}#track-heading`,
          },
        ]
      : []),
    ...collections.map(({ name, description, minted, supply }) => ({
      kind: 'collection' as const,
      title: `${name} NFT collection`,
      text: `${description} ${minted} of ${supply} are minted.`,
      label: `Collection “${name}”`,
      href: '/market',
    })),
  ]
}

function ofBook(book: Book): Piece[] {
  const about = { kind: 'book' as const, title: book.title, label: `Book “${book.title}”`, href: `/book/${book.id}` }
  const price = book.isFree ? 'It is free to read and to download.' : `It costs $${(book.priceCents / 100).toFixed(2)}.`
  const voice =
    book.audioChapters.length > 0 ? ` It can be listened to: ${book.audioChapters.length} chapters, read by a synthetic voice.` : ''
  return [
    { ...about, text: `“${book.title}: ${book.subtitle}” by ${book.author}, ${book.pages} pages. ${price}${voice}` },
    ...paragraphs(book.description).map((text) => ({ ...about, text })),
    ...book.contents.map((chapter, index) => ({
      kind: 'chapter' as const,
      title: chapter,
      text: `“${chapter}” is chapter ${index + 1} of “${book.title}”.`,
      label: `Chapter “${chapter}” of “${book.title}”`,
      href: chapterHref(book, index),
    })),
  ]
}

/** The chapter's page where it is known, otherwise the book it stands in. */
function chapterHref(book: Book, index: number): string {
  const page = book.audioChapters[index]?.firstPage
  return page ? `/book/${book.id}/read?page=${page}` : `/book/${book.id}/read`
}

function ofJourney({ eras, milestones, journey }: PersonaRecords): Piece[] {
  const page = { kind: 'journey' as const, label: 'The journey', href: '/journey' }
  return [
    ...milestones.map(({ period, title, description, award }) => ({
      ...page,
      title,
      label: `The journey, ${period}`,
      text: `${period}, ${title}. ${description}${award ? ` ${award}.` : ''}`,
    })),
    ...eras.map(({ period, title, description }) => ({
      ...page,
      title,
      label: `The journey, ${period}`,
      text: `${period}, ${title}. ${description}`,
    })),
    ...[...journey.roots, ...journey.infrastructure, ...journey.legacy].map((text) => ({ ...page, title: 'Journey of Swade', text })),
  ]
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

function minutes(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
