import type { RouterContextProvider } from 'react-router'
import type { ErrorText } from '#shared/errors.ts'
import { pageTranslator } from '#shared/messages.ts'

/**
 * Returns the sentence of an error in the language of the page, for actions that show it beside their form.
 *
 * @param error An AppError, or the issue of a schema, whose message may name a text by its key.
 */
export function errorSentence(
  context: Readonly<RouterContextProvider>,
  { text, message }: { text?: ErrorText | undefined; message: string },
): string {
  const t = pageTranslator(context)
  const { key, values } = text ?? { key: message }
  return t.has(key as never) ? t(key as never, values as never) : message
}
