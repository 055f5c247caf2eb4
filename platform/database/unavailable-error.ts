import { AppError } from '#shared/errors.ts'

/** SQLSTATEs, or their two-letter classes, of a server that cannot serve now but may serve soon. */
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

/** pg reports these without a code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end|PGlite is clos)/

/**
 * Whether an error means "the database is not there right now", so that the answer is 503 with
 * Retry-After and not 500. Looks through wrappers (`cause`) and bundles (`errors`).
 */
export function isUnavailable(error: unknown): boolean {
  return isUnavailableWithin(error, 8)
}

/** SQLSTATEs of text that holds U+0000: in a text column, and in a JSON one. */
const unstorable = new Set(['22021', '22P05'])

/** Whether PostgreSQL refused a value because of a character no text of it holds: U+0000. */
export function isUnstorableText(error: unknown): boolean {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 8; inner = inner.cause, depth += 1)
    if ('code' in inner && unstorable.has(inner.code as string)) return true
  return false
}

/**
 * Waits for database work of a page and turns "the database is not there" into a refusal that the page can show beside
 * what was typed.
 *
 * @param work Under way, or a function that begins it.
 * @throws AppError `unavailable`; whatever else the work throws.
 */
export async function withUnavailableError<Result>(work: Promise<Result> | (() => Promise<Result>)): Promise<Result> {
  try {
    return await (typeof work === 'function' ? work() : work)
  } catch (error) {
    throw isUnavailable(error) ? unavailableError(error) : error
  }
}

/** What a person is told while the database is not there; `cause` goes to the log alone. */
export function unavailableError(cause: unknown): AppError {
  return new AppError('unavailable', 'We can’t save changes right now. No data was lost. Try again in a moment.', {
    retryAfterSeconds: 5,
    cause,
  })
}

function isUnavailableWithin(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  const { code, syscall, cause, errors } = error as Error & { code?: unknown; syscall?: unknown; errors?: unknown }
  if (typeof code === 'string') {
    if (systemCodes.has(code)) return true
    // A unix socket whose server is gone.
    if (syscall === 'connect') return true
    if (code.length === 5 && sqlStates.some((state) => code.startsWith(state))) return true
  }
  if (driverMessages.test(error.message)) return true
  if (Array.isArray(errors) && errors.some((one) => isUnavailableWithin(one, depth - 1))) return true
  return isUnavailableWithin(cause, depth - 1)
}
