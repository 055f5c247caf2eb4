import type { AppError, ErrorText } from '#shared/errors.ts'
import type { Translator } from '#shared/messages.ts'

type AnyTranslator = (key: string, values?: ErrorText['values']) => string

/**
 * Returns the sentence of an error in the language of a translator, for actions that show it beside their form.
 *
 * @param error An AppError, or the issue of a schema, whose message may name a text by its key.
 */
export function errorSentence(
  t: Translator,
  { text, message }: Partial<Pick<AppError, 'text'>> & { message: string },
): string {
  if (text) return (t as AnyTranslator)(text.key, text.values)
  return t.has(message as Parameters<Translator['has']>[0]) ? (t as AnyTranslator)(message) : message
}
