import { ExternalError, externalErrorMessage } from '#platform/http-client/external-error.ts'
import type { HealthCheck, ServiceStatus, HealthService } from '#features/owner/contract.ts'

const limitMs = 3_000

/**
 * Creates the service status: it runs all checks at once. A check that fails or exceeds the time limit has the state
 * `error`.
 */
export function createHealth(checks: readonly HealthCheck[], timeLimitMs = limitMs): Pick<HealthService, 'check'> {
  return { check: () => Promise.all(checks.map((check) => statusOf(check, timeLimitMs))) }
}

async function statusOf({ name, remedy, check }: HealthCheck, timeLimitMs: number): Promise<ServiceStatus> {
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
