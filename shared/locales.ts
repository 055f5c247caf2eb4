/** Languages of the public pages, of the emails to visitors and of errors; the first is that of the bare addresses. */
export const locales = ['en', 'es'] as const

/** One of the languages, as in `lang` and `hreflang`. */
export type Locale = (typeof locales)[number]

/** The language of addresses without a prefix. */
export const defaultLocale: Locale = 'en'

/** Names of the languages in themselves. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', es: 'Español' }

/** Returns whether a text names one of our languages. */
export const isLocale = (text: string | undefined): text is Locale => locales.some((locale) => locale === text)

/**
 * Splits the language off a path: `/es/books` is `/books` in Spanish, a path without a prefix is English.
 *
 * @param pathname Path of an address, starting with `/`.
 */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(pathname) ?? []
  return isLocale(first) && first !== defaultLocale
    ? { locale: first, path: rest || '/' }
    : { locale: defaultLocale, path: pathname }
}

/** Returns what the paths of a language begin with: nothing for English, `/es` for Spanish. */
export const localePrefix = (locale: Locale): '' | `/${Locale}` => (locale === defaultLocale ? '' : `/${locale}`)

/** Returns the address of a page in a language. @param path Path of the English page, starting with `/`. */
export const localePath = (locale: Locale, path: string): string =>
  locale !== defaultLocale && path === '/' ? localePrefix(locale) : localePrefix(locale) + path
