import { DateTime } from 'luxon'
import { formatList } from '#shared/format-list.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatUsd } from '#shared/money.ts'
import { countRecordings } from '#shared/narration-address.ts'
import type { Artist } from '#features/artists/contract.ts'
import type { Book } from '#features/books/contract.ts'
import type { Citation } from '#features/voice/contract.ts'
import type { PersonaRecords, Translation } from './records.ts'
import { includesPhrase, normalizeText, refersBack, sentencesOf } from './text.ts'

/** One sentence of the site's records, with the data to find and to quote it. */
export type Passage = {
  kind: 'artist' | 'track' | 'collection' | 'token' | 'book' | 'chapter' | 'journey' | 'platform' | 'legal' | 'event'
  /** Path of the page on the same subject; passages of one record share it. */
  about: string
  /** Name of the record. */
  title: string
  sentence: string
  /** The sentence in context: introduction, sentence and the one after it. */
  quote: string
  /** The rest of its paragraph. */
  around: string
  /** Search keywords that the sentence does not contain. */
  keys: string
  /** True if the sentence introduces the record. */
  isIntroduction: boolean
  source: Citation
}

/** Maximum length of a quotation, unless two sentences are longer. */
const quoteLength = 360

/** A record before it is split into sentences. */
type Source = Omit<Passage, 'sentence' | 'quote' | 'around' | 'keys' | 'isIntroduction'> & {
  keys?: string
  lead?: string
}

/** Splits the records into sentences; the first one of each record introduces it. */
export function passagesOf(records: PersonaRecords): Passage[] {
  return [
    ...[records.artist, ...records.others].flatMap((artist) => ofArtist(artist, records)),
    ...records.collections.flatMap((collection) => ofCollection(collection, records)),
    ...records.tokens.flatMap((token) => ofToken(token, records)),
    ...records.books.flatMap((book) => ofBook(book, records)),
    ...ofStory(records),
    ...records.platforms.flatMap((platform) => ofPlatform(platform)),
    ...ofLegal(records),
    ...records.events.flatMap(({ title, description }) => {
      const about = `/#virtual-world`
      return cut(
        {
          kind: 'event',
          about,
          title,
          source: { label: records.t('venue'), href: about },
          lead: `${records.t('quoted', { title })}:`,
        },
        description,
      )
    }),
  ]
}

function ofCollection(
  { slug, name, artistSlug, description, minted, supply }: PersonaRecords['collections'][number],
  { artist, others, t }: PersonaRecords,
): Passage[] {
  const about = `/market#${slug}`
  const label = t('collectionLabel', { name })
  const maker = [artist, ...others].find((one) => one.slug === artistSlug)?.name ?? ''
  const text = t('collection', { name, description, minted, supply })
  return whole(
    { kind: 'collection', about, title: name, source: { label, href: about } },
    text,
    `nft collection mint supply edition left ${maker}`,
  )
}

type InLanguage = Pick<PersonaRecords, 't' | 'locale'>

/** Returns the artist's genres in a sentence, and the tagline. */
export function musicOf({ name, genres, tagline }: Artist, { t, locale }: InLanguage): string {
  return t('music', { name, count: genres.length, genres: formatList(genres, locale), tagline })
}

/** Returns the artist's track in a sentence. */
export function trackOf({ name, featuredTrack: track }: Artist, { t }: Translation): string | undefined {
  return track && t('track', { title: track.title, name, length: formatDuration(track.durationSeconds) })
}

/** Returns title, price and narration of a book in sentences. */
export function bookFacts(book: Book, { t, locale }: InLanguage): string {
  const { title, subtitle, author } = book
  return t('bookFacts', {
    title,
    subtitle,
    author,
    pages: book.pages,
    free: book.isFree ? 'yes' : 'no',
    price: formatUsd(book.priceCents, locale),
    chapters: countRecordings(book),
    readBy: narratorOf(book.narration?.readBy ?? '', t('syntheticVoice')),
  })
}

/** Returns a narrator as a part of a sentence: “Synthetic voice (X)” becomes “a synthetic voice (X)”. */
function narratorOf(readBy: string, syntheticVoice: string): string {
  const [article, ...words] = syntheticVoice.split(' ')
  return readBy.replace(new RegExp(`^(?:${article} )?${words.join(' ')}(?!\\p{L})`, 'iu'), syntheticVoice)
}

