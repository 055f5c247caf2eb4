/**
 * The refusals a person or a program can meet, each with its HTTP status.
 * One table for the whole product: a code that is not here cannot be thrown.
 */
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

/** A name from {@link statusByCode}; the UI switches on it, never on text. */
export type ErrorCode = keyof typeof statusByCode

/** What every failing API call answers; `message` and `detail` are fit for a person. */
export type ErrorBody = { success: false; code: ErrorCode; message: string; detail: string }

/** A sentence from the catalogues: `feature.errors.key` with the values it names. */
export type ErrorText = { key: string; values?: Readonly<Record<string, string | number>> }

/**
 * A refusal with a code from the table.
 *
 * @param detail One sentence for the person who sees it: what is wrong and what to do. Never holds a secret. Sentences
 *   that visitors can see come from the catalogues, those of the admin may be written in place.
 * @param retryAfterSeconds Whole seconds until another try makes sense; sent as `Retry-After`.
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
