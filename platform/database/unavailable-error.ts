import { AppError } from '#shared/errors.ts'

/** SQLSTATEs, or their classes, of a server that is temporarily unavailable. */
const sqlStates = [
  '08', // connection exceptions
  '53', // too many connections, disk full, out of memory
  '57P', // shut down, crashed, still starting, idle session ended
  '57014', // cancelled: over the statement timeout
  '55P03', // lock timeout
  '40001', // given up in favour of another transaction
  '40P01', // the same, after both had waited for each other
  '25006', // writes refused: we were failed over to a replica
]

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Messages of pg errors without a code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end|PGlite is clos)/

/**
 * Returns whether an error means that the database is unavailable, so that the reply is 503 with Retry-After instead of
 * 500. It follows `cause` and `errors`.
 */
export function isUnavailable(error: unknown): boolean {
  return isUnavailableWithin(error, 8)
}

/** SQLSTATEs for text with U+0000, in a text column and in a JSON column. */
const unstorable = new Set(['22021', '22P05'])

/** Returns whether PostgreSQL rejected a value because it contains U+0000. */
export function isUnstorableText(error: unknown): boolean {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 8; inner = inner.cause, depth += 1)
    if ('code' in inner && unstorable.has(inner.code as string)) return true
  return false
}

/**
 * Awaits database work and converts database outages to an error that a page can show beside its form.
 *
 * @param work A promise, or a function that starts the work.
 * @throws AppError `unavailable`; other errors of the work.
 */
export async function withUnavailableError<Result>(work: Promise<Result> | (() => Promise<Result>)): Promise<Result> {
  try {
    return await (typeof work === 'function' ? work() : work)
  } catch (error) {
    throw isUnavailable(error) ? unavailableError(error) : error
  }
}

/** Creates the user-facing error for an unavailable database; `cause` is only logged. */
export function unavailableError(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    { key: 'site.errors.unavailable' },
    {
      retryAfterSeconds: 5,
      cause,
    },
  )
}

function isUnavailableWithin(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  const { code, syscall, cause, errors } = error as Error & { code?: unknown; syscall?: unknown; errors?: unknown }
  if (typeof code === 'string') {
    if (systemCodes.has(code)) return true
    // A Unix socket without a server.
    if (syscall === 'connect') return true
    if (code.length === 5 && sqlStates.some((state) => code.startsWith(state))) return true
  }
  if (driverMessages.test(error.message)) return true
  if (Array.isArray(errors) && errors.some((one) => isUnavailableWithin(one, depth - 1))) return true
  return isUnavailableWithin(cause, depth - 1)
}
