import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Locale } from '#shared/locales.ts'
import { loadShippedContent } from '#tests/support/shipped-content.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import { type Language, loadLanguage } from './language.ts'
import { createPersona } from './persona.ts'
import { type PersonaRecords, recordsFor } from './records.ts'

const listSchema = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat())
const questionSchema = z
  .object({
    asked: z.string(),
    from: listSchema.optional(),
    says: listSchema.optional(),
    unknown: z.literal(true).optional(),
  })
  .strict()
  .refine(({ from, says, unknown }) => Boolean(says ?? from) !== Boolean(unknown), 'has an answer or `unknown`')

/** A question of `questions.yaml` with the expected answer. */
export type Question = z.infer<typeof questionSchema>

/** The song on the radio in every test. */
export const onAir = { title: 'Slow Voltage', artist: 'Nova Swade' }

/** Reads the questions of the persona's evaluation: the half used for tuning and the held-out half. */
export function readQuestions(): { tuned: Question[]; heldOut: Question[] } {
  const all = readAll('questions.yaml')
  return { tuned: all.filter((_one, at) => at % 2 === 0), heldOut: all.filter((_one, at) => at % 2 === 1) }
}

/** Reads the questions for Spanish pages. */
export const readSpanishQuestions = (): Question[] => readAll('questions-es.yaml')

function readAll(file: string): Question[] {
  return z.array(questionSchema).parse(parse(readFileSync(join(import.meta.dirname, file), 'utf8')))
}

const routes = readFileSync(resolve(import.meta.dirname, '../../../../app/routes.ts'), 'utf8')

/** Returns whether the site has a page that may answer the question; removing a feature removes its questions. */
export function isOfThisSite({ from }: Question): boolean {
  return !from || from.some((page) => page === '/' || routes.includes(`route('${page.split('/')[1]}`))
}

/** Returns whether an answer comes from the right page and contains the right words. */
export function isRight({ from, says, unknown }: Question, { isKnown, sources, text }: PersonaAnswer): boolean {
  if (unknown) return !isKnown && sources.length === 0
  if (!says && !isKnown) return false
  const pages = sources.map(({ href }) => href.replace(/[#?].*$/, '').replace(/\/read$/, ''))
  return (
    (!from || pages.some((page) => from.includes(page))) &&
    (!says || says.some((words) => text.toLowerCase().includes(words.toLowerCase())))
  )
}

const languages = new Map<Locale, Language>()

/** Loads the language file of a locale once per worker. */
function languageOf(locale: Locale): Language {
  const known = languages.get(locale)
  if (known) return known
  const language = loadLanguage(resolve(import.meta.dirname, '../../../../content'), locale)
  languages.set(locale, language)
  return language
}

/**
 * Creates the persona of Nova Swade on the shipped content, without a database, on 2026-12-01.
 *
 * @param changes Records that replace the shipped ones.
 */
export function createShippedPersona({
  writer,
  locale = 'en',
  ...changes
}: Partial<PersonaRecords> & { writer?: string; locale?: Locale } = {}) {
  const { services, collect, texts } = loadShippedContent()
  const sources = { ...services, story: collect('personaStory')[0]?.(locale) }
  const clock = { now: () => new Date('2026-12-01T12:00:00Z') }
  const records = recordsFor(services.artists.find('nova-swade')!, sources, {
    clock,
    language: languageOf(locale),
    texts,
  })
  return createPersona({ ...records, ...changes }, writer)
}
