import { createContext, type RouterContextProvider } from 'react-router'
import type { createTranslator } from 'use-intl/core'
import type { AppError } from './errors.ts'
import { defaultLocale, type Locale } from './locales.ts'
import { servicesContext } from './services.ts'

/**
 * Texts of the site by feature, in ICU MessageFormat. Every feature adds its own catalogue in `messages/en.ts` by
 * `declare module '#shared/messages.ts'`, and `shared/messages/en.ts` those of no feature.
 *
 * @see https://formatjs.github.io/docs/core-concepts/icu-syntax
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by the declarations of the catalogues
export interface SiteMessages {}

/** Tree of texts; the names of its parts are the namespaces of `useTranslations`. */
export type MessageTree = { readonly [key: string]: string | MessageTree }

/** Shape of the same catalogue in another language: the same keys, other texts. */
export type TranslationOf<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : TranslationOf<Tree[Key]>
}

/** The catalogue of one feature in every language. */
export type Catalogue = Readonly<Record<Locale, MessageTree>>

type Feature = Extract<keyof SiteMessages, string>

/** A part of a catalogue that a page asks for: a feature, or `feature.part`. */
export type MessagePart = { [Name in Feature]: Name | `${Name}.${Extract<keyof SiteMessages[Name], string>}` }[Feature]

/** Compiled texts for browsers, so that no parser is sent. */
export type CompiledMessages = Readonly<Record<string, unknown>>

/** Provides the texts of the site to pages. */
export type PageTexts = {
  /** Returns the named parts of the catalogues in one language. */
  pick(locale: Locale, parts: readonly MessagePart[]): CompiledMessages
  /**
   * Returns the same data with the texts of `content/` in another language. A text without a translation, such as one
   * the owner has edited, stays as it is.
   */
  content<Data>(locale: Locale, data: Data): Data
  /** Returns a translator for texts outside of components, such as the title and description of a page. */
  translator(locale: Locale): Translator
}

/** Translates `feature.part.key` with the values its text names. */
export type Translator = ReturnType<typeof createTranslator<SiteMessages>>

/** Returns the sentence of an error in the translator's language. */
export function translateError(
  translate: Translator,
  { text, message }: Pick<AppError, 'message'> & Partial<Pick<AppError, 'text'>>,
): string {
  if (text) return translate(text.key as never, text.values as never)
  // Schemas name their messages by key; the messages of several issues are joined.
  return message.replace(/(?<![\w.])[a-z]\w*(?:\.[a-z]\w*)+(?![\w.])/gi, (key) =>
    translate.has(key as never) ? translate(key as never) : key,
  )
}

/** Provides the texts of the site to code of the server. */
export type ServerTexts = Pick<PageTexts, 'content'> & {
  /** Returns all texts in one language, for the provider around an email. */
  all(locale: Locale): SiteMessages
  /** Returns a translator for errors and the subjects of emails. */
  translator(locale: Locale): Translator
}

/** The language of the page that is asked for. */
export const localeContext = createContext<Locale>(defaultLocale)

type PageContext = Readonly<RouterContextProvider>

/** Returns the data of a page with the texts of `content/` in the language of the page. */
export function translateContent<Data>(context: PageContext, data: Data): Data {
  return context.get(servicesContext).texts.content(context.get(localeContext), data)
}

/** Returns the translator of a page's loader, for the title and description in its head. */
export function pageTranslator(context: PageContext): Translator {
  return context.get(servicesContext).texts.translator(context.get(localeContext))
}

/**
 * Returns the text of a label that is declared outside of components, such as that of a navigation link.
 *
 * @param label Key of a text; anything else, such as the name of an admin page, stays as it is.
 */
export function translateLabel(t: Translator, label: string): string {
  return t.has(label as TextKey) ? (t as AnyTranslator)(label) : label
}

type TextKey = Parameters<Translator['has']>[0]
type AnyTranslator = (key: string) => string

/** Release of the pages that run a loader; null in development. */
export const releaseContext = createContext<string | null>(null)

/** Part of a page's data: its texts, and the release that sent them. */
export type PageMessages = { messages: CompiledMessages; release: string | null }

/**
 * Returns the texts a page needs, to be returned by its loader; the frame of the page finds them there.
 *
 * @param parts Every namespace that a component of the page names in `useTranslations`, those of dialogs included.
 */
export function pageMessages(context: PageContext, ...parts: readonly MessagePart[]): PageMessages {
  return {
    messages: context.get(servicesContext).texts.pick(context.get(localeContext), parts),
    release: context.get(releaseContext),
  }
}

/** Joins the texts of several loaders into one tree: features at the top, their parts below. */
export function joinMessages(all: readonly CompiledMessages[]): SiteMessages {
  const joined: Record<string, object> = {}
  for (const messages of all)
    for (const [feature, parts] of Object.entries(messages))
      joined[feature] = { ...joined[feature], ...(parts as object) }
  return joined as unknown as SiteMessages
}

declare module './services.ts' {
  interface Services {
    texts: PageTexts
  }
}

declare module 'use-intl/core' {
  interface AppConfig {
    Locale: Locale
    Messages: SiteMessages
  }
}
