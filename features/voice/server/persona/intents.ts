import type { Intent, Language } from './language.ts'
import { startsWithPhrase } from './text.ts'

/** Minimum similarity of a message and a sample. */
const minLikeness = 0.62
/** Weights of names and stop words, which indicate the intent more or less than other words. */
const nameWeight = 1.5
const idleShare = 0.4
const maxIdleRarity = 3

/** Intents that apply only if the message contains nothing else. */
const courtesies: ReadonlySet<Intent> = new Set(['hello', 'thanks', 'goodbye'])

/** Words and bigrams with their weights: word order distinguishes “do you track me” from “do you have a track”. */
type Grams = Map<string, number>

/**
 * Creates a function that returns the intent of the most similar sample; undefined if none is similar, or if the
 * message has significant words, or begins with a question word, that no sample of that intent has.
 */
export function createIntentFinder({ samples, read, isIdle, phrases }: Language) {
  const all = samples.map(({ intent, words }) => ({ intent, words: read(words) }))
  const counts = new Map<string, number>()
  const vocabularies = new Map<Intent, Set<string>>()
  for (const { intent, words } of all) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
    vocabularies.set(intent, new Set([...(vocabularies.get(intent) ?? []), ...words]))
  }
  // “When” asks for something else than “who” or “is”, although the words are too common to be significant.
  const reasons = phrases.reason.filter((phrase) => !phrases.when.includes(phrase))
  const interrogatives = [[...phrases.when, ...phrases.time], ...reasons.map((phrase) => [phrase])]
  const questionWordOf = (words: readonly string[]) =>
    interrogatives.findIndex((same) => startsWithPhrase(` ${words.join(' ')} `, ...same))
  const asked = new Set(samples.map(({ intent, words }) => `${intent} ${questionWordOf(words)}`))
  const indexed = all.map(({ intent, words }) => ({ intent, kinds: kindsOf(words), grams: gramsOf(words) }))

  function weightOf(word: string): number {
    if (word.startsWith('@')) return nameWeight
    const rarity = Math.log((all.length + 1) / ((counts.get(word) ?? 0) + 0.5))
    return isIdle(word) ? Math.min(rarity, maxIdleRarity) * idleShare : rarity
  }
  function gramsOf(words: readonly string[]): Grams {
    const pairs = words
      .slice(1)
      .map((next, at) => [`${words[at]} ${next}`, Math.min(weightOf(words[at]!), weightOf(next)) / 2] as const)
    return new Map([...words.map((word) => [word, weightOf(word)] as const), ...pairs])
  }

  return function intentOf(slotted: readonly string[]): Intent | undefined {
    const words = read(slotted)
    const [kinds, grams] = [kindsOf(words), gramsOf(words)]
    const relevant = words.filter((word) => !isIdle(word) && Number.isNaN(Number(word)))
    const questionWord = questionWordOf(slotted)
    const mayBe = (intent: Intent) =>
      // A record to open may have any name.
      intent === 'look-up' ||
      intent === 'open' ||
      ((questionWord < 0 || asked.has(`${intent} ${questionWord}`)) &&
        (courtesies.has(intent) ? words : relevant).every((word) => vocabularies.get(intent)!.has(word)))
    let [best, bestLikeness]: [Intent | undefined, number] = [undefined, minLikeness]
    for (const sample of indexed) {
      const likeness = sample.kinds === kinds ? likenessOf(grams, sample.grams) : 0
      if (likeness >= bestLikeness && mayBe(sample.intent)) [best, bestLikeness] = [sample.intent, likeness]
    }
    return best
  }
}

/** Returns the kinds of names in a message; a sample matches only with the same kinds. */
function kindsOf(words: readonly string[]): string {
  return [...new Set(words.filter((word) => word.startsWith('@')))].toSorted().join(' ')
}

/** Returns the similarity of two messages, 0–1 (Dice coefficient). */
function likenessOf(one: Grams, other: Grams): number {
  const sum = (weights: Iterable<number>) => [...weights].reduce((total, weight) => total + weight, 0)
  const common = sum([...one].flatMap(([gram, weight]) => (other.has(gram) ? [weight] : [])))
  return (2 * common) / (sum(one.values()) + sum(other.values()))
}
