import type { Artist } from '#features/artists/contract.ts'
import type { Passage } from './passages.ts'
import type { PersonaRecords } from './records.ts'
import { normalizeText, wordsOf } from './text.ts'

type Name = { kind: Passage['kind'] | 'family' | 'genre'; about: string; phrase: string }

/** What a question names. */
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
/** Fewer words may be common ones: “Other People”. */
const minChapterWords = 3
/** How much a passage counts that speaks of what is named and is not of its record. */
const spokenOf = 0.4

/** Knows the names of the records; the longest is found first, so that a book is not taken for the one it follows. */
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
    return kind === 'chapter' && words.length < minChapterWords ? [] : [words.join(' ').replace(/^the /, '')]
  }
  const titles = new Map(
    passages.filter(({ kind }) => namedKinds.has(kind)).map((one) => [`${one.kind} ${one.about} ${one.title}`, one]),
  )
  const genres = artists.flatMap(({ genres: all }) => all.map((genre) => wordsOf(genre).join(' ')))
  const names: Name[] = [
    ...[...titles.values()].flatMap((one) =>
      phrasesOf(one).map((phrase) => ({ kind: one.kind, about: one.about, phrase })),
    ),
    // A kind of music may hold a name: Bossa Nova.
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

  /** @param coming Titles of events: they may be any words, so they are known as long as they are announced. */
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
      /** In the order of the question, like all that is named. */
      artists: [...new Set(of('artist').map(artistOf))],
      track: of('track').map(artistOf)[0],
      /** Path of its page. */
      book: of('book')[0]?.about,
      token: of('token')[0]?.phrase,
      event: of('event')[0]?.phrase,
      /** The name all artists share stands alone, for the founder's. */
      isFamilyName: of('family').length > 0,
      /** The words of the question with the kind of a name in place of it: `who is @artist`. */
      slotted: slots.map((slot) => (slot.startsWith('@') ? `@${found[Number(slot.slice(1))]!.kind}` : slot)),
      concepts: new Set(withPassages.flatMap(({ phrase }) => language.conceptsOf(phrase))),
      /** How much a passage is about the names, 0–1; undefined where nothing is named that has passages. */
      relevance:
        withPassages.length > 0
          ? (passage: Passage) => Math.max(...withPassages.map((name) => relevanceTo(name, passage)))
          : undefined,
      /** Whether a passage belongs to the record that is named first. */
      isOfFirst: (passage: Passage) => withPassages.length > 0 && relevanceTo(withPassages[0]!, passage) === 1,
    }
  }
}
