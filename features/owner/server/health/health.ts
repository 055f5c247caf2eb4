import { ExternalError, externalErrorMessage } from '#platform/http-client/external-error.ts'
import type { HealthCheck, ServiceStatus, HealthService } from '#features/owner/contract.ts'

const limitMs = 3_000

/**
 * Asks all questions at once; one that does not answer in time is in trouble, and holds nobody up. What one throws is
 * told by `externalErrorMessage`.
 */
export function createHealth(questions: readonly HealthCheck[], timeLimitMs = limitMs): HealthService {
  return { check: () => Promise.all(questions.map((question) => answerOf(question, timeLimitMs))) }
}

async function answerOf({ name, remedy, check }: HealthCheck, timeLimitMs: number): Promise<ServiceStatus> {
  const timeLimit = new AbortController()
  const tooLate = new Promise<never>((_resolve, reject) => {
    timeLimit.signal.addEventListener('abort', () =>
      reject(new ExternalError(`no response within ${timeLimitMs / 1000} s`)),
    )
  })
  const timer = setTimeout(() => timeLimit.abort(), timeLimitMs)
  try {
    return { name, ...(await Promise.race([check(timeLimit.signal), tooLate])) }
  } catch (error) {
    return { name, state: 'error', message: externalErrorMessage(error), remedy }
  } finally {
    clearTimeout(timer)
  }
}
