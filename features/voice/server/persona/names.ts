import type { Artist } from '#features/artists/contract.ts'
import type { Passage } from './passages.ts'
import type { PersonaRecords } from './records.ts'
import { normalizeText, wordsOf } from './text.ts'

type Name = { kind: Passage['kind'] | 'family' | 'genre'; about: string; phrase: string }

/** Names found in a question. */
export type Names = ReturnType<ReturnType<typeof createNameFinder>>

const namedKinds: ReadonlySet<string> = new Set([
  'artist',
  'track',
  'book',
  'chapter',
  'token',
  'collection',
  'platform',
])
/** Titles with fewer words may be common phrases, such as “Other People”. */
const minChapterTerms = 3
/** Relevance of a passage that mentions a name but belongs to another record. */
const spokenOf = 0.4

/**
 * Creates a function that finds the names of records in a question. Longer names come first, so that a book is not
 * confused with its predecessor.
 */
export function createNameFinder({ artist, others, language }: PersonaRecords, passages: readonly Passage[]) {
  const artists = [artist, ...others]
  const shared = wordsOf(artist.name).slice(1)
  const spoken = new Map(
    passages.map((passage) => [passage, normalizeText(`${passage.title} ${passage.sentence} ${passage.keys}`)]),
  )
  const byLength = (one: Name, other: Name) => other.phrase.length - one.phrase.length

  function phrasesOf({ kind, title }: Pick<Passage, 'kind' | 'title'>): string[] {
    const words = wordsOf(title)
    const own = words.filter((word) => !shared.includes(word)).join(' ')
    if (kind === 'artist') return [words.join(' '), own, `${own}s`]
    if (kind === 'token') return words
    return kind === 'chapter' && words.length < minChapterTerms ? [] : [language.withoutArticle(words.join(' '))]
  }
  const titles = new Map(
    passages.filter(({ kind }) => namedKinds.has(kind)).map((one) => [`${one.kind} ${one.about} ${one.title}`, one]),
  )
  const genres = artists.flatMap(({ genres: all }) => all.map((genre) => wordsOf(genre).join(' ')))
  const names: Name[] = [
    ...[...titles.values()].flatMap((one) =>
      phrasesOf(one).map((phrase) => ({ kind: one.kind, about: one.about, phrase })),
    ),
    // A genre may contain a name: Bossa Nova.
    ...genres.filter((genre) => genre.includes(' ')).map((phrase) => ({ kind: 'genre' as const, about: '', phrase })),
    ...shared.map((phrase) => ({ kind: 'family' as const, about: '', phrase })),
  ].toSorted(byLength)

  function relevanceTo({ kind, about, phrase }: Name, passage: Passage): number {
    const isTitle = kind === 'track' || kind === 'chapter'
    const isOf = isTitle
      ? passage.kind === kind && normalizeText(passage.title).includes(` ${phrase} `)
      : passage.about === about
    return isOf ? 1 : spoken.get(passage)!.includes(` ${phrase} `) ? spokenOf : 0
  }

  /** @param coming Events whose titles count as names while they are announced. */
  return (question: string, coming: readonly { title: string }[]) => {
    const events = coming.map(({ title }): Name => ({
      kind: 'event',
      about: '',
      phrase: phrasesOf({ kind: 'event', title })[0]!,
    }))
    const found: Name[] = []
    let rest = normalizeText(question)
    for (const name of [...events.toSorted(byLength), ...names]) {
      if (!name.phrase || !rest.includes(` ${name.phrase} `)) continue
      rest = rest.replaceAll(` ${name.phrase} `, ` @${found.length} `)
      found.push(name)
    }
    const slots = rest.trim().split(' ')
    const ordered = slots.flatMap((slot) => (slot.startsWith('@') ? found[Number(slot.slice(1))]! : []))
    const of = (kind: Name['kind']) => ordered.filter((name) => name.kind === kind)
    const artistOf = ({ about }: Name): Artist => artists.find(({ slug }) => about === `/artist/${slug}`)!
    const withPassages = ordered.filter(({ about }) => about)
    return {
      /** In the order of the question. */
      artists: [...new Set(of('artist').map(artistOf))],
      track: of('track').map(artistOf)[0],
      /** Path of the book's page. */
      book: of('book')[0]?.about,
      tokens: of('token').map(({ phrase }) => phrase),
      event: of('event')[0]?.phrase,
      /** True if the family name occurs alone; it then means the founder. */
      isFamilyName: of('family').length > 0,
      /** The words of the question with names replaced by their kind: `who is @artist`. */
      slotted: slots.map((slot) => (slot.startsWith('@') ? `@${found[Number(slot.slice(1))]!.kind}` : slot)),
      concepts: new Set(withPassages.flatMap(({ phrase }) => language.conceptsOf(phrase))),
      /** Returns how relevant a passage is to the names, 0–1; undefined if no name has passages. */
      relevance:
        withPassages.length > 0
          ? (passage: Passage) => Math.max(...withPassages.map((name) => relevanceTo(name, passage)))
          : undefined,
      /** Returns whether a passage belongs to the record that is named first. */
      isOfFirst: (passage: Passage) => withPassages.length > 0 && relevanceTo(withPassages[0]!, passage) === 1,
    }
  }
}
