import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { createTranslator } from 'use-intl/core'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { defaultLocale, type Locale, locales } from '#shared/locales.ts'
import type {
  Catalogue,
  CompiledMessages,
  MessagePart,
  MessageTree,
  PageTexts,
  ServerTexts,
  SiteMessages,
  Translator,
} from '#shared/messages.ts'
import { en } from '#shared/messages/en.ts'
import { es } from '#shared/messages/es.ts'
import { defaultSiteName, withSiteName } from '#shared/site-identity.ts'

/** Catalogue of one language with the name of the site filled in, compiled on demand. */
type Filled = { siteName: string; messages: SiteMessages; compiled?: CompiledMessages; translator?: Translator }

/**
 * Joins the catalogues of the features and fills in the name of the site; each language is compiled once, at the first
 * request for it, and again after the name has changed.
 *
 * @param siteName Returns the current name of the site.
 * @param contentDir Holds a folder per language with the translations of its texts (`es/journey.yaml`).
 * @param transform Changes every text of the catalogues; for tests that look for texts outside of them.
 */
export function joinCatalogues({
  siteName = () => defaultSiteName,
  features,
  contentDir,
  transform,
}: {
  siteName?: () => string
  features: readonly { name: string; messages?: Catalogue }[]
  contentDir?: string
  transform?: (text: string) => string
}): PageTexts & ServerTexts {
  const sources = Object.fromEntries(
    locales.map((locale) => [
      locale,
      mapTexts(
        {
          site: { en, es }[locale],
          ...Object.fromEntries(features.flatMap(({ name, messages }) => (messages ? [[name, messages[locale]]] : []))),
        },
        transform,
      ),
    ]),
  ) as unknown as Record<Locale, SiteMessages>
  const filledByLocale = new Map<Locale, Filled>()
  const filled = (locale: Locale): Filled => {
    const name = siteName()
    const known = filledByLocale.get(locale)
    if (known?.siteName === name) return known
    const fill = (text: string) => withSiteName(text, name)
    const messages = mapTexts(sources[locale] as unknown as MessageTree, fill) as unknown as SiteMessages
    const fresh = { siteName: name, messages }
    filledByLocale.set(locale, fresh)
    return fresh
  }
  const compiledOf = (locale: Locale) => {
    const of = filled(locale)
    return (of.compiled ??= compileTree(of.messages as unknown as MessageTree))
  }
  const contents = new Map(
    locales.map((locale) => [
      locale,
      contentDir ? readContent(join(contentDir, locale), locale) : new Map<string, string>(),
    ]),
  )
  const contentOf = (locale: Locale) => contents.get(locale)!
  return {
    pick(locale, parts) {
      const picked: Record<string, unknown> = {}
      for (const part of parts) copyPart(compiledOf(locale), part, picked)
      return picked
    },
    content: (locale, data) => (locale === defaultLocale ? data : translateTree(data, contentOf(locale))),
    all: (locale) => filled(locale).messages,
    translator(locale) {
      const of = filled(locale)
      return (of.translator ??= createTranslator<SiteMessages>({ locale, messages: of.messages, onError: refuse }))
    },
  }
}

const contentTexts = z.array(z.record(z.string(), z.string()))

/** Reads the translations of one language: pairs of the English text and its translation (`en`, `es`). */
function readContent(folder: string, locale: Locale): Map<string, string> {
  return new Map(
    globSync('*.yaml', { cwd: folder }).flatMap((file) =>
      contentTexts
        .parse(parseYaml(readFileSync(join(folder, file), 'utf8')) ?? [])
        .map(({ [defaultLocale]: text = '', [locale]: translation = text }) => [text, translation] as const),
    ),
  )
}

function translateTree<Data>(data: Data, texts: ReadonlyMap<string, string>): Data {
  if (typeof data === 'string') return (texts.get(data) ?? data) as Data
  if (Array.isArray(data)) return data.map((one: unknown) => translateTree(one, texts)) as Data
  if (data === null || typeof data !== 'object' || Object.getPrototypeOf(data) !== Object.prototype) return data
  return Object.fromEntries(Object.entries(data).map(([key, one]) => [key, translateTree(one, texts)])) as Data
}

function mapTexts(tree: MessageTree, transform: ((text: string) => string) | undefined): MessageTree {
  if (!transform) return tree
  return Object.fromEntries(
    Object.entries(tree).map(([key, text]) => [
      key,
      typeof text === 'string' ? transform(text) : mapTexts(text, transform),
    ]),
  )
}

/** A text that is missing or given the wrong values is a mistake of ours. */
function refuse(error: Error): never {
  throw error
}

function compileTree(tree: MessageTree): CompiledMessages {
  return Object.fromEntries(
    Object.entries(tree).map(([key, text]) => [key, typeof text === 'string' ? compile(text) : compileTree(text)]),
  )
}

function copyPart(from: CompiledMessages, part: MessagePart, to: Record<string, unknown>): void {
  const [feature = '', name] = part.split('.')
  const texts = from[feature] as CompiledMessages | undefined
  if (!texts || (name !== undefined && !(name in texts))) throw new Error(`there are no texts called "${part}"`)
  if (name === undefined) to[feature] = texts
  else to[feature] = { ...(to[feature] as object | undefined), [name]: texts[name] }
}
