import { stemmer } from 'stemmer'
import { z } from 'zod'
import { readContent } from '#platform/content-files.ts'
import { textSchema } from '#shared/contract.ts'
import { normalizeText } from './text.ts'

/**
 * What a message may want other than a passage that is looked up; `look-up` is what only sounds like one of the others.
 */
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

/** One of them. */
export type Intent = (typeof intents)[number]

/** What `content/persona.yaml` includesPhrase; the file says what each part is for. */
const languageFileSchema = z.strictObject({
  synonyms: z.record(z.string().regex(/^[a-z]+$/, 'must be one lower-case word'), textSchema),
  idle: textSchema,
  sections: z.record(z.string().regex(/^[a-z]+:[a-z0-9-]+$/, 'must be page:section'), textSchema),
  samples: z.record(z.enum(intents), textSchema),
})

/** How people ask, as the persona understands it. */
export type Language = ReturnType<typeof loadLanguage>

/** Words whose meaning is remembered: those of the records, and a few of what visitors type. */
const maxMeanings = 20_000

/**
 * Loads how people ask.
 *
 * @param contentDir Folder that includesPhrase `persona.yaml`.
 * @throws ContentError naming file and field.
 */
export function loadLanguage(contentDir: string) {
  const { synonyms, idle, sections, samples } = readContent(contentDir, 'persona.yaml', languageFileSchema)
  const idleWords = new Set(idle.split(/\s+/))
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

  /** A word without its ending, and as its synonyms are called. */
  function conceptOf(word: string): string {
    const known = meanings.get(word)
    if (known) return known
    const stem = stemmer(word)
    const concept = concepts.get(stem) ?? stem
    if (meanings.size < maxMeanings) meanings.set(word, concept)
    return concept
  }
  const isIdle = (word: string) => idleWords.has(word)
  const withConcepts = (spoken: string) =>
    phrases.reduce((rest, [phrase, concept]) => rest.replaceAll(phrase, concept), spoken)

  return {
    isIdle,
    /** What the words of a text mean, each once: without idle words and endings, synonyms as one. */
    conceptsOf(text: string): string[] {
      const telling = withConcepts(normalizeText(text)).split(' ')
      return [...new Set(telling.filter((word) => word && !isIdle(word)).map(conceptOf))]
    },
    /** The words of a message as samples are compared by them: idle words stay, and so do `@` kinds of names. */
    read: (words: readonly string[]) =>
      withConcepts(` ${words.join(' ')} `)
        .trim()
        .split(' ')
        .map((word) => (word.startsWith('@') || isIdle(word) ? word : conceptOf(word))),
    /** What a section of a legal page is asked by. @param section As `terms:price`. */
    keysOf: (section: string) => sections[section] ?? '',
    samples: Object.entries(samples).flatMap(([intent, text]) =>
      text.split(/\s*\|\s*/).map((sample) => ({ intent: intent as Intent, words: sample.split(/\s+/) })),
    ),
  }
}
