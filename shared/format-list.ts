import { defaultLocale, type Locale } from './locales.ts'

/** Joins words as a sentence does: `A, B, and C`, in Spanish `A, B y C`. */
export function formatList(words: readonly string[], locale: Locale = defaultLocale): string {
  return new Intl.ListFormat(locale === 'en' ? 'en-US' : locale, { type: 'conjunction' }).format(words)
}
