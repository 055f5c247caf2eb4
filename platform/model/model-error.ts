import { APICallError, NoObjectGeneratedError, NoOutputGeneratedError, RetryError } from 'ai'

/**
 * Returns the user-facing reason for a failed model request. Messages of the provider are not repeated, since they may
 * contain the input and parts of the key.
 */
export function modelErrorMessage(error: unknown): string {
  if (RetryError.isInstance(error)) return modelErrorMessage(error.lastError)
  if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error))
    return 'the response does not match the requested format'
  if (!APICallError.isInstance(error)) return isTooLong(error) ? 'the response is too long' : 'the request failed'
  if (isTooLong(error.cause)) return 'the response is too long'
  const { statusCode: status } = error
  if (status === undefined) return 'the server did not respond'
  if (status === 401 || status === 403) return 'the API key was rejected'
  if (status === 404) return 'the model was not found'
  if (status === 429) return 'the rate limit or credit limit was reached'
  return status < 300 ? 'the response could not be read' : `the server returned status ${status}`
}

/** Returns whether the API rejected the request, for example because of its schema. */
export function refusesSchema(error: unknown): boolean {
  return APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422)
}

const isTooLong = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TooLongAnswerError' || isTooLong(error.cause))
