import { APICallError, NoObjectGeneratedError, NoOutputGeneratedError, RetryError } from 'ai'

/**
 * Why a model gave no answer, in words that complete 'The model gave no answer: …'. What the provider said is not
 * repeated: it may hold what was asked, and parts of the key.
 */
export function modelErrorMessage(error: unknown): string {
  if (RetryError.isInstance(error)) return modelErrorMessage(error.lastError)
  if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error))
    return 'what it wrote has not the shape that was asked for'
  if (!APICallError.isInstance(error)) return isTooLong(error) ? 'its answer does not end' : 'it cannot be asked'
  if (isTooLong(error.cause)) return 'its answer does not end'
  const { statusCode: status } = error
  if (status === undefined) return 'nobody answers at its address'
  if (status === 401 || status === 403) return 'it does not accept the key'
  if (status === 404) return 'its address knows no such model'
  if (status === 429) return 'it is asked too often, or its credit is used up'
  return status < 300 ? 'its answer cannot be read' : `it answers with status ${status}`
}

/** Whether a model's address does not take the question as it was put. */
export function refusesSchema(error: unknown): boolean {
  return APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422)
}

const isTooLong = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TooLongAnswerError' || isTooLong(error.cause))
