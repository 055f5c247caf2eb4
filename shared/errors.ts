/**
 * Error codes of the API with their HTTP status. A code that is not in this table cannot be thrown.
 * `docs/errors.md` is generated from it.
 */
export const statusByCode = {
  /** A field is missing, has the wrong type or holds a value that is not allowed. */
  'invalid-input': 400,
  /** The body is not valid JSON or not a valid form, or the connection broke while it was sent. */
  'malformed-body': 400,
  /** The call needs a session or a token, and none was sent or it has expired. */
  'unauthenticated': 401,
  /** The page, recording or file belongs to a book that this browser has not bought. */
  'payment-required': 402,
  /** The session is valid but its role may not do this, or the request comes from another site. */
  'forbidden': 403,
  /** The address, or the thing it names, does not exist. */
  'not-found': 404,
  /** The address exists but does not accept this method. */
  'method-not-allowed': 405,
  /** The state of the thing does not allow this, often because somebody else has changed it. */
  'conflict': 409,
  /** The thing existed and was removed for good. */
  'gone': 410,
  /** The body or the file exceeds its limit. */
  'too-large': 413,
  /** The content type or the kind of file is not accepted here. */
  'unsupported-media-type': 415,
  /** The requested range lies outside of the file. */
  'range-not-satisfiable': 416,
  /** A rate limit is reached. `Retry-After` says in how many seconds to try again. */
  'too-many-requests': 429,
  /** The server failed unexpectedly. The reference in the message is in the log beside the cause. */
  'internal': 500,
  /** A service that the site depends on does not answer. Try again later. */
  'unavailable': 503,
} as const

/** A name from {@link statusByCode}; the UI switches on it, never on text. */
export type ErrorCode = keyof typeof statusByCode

/** What every failing API call answers; `message` and `detail` are fit for a person. */
export type ErrorBody = { success: false; code: ErrorCode; message: string; detail: string }

/**
 * A refusal with a code from the table.
 *
 * @param detail One sentence for the person who sees it: what is wrong and what to do. Never holds a secret.
 * @param retryAfterSeconds Whole seconds until another try makes sense; sent as `Retry-After`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, detail: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(detail, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  /** HTTP status of the code. */
  get status(): number {
    return statusByCode[this.code]
  }
}

/**
 * Whether something thrown is an {@link AppError}, whichever bundle made it: the pages and the server each hold a copy
 * of the class, so `instanceof` says no to the other's.
 */
export function isAppError(error: unknown): error is AppError {
  return (
    error instanceof Error &&
    error.name === 'AppError' &&
    'code' in error &&
    Object.hasOwn(statusByCode, String(error.code))
  )
}

/** The body an {@link AppError} becomes on the wire. */
export function errorBody(code: ErrorCode, detail: string): ErrorBody {
  return { success: false, code, message: detail, detail }
}
