import MiniSearch from 'minisearch'
import type { PersonaRecord } from './records.ts'
import { stem, stemsOf, wordsOf } from './words.ts'

/** Who is asked is the artist: what is the artist's own comes before what the house has. */
const weight: Record<PersonaRecord['kind'], number> = {
  artist: 3,
  track: 3,
  collection: 2,
  roster: 1,
  token: 1,
  book: 1,
  chapter: 1,
  journey: 0.8,
}

/** A record answers when it holds this share of what is asked, where a rare word asks for more than a common one; a little less when its title is meant … */
const leastShare = { text: 0.6, title: 0.5 }
/** … and when what it holds is rare enough to be no accident: about one word of four records in two hundred, or two words of thirty. */
const leastRarity = 3.6
/** A word that is in no record was perhaps meant to be a near one: half as sure. */
const guessed = 0.5

/** A record that holds something of a question. */
export type Hit = {
  record: PersonaRecord
  /** The words that were asked for and stand in its text alone. */
  words: string[]
  /** How much of the question it holds, 0–1. */
  share: number
  /** Whether it may be given for an answer. */
  isAnswer: boolean
  score: number
}

/** Finds records by what is asked. */
export type RecordIndex = {
  /** The best first. @param fits Which of them are looked at; all when left out. */
  find(question: string, fits?: (record: PersonaRecord) => boolean): Hit[]
  /** The words of a question that ask for something. */
  asked(question: string): string[]
}

/** @param names Words everybody on this page knows, such as the artist's name: they tell no record from another. */
export function createRecordIndex(records: readonly PersonaRecord[], names: readonly string[]): RecordIndex {
  const known = new Set(names.map((name) => stem(name.toLowerCase())))
  const entries = new Map(records.map((record) => [record.id, entryOf(record, known)]))
  const rarity = rarityOf([...entries.values()].map(({ all }) => all))
  const index = new MiniSearch<PersonaRecord>({
    fields: ['title', 'keys', 'text'],
    tokenize: wordsOf,
    processTerm: (word) => stemsOf(word),
    searchOptions: {
      // What is asked comes stemmed already.
      tokenize: (question) => question.split(' '),
      processTerm: (word) => word,
      boost: { title: 2, keys: 2 },
      fuzzy: (word) => (word.length > 4 && !rarity.isHeld(word) ? 0.2 : false),
      prefix: (word) => word.length > 3 && !rarity.isHeld(word),
    },
  })
  index.addAll(records)
  const asked = (question: string) => stemsOf(question).filter((word) => !known.has(word))

  return {
    asked,
    find(question, fits = () => true) {
      const words = asked(question)
      if (words.length === 0) return []
      const whole = sum(words.map(rarity.of))
      return index
        .search(words.join(' '), {
          filter: ({ id }) => fits(entries.get(String(id))!.record),
          boostDocument: (id) => weight[entries.get(String(id))!.record.kind],
        })
        .map(({ id, score, terms, queryTerms }): Hit => {
          const { record, title, keys } = entries.get(String(id))!
          const held = new Set(queryTerms)
          const found = sum([...held].map((word) => rarity.of(word) * (rarity.isHeld(word) ? 1 : guessed)))
          const share = found / whole
          const isTitled = [...title].filter((word) => held.has(word)).length * 2 >= title.size
          const isNamed = (title.size > 0 && isTitled) || words.every((word) => keys.has(word))
          return {
            record,
            // What its title holds says nothing of where in it the answer stands.
            words: terms.filter((word) => !title.has(word) && !keys.has(word)),
            share,
            isAnswer: isNamed ? share >= leastShare.title : share >= leastShare.text && found >= leastRarity,
            score,
          }
        })
        .toSorted((one, other) => Number(other.isAnswer) - Number(one.isAnswer) || other.share - one.share || other.score - one.score)
    },
  }
}

function entryOf(record: PersonaRecord, known: ReadonlySet<string>) {
  const title = new Set(stemsOf(record.title).filter((word) => !known.has(word)))
  const keys = new Set(stemsOf(record.keys ?? ''))
  return { record, title, keys, all: new Set([...title, ...keys, ...stemsOf(record.text)]) }
}

/** How much a word tells: the logarithm of one in how many records holds it. */
function rarityOf(records: readonly ReadonlySet<string>[]) {
  const counts = new Map<string, number>()
  for (const words of records) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return {
    of: (word: string) => Math.log((records.length + 1) / ((counts.get(word) ?? 0) + 0.5)),
    isHeld: (word: string) => counts.has(word),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
