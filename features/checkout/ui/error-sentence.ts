import { type AppError } from '#shared/errors.ts'
import type { Translator } from '#shared/messages.ts'

/**
 * Returns the sentence of an error in the language of a page, for an action that shows it in the form.
 *
 * @param error A refusal of a service, or the first issue of a schema, whose message may name a text by its key.
 */
export function errorSentence(t: Translator, error: Pick<AppError, 'message'> & Partial<Pick<AppError, 'text'>>): string {
  const { key, values } = error.text ?? { key: error.message, values: undefined }
  return t.has(key as never) ? t(key as never, values as never) : error.message
}
