import MiniSearch from 'minisearch'
import type { PersonaRecord } from './records.ts'

/** Words that say nothing about what is asked. */
const idle = new Set(
  'a about all am an and any are as at be been but by can could did do does for from get give had has have he her here hers him his how i if in into is it its just know let like may me more much my no not of on one or our out please really say says she should so some tell than that the their them then there these they thing things this to up us very want was we were what when where which who whom why will with would you your yours'.split(
    ' ',
  ),
)

/** Who is asked is the artist: what is the artist's own comes before what the house has. */
const weight: Record<PersonaRecord['kind'], number> = { artist: 3, track: 3, collection: 2, book: 1, chapter: 1, journey: 0.8 }

/** A record that fits a question, and the words of the question it holds. */
export type Hit = { record: PersonaRecord; words: string[]; share: number; score: number }

/** Finds records by what is asked. */
export type RecordIndex = {
  /** The best first; `share` says how much of the question a record holds, 0–1. */
  find(question: string, kinds?: readonly PersonaRecord['kind'][]): Hit[]
  /** The words of a question that ask for something. */
  asked(question: string): string[]
}

/** @param names Words everybody on this page knows, such as the artist's name: they tell no record from another. */
export function createRecordIndex(records: readonly PersonaRecord[], names: readonly string[]): RecordIndex {
  const known = new Set(names.map((name) => stem(name.toLowerCase())))
  const byId = new Map(records.map((record) => [record.id, record]))
  const index = new MiniSearch<PersonaRecord>({
    fields: ['title', 'text'],
    tokenize: wordsOf,
    processTerm: (word) => (idle.has(word) ? null : stem(word)),
    // What is asked comes stemmed already.
    searchOptions: {
      processTerm: (word) => word,
      boost: { title: 2 },
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      prefix: (word) => word.length > 3,
    },
  })
  index.addAll(records)
  const askedOf = (question: string) =>
    [
      ...new Set(
        wordsOf(question)
          .filter((word) => !idle.has(word))
          .map(stem),
      ),
    ].filter((word) => !known.has(word))
  return {
    asked: askedOf,
    find(question, kinds) {
      const asked = askedOf(question)
      if (asked.length === 0) return []
      return index
        .search(asked.join(' '), {
          filter: ({ id }) => !kinds || kinds.includes(byId.get(String(id))!.kind),
          boostDocument: (id) => weight[byId.get(String(id))!.kind],
        })
        .slice(0, 8)
        .map(({ id, score, terms, queryTerms }) => ({
          record: byId.get(String(id))!,
          words: terms,
          share: new Set(queryTerms).size / asked.length,
          score,
        }))
        .toSorted((one, other) => other.share - one.share || other.score - one.score)
    },
  }
}

/** The words of a text in lower case; whatever is no letter or digit parts them. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

// Endings that part a question from the sentence that answers it; the index and the question lose them alike.
function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word
}

/** The sentences of a text that hold most of `words`, in their order. */
export function bestSentences(text: string, words: readonly string[], most: number): string {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment.trim())
  const wanted = new Set(words)
  const counted = sentences.map((sentence, place) => ({
    sentence,
    place,
    count: new Set(
      wordsOf(sentence)
        .map(stem)
        .filter((word) => wanted.has(word)),
    ).size,
  }))
  const best = counted.toSorted((one, other) => other.count - one.count || one.place - other.place)[0]
  // What follows the sentence that fits usually explains it.
  return best ? sentences.slice(best.place, best.place + most).join(' ') : text
}
