import type { Locale } from '#shared/locales.ts'
import type { CheckNote } from './contract.ts'

/**
 * Returns the sentence of a finding in the reader's language.
 *
 * @param translate Translator of `submissions.notes`.
 */
export function noteText(
  { code, text, values }: Pick<CheckNote, 'code' | 'text' | 'values'>,
  translate: (code: never, values: never) => string,
  locale: Locale,
): string {
  if (!values) return text
  const { lufs } = values
  const shown = lufs === undefined ? values : { ...values, lufs: loudnessText(lufs, locale) }
  return translate(code as never, shown as never)
}

/** Formats a loudness in LUFS with a typographic minus sign, as in the sentences. */
export const loudnessText = (lufs: number, locale: Locale) =>
  new Intl.NumberFormat(locale).format(lufs).replace('-', '−')
