/** Error codes of the whole product with their HTTP status. Only these codes can be thrown. */
export const statusByCode = {
  'invalid-input': 400,
  'malformed-body': 400,
  'unauthenticated': 401,
  'payment-required': 402,
  'forbidden': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'conflict': 409,
  'gone': 410,
  'too-large': 413,
  'unsupported-media-type': 415,
  'range-not-satisfiable': 416,
  'too-many-requests': 429,
  'internal': 500,
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
 * @param detail One sentence for users: what went wrong and what to do. Must not contain secrets. Sentences for visitors
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
