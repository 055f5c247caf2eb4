import { stemmer } from 'stemmer'
import { z } from 'zod'
import { readContent } from '#platform/content-files.ts'
import { textSchema } from '#shared/contract.ts'
import { normalizeText } from './text.ts'

/** Intents of a message other than a search; `look-up` marks samples that only sound like one of the others. */
export const intents = [
  'hello',
  'thanks',
  'goodbye',
  'help',
  'software',
  'reality',
  'privacy',
  'contact',
  'self',
  'founder',
  'prizes',
  'not-told',
  'on-air',
  'play-radio',
  'play',
  'open',
  'track',
  'tracks',
  'roster',
  'books',
  'price',
  'token-price',
  'tokens',
  'events',
  'platforms',
  'collections',
  'submit',
  'newsletter',
  'refund',
  'look-up',
] as const

/** An intent of a message. */
export type Intent = (typeof intents)[number]

/** Schema of `content/persona.yaml`; the file explains each part. */
const languageFileSchema = z.strictObject({
  synonyms: z.record(z.string().regex(/^[a-z]+$/, 'must be one lower-case word'), textSchema),
  idle: textSchema,
  sections: z.record(z.string().regex(/^[a-z]+:[a-z0-9-]+$/, 'must be page:section'), textSchema),
  samples: z.record(z.enum(intents), textSchema),
})

/** The loaded language file: synonyms, stop words and samples. */
export type Language = ReturnType<typeof loadLanguage>

/** Size of the cache of concepts: the words of the records and some of what visitors type. */
const maxMeanings = 20_000

/**
 * Loads synonyms, stop words, keywords and sample messages.
 *
 * @param contentDir Folder of `persona.yaml`.
 * @throws ContentError naming file and field.
 */
export function loadLanguage(contentDir: string) {
  const { synonyms, idle, sections, samples } = readContent(contentDir, 'persona.yaml', languageFileSchema)
  const idleTerms = new Set(idle.split(/\s+/))
  const concepts = new Map<string, string>()
  const phrases: [phrase: string, concept: string][] = []
  for (const [concept, same] of Object.entries(synonyms)) {
    concepts.set(stemmer(concept), concept)
    for (const word of same.split(/\s*,\s*/)) {
      if (word.includes(' ')) phrases.push([` ${word} `, ` ${concept} `])
      else concepts.set(stemmer(word), concept)
    }
  }
  phrases.sort(([one], [other]) => other.length - one.length)
  const meanings = new Map<string, string>()

  /** Returns the stem of a word, or the concept it is a synonym of. */
  function conceptOf(word: string): string {
    const known = meanings.get(word)
    if (known) return known
    const stem = stemmer(word)
    const concept = concepts.get(stem) ?? stem
    if (meanings.size < maxMeanings) meanings.set(word, concept)
    return concept
  }
  const isIdle = (word: string) => idleTerms.has(word)
  const withConcepts = (spoken: string) =>
    phrases.reduce((rest, [phrase, concept]) => rest.replaceAll(phrase, concept), spoken)

  return {
    isIdle,
    /** Returns the distinct concepts of a text, without stop words. */
    conceptsOf(text: string): string[] {
      const telling = withConcepts(normalizeText(text)).split(' ')
      return [...new Set(telling.filter((word) => word && !isIdle(word)).map(conceptOf))]
    },
    /** Returns the words of a message for the comparison with samples: stop words and `@` names stay. */
    read: (words: readonly string[]) =>
      withConcepts(` ${words.join(' ')} `)
        .trim()
        .split(' ')
        .map((word) => (word.startsWith('@') || isIdle(word) ? word : conceptOf(word))),
    /** Returns the keywords of a section of a legal page. @param section Page and section, such as `terms:price`. */
    keysOf: (section: string) => sections[section] ?? '',
    samples: Object.entries(samples).flatMap(([intent, text]) =>
      text.split(/\s*\|\s*/).map((sample) => ({ intent: intent as Intent, words: sample.split(/\s+/) })),
    ),
  }
}