/** Returns the artist's biography as a source. */
export function notesOf({ slug, name }: Artist, { t }: Translation): Citation {
  return { label: t('biography', { name }), href: `/artist/${slug}#about-heading` }
}

/** Returns in a sentence for each streaming service whether the artist is there. */
export function streamsOf({ name, spotifyUrl, appleUrl, youtubeUrl }: Artist, { t }: Translation) {
  const links = { 'Spotify': spotifyUrl, 'Apple Music': appleUrl, 'YouTube': youtubeUrl }
  return Object.entries(links).map(([place, url]) => ({
    place,
    isLinked: Boolean(url),
    text: url ? t('isOn', { name, place, url }) : t('isNotOn', { name, place }),
  }))
}

/** Returns the artist's track as a source. */
export function trackSource({ slug, featuredTrack }: Artist, { t }: Translation): Citation {
  return { label: t('trackLabel', { title: featuredTrack?.title ?? '' }), href: `/artist/${slug}#track-heading` }
}

function ofArtist(artist: Artist, records: PersonaRecords): Passage[] {
  const { artist: own, collections, language, t } = records
  const { name, slug, featuredTrack: track } = artist
  const about = `/artist/${slug}`
  const lead = t('biographyLead', { own: artist === own ? 'yes' : 'no', name })
  const notes = { kind: 'artist' as const, about, title: name, source: notesOf(artist, records), lead }
  const ofPage = { ...notes, source: { label: name, href: about } }
  const videoNotes = artist.videos.map(({ title }) => t('video', { name, title }))
  const isCollected = collections.some(({ artistSlug }) => artistSlug === slug)
  const introduction = [musicOf(artist, records), artist === own ? undefined : trackOf(artist, records)]
    .filter(Boolean)
    .join(' ')
  const trackRecord = track && {
    ...notes,
    kind: 'track' as const,
    title: track.title,
    source: trackSource(artist, records),
  }
  // A sentence that names the track and a musical key describes how the track is made.
  const keysOf = ({ sentence }: Passage) =>
    track &&
    normalizeText(sentence).includes(normalizeText(track.title)) &&
    includesPhrase(normalizeText(sentence), ...language.phrases.musicalKey)
      ? 'tempo key track'
      : ''
  return [
    ...whole(notes, introduction, 'artist sing genre style kind music band'),
    ...cut(notes, artist.description).map((passage) => ({ ...passage, keys: keysOf(passage) })),
    ...(trackRecord ? whole(trackRecord, trackOf(artist, records)!, `track length ${name}`) : []),
    ...whole(
      { ...notes, source: { label: t('listenLabel', { name }), href: `${about}#listen-heading` } },
      streamsOf(artist, records)
        .map(({ text }) => text)
        .join(' '),
      'stream social link',
    ),
    ...videoNotes.flatMap((note) => whole(ofPage, note, 'video watch')),
    ...(isCollected
      ? []
      : whole(ofPage, t('noCollection', { name, others: records.collections.length > 0 ? 'yes' : 'no' }), 'nft')),
  ]
}

function ofToken(
  { symbol, name, tagline, description, uses }: PersonaRecords['tokens'][number],
  { t }: Translation,
): Passage[] {
  const lead = `${name} (${symbol}):`
  const record = {
    kind: 'token' as const,
    about: `/tokens#${symbol}`,
    title: `${name} ${symbol}`,
    source: { label: `${name} (${symbol})`, href: '/tokens' },
  }
  return [
    ...whole(
      record,
      t('token', { name, symbol, tagline, uses: uses.map((use) => use.replace(/\.$/, '')).join('. ') }),
      'token',
      true,
    ),
    ...cut({ ...record, lead, keys: 'token' }, description),
  ]
}

