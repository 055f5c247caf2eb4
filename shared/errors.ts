/** Error codes of the API with their HTTP status. `docs/errors.md` is generated from this table. */
export const statusByCode = {
  /** A field is missing, has the wrong type or holds a value that is not allowed. */
  'invalid-input': 400,
  /** The body is not valid JSON or not a valid form, or the connection broke while it was sent. */
  'malformed-body': 400,
  /** The call needs a session or a token, and none was sent or it has expired. */
  'unauthenticated': 401,
  /** The page, recording or file belongs to a book that was not bought in this browser. */
  'payment-required': 402,
  /** The session is valid but its role may not do this, or the request comes from another site. */
  'forbidden': 403,
  /** The address, or the entry it names, does not exist. */
  'not-found': 404,
  /** The address exists but does not accept this method. */
  'method-not-allowed': 405,
  /** The current state does not allow this, often because someone else changed the entry. */
  'conflict': 409,
  /** The entry was permanently removed, or has expired. */
  'gone': 410,
  /** The body or the file exceeds its limit. */
  'too-large': 413,
  /** The content type or the kind of file is not accepted here. */
  'unsupported-media-type': 415,
  /** The requested range lies outside of the file. */
  'range-not-satisfiable': 416,
  /** A rate limit is reached. `Retry-After` says in how many seconds to try again. */
  'too-many-requests': 429,
  /** The server failed unexpectedly. Search the log for the reference in the message to find the cause. */
  'internal': 500,
  /** The server is too busy, or a service it depends on does not respond. Try again later. */
  'unavailable': 503,
} as const

/** A code from {@link statusByCode}; the UI switches on it, never on text. */
export type ErrorCode = keyof typeof statusByCode

/** Body of every failed API response; `message` and `detail` can be shown to users. */
export type ErrorBody = { success: false; code: ErrorCode; message: string; detail: string }

/** A sentence from the catalogues: `feature.errors.key` with the values it names. */
export type ErrorText = { key: string; values?: Readonly<Record<string, string | number>> }

/**
 * An error with a code from {@link statusByCode} and a message for users.
 *
 * @param detail One sentence for users: what went wrong and what to do. Must not contain secrets. Sentences for
 * visitors
 *   come from the catalogues, those of the admin may be written in place.
 * @param retryAfterSeconds Seconds until a retry makes sense, an integer; sent as `Retry-After`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  /** Set when the sentence comes from the catalogues; the answer has it in the visitor's language. */
  readonly text: ErrorText | undefined

  constructor(
    code: ErrorCode,
    detail: string | ErrorText,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.key, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.text = typeof detail === 'string' ? undefined : detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  /** Returns the HTTP status of the code. */
  get status(): number {
    return statusByCode[this.code]
  }
}

/**
 * Returns whether an error is an {@link AppError} of any bundle: pages and server have separate copies of the class, so
 * `instanceof` fails across them.
 */
export function isAppError(error: unknown): error is AppError {
  return (
    error instanceof Error &&
    error.name === 'AppError' &&
    'code' in error &&
    Object.hasOwn(statusByCode, String(error.code))
  )
}

/** Creates the response body of an {@link AppError}. */
export function errorBody(code: ErrorCode, detail: string): ErrorBody {
  return { success: false, code, message: detail, detail }
}
