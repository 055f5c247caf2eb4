import MiniSearch from 'minisearch'
import type { Passage } from './passages.ts'
import type { Language } from './language.ts'
import { startsWithPhrase, includesPhrase, normalizeText } from './text.ts'

/** Concepts that ask for one specific fact, which an answer must contain. */
export const specificConcepts = new Set(['price', 'tempo', 'key', 'length', 'age', 'size'])

/** Concepts that a question is about; a passage of another subject must contain all of them. */
const subjectConcepts = new Set(['book', 'track', 'collection', 'token', 'radio', 'newsletter'])
/** Minimum number of the question's words that a passage of another subject contains. */
const minWordsOfOthers = 2

/**
 * Minimum share of the question that a passage must contain to be an answer; rare words count more than common ones.
 */
const minShare = 0.6
/** Minimum share if the title of the passage matches. */
const minShareOfTitled = 0.5
/** Minimum rarity of the matched words, below which a match may be a coincidence. */
const minRarity = 3.6
const minRarityOfNamed = 2.5
/** A word in at most this many passages is sufficient by itself. */
const rareCount = 2
/** Weight of an uncertain match: a misspelled word, or a word outside the sentence. */
const partialMatchWeight = 0.5

/** Matches what an answer to “when” contains: a year or a number of days. */
const datePattern = /\b(?:1[89]|20)\d\d\b|\d (?:days|días)\b/
/** Matches what an answer to “what time” contains: a time of day. */
const timePattern = /\b\d{1,2}(?::\d\d| [AP]M)\b/

/** A passage that matches a question. */
type Found = {
  passage: Passage
  /** Share of the question that it contains, 0–1. */
  share: number
  /** True if the passage is good enough to be the answer. */
  isAnswer: boolean
  /** True if the question matches only the name of the record. */
  isOfRecord: boolean
}

/**
 * Creates a search index of passages.
 *
 * @param weigh Returns the weight of a passage, 1 by default.
 * @param isOtherSubject Returns whether a passage has its own subject, such as a book or the terms. Unless a record is
 *   named, one shared word does not make it an answer.
 */
export function createPassageIndex(
  passages: readonly Passage[],
  { conceptsOf, phrases }: Language,
  weigh: (passage: Passage) => number,
  isOtherSubject: (passage: Passage) => boolean,
) {
  const entries = passages.map((passage) => {
    const title = new Set(conceptsOf(passage.title))
    return { passage, title, all: new Set([...title, ...conceptsOf(`${passage.sentence} ${passage.keys}`)]) }
  })
  const counts = new Map<string, number>()
  for (const { all } of entries) for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isKnown = (word: string) => counts.has(word)
  /** Returns the rarity of a word: the logarithm of its inverse document frequency. */
  const rarityOf = (word: string) => Math.log((passages.length + 1) / ((counts.get(word) ?? 0) + 1))
  const index = new MiniSearch<Passage & { id: number }>({
    fields: ['title', 'keys', 'sentence', 'around'],
    tokenize: conceptsOf,
    processTerm: (word) => word,
    searchOptions: {
      tokenize: (question) => question.split(' '),
      boost: { title: 2.5, keys: 2, around: 0.2 },
      fuzzy: (word) => (word.length > 4 && !isKnown(word) ? 0.2 : false),
      prefix: (word) => word.length > 4 && !isKnown(word),
      boostDocument: (id) => weigh(passages[Number(id)]!),
    },
  })
  index.addAll(passages.map((passage, id) => ({ ...passage, id })))

  return {
    /**
     * Finds passages, the best match first.
     *
     * @param relevance Weight of a passage for this question, 0 to skip it.
     * @param names Words of the names in the question. They select the passages, so they are not searched for, and one
     * common word is enough.
     */
    find(question: string, relevance: (passage: Passage) => number = () => 1, names?: ReadonlySet<string>): Found[] {
      const words = conceptsOf(question).filter((word) => !names?.has(word))
      if (words.length === 0) return []
      const whole = words.reduce((sum, word) => sum + rarityOf(word), 0)
      const spoken = normalizeText(question)
      const isWhen = startsWithPhrase(spoken, ...phrases.when)
      const isTime = startsWithPhrase(spoken, ...phrases.time)
      const isDefinition = startsWithPhrase(spoken, ...phrases.definition)
      const isTopic = includesPhrase(spoken, ...phrases.about) && startsWithPhrase(spoken, ...phrases.telling)
      return index
        .search(words.join(' '), { filter: ({ id }) => relevance(passages[Number(id)]!) > 0 })
        .map(({ id, score, match, queryTerms }) => {
          const { passage, title, all } = entries[Number(id)]!
          const terms = [...new Set(queryTerms)]
          const sure = terms.filter((word) => all.has(word))
          const found = terms.reduce((sum, word) => sum + rarityOf(word) * (all.has(word) ? 1 : partialMatchWeight), 0)
          const share = found / whole
          const inTitle = sure.filter((word) => title.has(word)).length
          const isTitled =
            inTitle > 0 && (inTitle * 2 >= title.size || (passage.kind === 'legal' && inTitle === words.length))
          const ofSentence =
            sure.filter((word) => match[word]?.includes('sentence')).reduce((sum, word) => sum + rarityOf(word), 0) /
            whole
          const isKeyed = words.filter((word) => match[word]?.includes('keys')).length * 2 >= words.length
          const isRare =
            !isDefinition && !includesPhrase(spoken, ...phrases.dialogue) && (counts.get(terms[0]!) ?? 0) <= rareCount
          const isNoAccident = terms.length > 1 || names !== undefined || passage.isIntroduction || isRare
          const isEnough =
            isTitled || isKeyed
              ? share >= minShareOfTitled
              : share >= minShare && found >= (names ? minRarityOfNamed : minRarity) && isNoAccident
          const isOfQuestion =
            names !== undefined ||
            !isOtherSubject(passage) ||
            (terms.length >= Math.min(minWordsOfOthers, words.length) &&
              words.every((word) => !subjectConcepts.has(word) || all.has(word)))
          const hasAll = words.every((word) => !specificConcepts.has(word) || all.has(word))
          const hasAskedTime =
            (!isWhen || datePattern.test(passage.quote)) && (!isTime || timePattern.test(passage.quote))
          return {
            passage,
            share,
            isAnswer: (isEnough || (isTopic && share > 0.99)) && isOfQuestion && hasAll && hasAskedTime,
            // A match in the title or the keywords does not show where in the record the answer is.
            isOfRecord: sure.every(
              (word) =>
                (title.has(word) && passage.kind !== 'legal') ||
                !match[word]?.includes('sentence') ||
                (passage.kind === 'journey' && match[word].includes('keys')),
            ),
            rank:
              share *
              relevance(passage) *
              (passage.kind === 'legal' ? 1 + 0.1 * ofSentence + (0.1 * inTitle) / words.length : 1) *
              (isWhen && /\d/.test(passage.sentence) ? 1.2 : 1),
            score: score * (1 + inTitle / Math.max(1, title.size)),
          }
        })
        .toSorted(
          (one, other) =>
            Number(other.isAnswer) - Number(one.isAnswer) ||
            Math.round(25 * (other.rank - one.rank)) ||
            other.score - one.score,
        )
    },
  }
}
