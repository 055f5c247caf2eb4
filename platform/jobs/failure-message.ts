import { z } from 'zod'
import { removeSecrets } from '#shared/remove-secrets.ts'

/** Maximum length of a stored error message, in characters. */
const maxLength = 500

/**
 * Returns the message of a failed job for the admin, without SQL statements or parameters, which contain personal data.
 *
 * @param error Whatever a job threw.
 */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'Failed without an error message.'
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
  // Drizzle errors contain the statement and its parameters; the reason is in their cause.
  const source = error.message.startsWith('Failed query') && error.cause instanceof Error ? error.cause : error
  const message = source.message.split('\nparams:')[0]!.trim()
  return removeSecrets(message || source.name).slice(0, maxLength)
}
