import { z } from 'zod'

/** How much of an error the queue stores. */
const longest = 500

/**
 * Returns what the owner's list says of a failure, without what was asked of the database: statements name people.
 *
 * @param error Whatever a job threw.
 */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'Failed without an error message.'
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
  // Drizzle's errors carry statement and parameters; what went wrong is their cause.
  const source = error.message.startsWith('Failed query') && error.cause instanceof Error ? error.cause : error
  const words = source.message.split('\nparams:')[0]!.trim()
  return (words || source.name).slice(0, longest)
}