function ofBook(book: Book, records: PersonaRecords): Passage[] {
  const { t, locale } = records
  const about = `/book/${book.id}`
  const record = {
    kind: 'book' as const,
    about,
    title: book.title,
    source: { label: t('bookLabel', { title: book.title }), href: about },
  }
  const facts = `book page length price write${book.isFree ? ' free chapter' : ''}${countRecordings(book) > 0 ? ' narration listen' : ''}`
  const published = DateTime.fromISO(book.published)
    .setLocale(locale === 'en' ? 'en-US' : locale)
    .toLocaleString(DateTime.DATE_FULL)
  const [[firstSentence = ''] = []] = sentencesOf(book.description)
  const chapters = book.contents.map((title, index) => {
    const source = { label: t('chapterLabel', { chapter: title, book: book.title }), href: chapterHref(book, index) }
    return whole(
      { kind: 'chapter', about, title, source },
      t('chapter', { chapter: title, number: index + 1, book: book.title }),
      'book chapter',
    )
  })
  return [
    ...whole(record, bookFacts(book, records), facts).map((passage) => ({
      ...passage,
      quote: t('bookDescribed', { facts: passage.quote, text: firstSentence }),
    })),
    ...cut({ ...record, lead: t('bookLead', { title: book.title }), keys: 'book' }, book.description),
    ...whole(
      record,
      t('bookPublished', { title: book.title, date: published, category: book.category.toLowerCase() }),
      'publish new date',
    ),
    ...whole(
      record,
      t('bookContents', { title: book.title, count: book.contents.length, list: book.contents.join('; ') }),
      'book content learn',
    ),
    ...chapters.flat(),
  ]
}

/** Returns the address of a chapter's first page if it is known, otherwise of the book. */
function chapterHref({ id, audioChapters }: Book, index: number): string {
  const page = audioChapters[index]?.firstPage
  return page ? `/book/${id}/read?page=${page}` : `/book/${id}/read`
}

function ofStory({ story }: PersonaRecords): Passage[] {
  return (story?.texts ?? []).flatMap(({ title, text, keys = '', opening: lead, label, href }) =>
    cut({ kind: 'journey', about: href, title, keys, lead, source: { label, href } }, text),
  )
}

function ofPlatform({
  id,
  name,
  category,
  description,
  helpText,
  story,
  features,
  here,
}: PersonaRecords['platforms'][number]): Passage[] {
  const about = `/platform/${id}`
  const record = {
    kind: 'platform' as const,
    about,
    title: name,
    source: { label: name, href: about },
    lead: `${name}:`,
  }
  return [
    ...whole(record, introduced(record.lead, description), `platform ${category}`, true),
    ...cut(record, [helpText, here ?? ''].join('\n\n')),
    ...features.flatMap((feature) => whole(record, introduced(record.lead, `${feature}.`))),
    ...cut(record, story),
  ]
}

function ofLegal({ legal, language, t }: PersonaRecords): Passage[] {
  return legal.flatMap(({ name, title, sections }) =>
    sections.flatMap(({ id, heading, text, list }) => {
      const about = `/${name}#${id}`
      const own = language.keysOf(`${name}:${id}`)
      // A section of the terms without keywords, such as the applicable law, is about no book.
      const keys = name === 'terms' && own ? `book ${own}` : own
      const record = {
        kind: 'legal' as const,
        about,
        title: heading,
        keys,
        source: { label: title, href: about },
        lead: t('legalLead', { page: name }),
      }
      // Links are reduced to their text.
      const [prose, ...lines] = [text, ...list].map((part) => part.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
      return [...cut(record, prose!), ...lines.flatMap((line) => whole(record, introduced(record.lead, line), keys))]
    }),
  )
}

/** Returns a text after its lead, or without it if the text begins with the name that the lead consists of. */
function introduced(lead: string | undefined, text: string): string {
  const name = normalizeText((lead ?? '').replace(/ \([^)]*\):$/, ''))
  return normalizeText(text).startsWith(name) ? text : `${lead} ${text}`
}

/** Converts a record to a single passage. */
function whole({ lead: _lead, ...record }: Source, text: string, keys = '', isIntroduction = false): Passage[] {
  return [{ ...record, sentence: text, quote: text, around: '', keys, isIntroduction }]
}

/**
 * Splits a record into a passage per sentence. The following sentence usually explains it; the last sentence and one
 * that refers back are explained by the previous one.
 */
function cut({ lead, keys = '', ...record }: Source, text: string): Passage[] {
  return sentencesOf(text).flatMap((paragraph) =>
    paragraph.map((sentence, at) => {
      const last = Math.max(0, Math.min(at, paragraph.length - 2))
      const from = last > 0 && last === at && refersBack(sentence) ? at - 1 : last
      const [first = '', second = '', ...more] = paragraph.slice(from)
      let quote = `${first} ${second}`.trim()
      for (const next of more) {
        if (quote.length + next.length > quoteLength) break
        quote += ` ${next}`
      }
      return {
        ...record,
        keys,
        sentence,
        around: paragraph.join(' '),
        quote: introduced(lead, quote),
        isIntroduction: false,
      }
    }),
  )
}
