import { stemmer as spanishStemmer } from '@orama/stemmers/spanish'
import { stemmer as englishStemmer } from 'stemmer'
import { z } from 'zod'
import { readContent } from '#platform/content-files.ts'
import { textSchema } from '#shared/contract.ts'
import { defaultLocale, type Locale } from '#shared/locales.ts'
import { normalizeText, withoutAccents } from './text.ts'

/** Intents of a message other than a search; `look-up` marks samples that only resemble one of the others. */
const intents = [
  'hello',
  'thanks',
  'goodbye',
  'help',
  'software',
  'maker',
  'reality',
  'privacy',
  'contact',
  'self',
  'founder',
  'prizes',
  'not-told',
  'on-air',
  'listeners',
  'played-before',
  'plays-next',
  'play-radio',
  'play',
  'open',
  'track',
  'listen',
  'tracks',
  'singer',
  'videos',
  'roster',
  'books',
  'first-book',
  'favorite-book',
  'next-book',
  'price',
  'book-buy',
  'token-price',
  'token-buy',
  'outlook',
  'collection-price',
  'tokens',
  'events',
  'platforms',
  'collections',
  'submit',
  'hear-back',
  'newsletter',
  'refund',
  'my-books',
  'venue',
  'venue-needs',
  'cash-app',
  'card',
  'payment',
  'account',
  'wallet',
  'podcast',
  'api',
  'languages',
  'authors',
  'book-lengths',
  'price-range',
  'preview',
  'download',
  'offline',
  'print',
  'book-formats',
  'gift',
  'book-languages',
  'receipt',
  'order',
  'other-payments',
  'submit-file',
  'submit-rights',
  'submit-paid',
  'submit-training',
  'email-privacy',
  'nft-sales',
  'nft-meaning',
  'song-rights',
  'music-ai',
  'embed',
  'radio-free',
  'free-here',
  'track-count',
  'newest-track',
  'other-artists',
  'operator',
  'look-up',
] as const

/** An intent of a message. */
export type Intent = (typeof intents)[number]

/** Lists of words and phrases by their meaning in a message; `content/persona.yaml` explains each. */
const phraseNames = [
  'when',
  'time',
  'reason',
  'definition',
  'about',
  'telling',
  'persona',
  'dialogue',
  'possessive',
  'mine',
  'them',
  'howTo',
  'offer',
  'play',
  'book',
  'bookTopic',
  'chapter',
  'token',
  'sol',
  'event',
  'pieces',
  'free',
  'artists',
  'voice',
  'founder',
  'musicalKey',
  'joining',
  'article',
  'anyPart',
] as const

const phraseSchema = textSchema.transform((text) => withoutAccents(text).split(/\s*\|\s*/))

/** Schema of `content/persona.yaml` and its translations; the file explains each part. */
const languageFileSchema = z.strictObject({
  synonyms: z.record(z.string().regex(/^[a-z]+$/, 'must be one lower-case word'), textSchema),
  idle: textSchema,
  phrases: z.record(z.enum(phraseNames), phraseSchema),
  sections: z.record(z.string().regex(/^[a-z]+:[a-z0-9-]+$/, 'must be page:section'), textSchema),
  samples: z.record(z.enum(intents), textSchema),
})

/** The loaded language file: synonyms, stop words, phrases and samples. */
export type Language = ReturnType<typeof loadLanguage>

const stemmers: Record<Locale, (word: string) => string> = { en: englishStemmer, es: spanishStemmer }

/** Size of the cache of concepts: the words of the records and some of what visitors type. */
const maxMeanings = 20_000

/**
 * Loads synonyms, stop words, keywords and sample messages of a language. Concepts have the same names in every
 * language, so that a text without a translation is found by its concepts.
 *
 * @param contentDir Folder of `persona.yaml` and `persona.es.yaml`.
 * @throws ContentError naming file and field.
 */
export function loadLanguage(contentDir: string, locale: Locale = defaultLocale) {
  const own = readLanguage(contentDir, locale)
  const all = locale === defaultLocale ? [own] : [own, readLanguage(contentDir, defaultLocale)]
  const { idle, phrases, sections, samples } = own
  const idleTerms = new Set(withoutAccents(idle).split(/\s+/))
  const replaced = all.flatMap((one) => one.replaced).toSorted(([first], [second]) => second.length - first.length)
  const meanings = new Map<string, string>()

  /** Returns the concept that a word is a synonym of, or its stem. */
  function conceptOf(word: string): string {
    const known = meanings.get(word)
    if (known) return known
    const concept = all.map(({ find }) => find(word)).find((found) => found !== undefined) ?? own.stem(word)
    if (meanings.size < maxMeanings) meanings.set(word, concept)
    return concept
  }
  const isIdle = (word: string) => idleTerms.has(word)
  const withConcepts = (spoken: string) =>
    replaced.reduce((rest, [phrase, concept]) => rest.replaceAll(phrase, concept), spoken)

  return {
    locale,
    phrases,
    isIdle,
    /** Returns the distinct concepts of a text, without stop words. */
    conceptsOf(text: string): string[] {
      const normalized = withConcepts(normalizeText(text)).split(' ')
      return [...new Set(normalized.filter((word) => word && !isIdle(word)).map(conceptOf))]
    },
    /** Returns the words of a message for the comparison with samples, including stop words and `@` names. */
    read: (words: readonly string[]) =>
      withConcepts(` ${words.join(' ')} `)
        .trim()
        .split(' ')
        .map((word) => (word.startsWith('@') || isIdle(word) ? word : conceptOf(word))),
    /** Returns the keywords of a section of a legal page. @param section Page and section, such as `terms:price`. */
    keysOf: (section: string) => sections[section] ?? '',
    /** Returns a title without the article at its start. @param title Lower-case words. */
    withoutArticle: (title: string) => title.replace(new RegExp(`^(?:${phrases.article.join('|')}) `), ''),
    samples: Object.entries(samples).flatMap(([intent, text]) =>
      withoutAccents(text)
        .split(/\s*\|\s*/)
        .map((sample) => ({ intent: intent as Intent, words: sample.trim().split(/\s+/) })),
    ),
  }
}

/** Reads the file of one language, and its synonyms as words by stem and as phrases to be replaced. */
function readLanguage(contentDir: string, locale: Locale) {
  const name = locale === defaultLocale ? 'persona.yaml' : `persona.${locale}.yaml`
  const file = readContent(contentDir, name, languageFileSchema)
  const stem = stemmers[locale]
  const concepts = new Map<string, string>()
  const replaced: [phrase: string, concept: string][] = []
  for (const [concept, same] of Object.entries(file.synonyms)) {
    concepts.set(stem(concept), concept)
    for (const word of withoutAccents(same).split(/\s*,\s*/)) {
      if (word.includes(' ')) replaced.push([` ${word} `, ` ${concept} `])
      else concepts.set(stem(word), concept)
    }
  }
  return { ...file, stem, replaced, find: (word: string) => concepts.get(stem(word)) }
}
