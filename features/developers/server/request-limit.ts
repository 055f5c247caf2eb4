import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { forwardedClient } from '#platform/forwarded-client.ts'
import { tooManyRequests } from '#platform/limit-stack.ts'
import { clientKey, unprovenFactor } from '#platform/rate-limit.ts'

/**
 * Creates the limit of the public API. Each process counts separately, because a count in the database would cost more
 * than the responses, which come from memory.
 *
 * @returns A hook that sets `RateLimit` headers and throws AppError `too-many-requests`.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function createRequestLimit({ requests, windowSeconds }: { requests: number; windowSeconds: number }) {
  const perClient = new RateLimiterMemory({ points: requests, duration: windowSeconds })
  // Forged addresses behind an unlisted proxy gain little, because they also have a limit together.
  const perProxy = new RateLimiterMemory({ points: requests * unprovenFactor, duration: windowSeconds })

  return async function countRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const own = await consume(perClient, clientKey(request.ip))
    const proxy = forwardedClient.getStore()?.proxy
    const shared = proxy === undefined || !own.ok ? undefined : await consume(perProxy, proxy)
    reply.header('ratelimit-policy', `"default";q=${requests};w=${windowSeconds}`)
    reply.header('ratelimit', `"default";r=${own.remaining};t=${own.resetSeconds}`)
    const refused = [own, shared].find((one) => one && !one.ok)
    if (refused) throw tooManyRequests(refused.resetSeconds)
  }
}

async function consume(limiter: RateLimiterMemory, key: string) {
  const result = await limiter.consume(key).then(
    (counted) => ({ ok: true, counted }),
    (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return { ok: false, counted: refused }
      throw refused
    },
  )
  const { remainingPoints, msBeforeNext } = result.counted
  return {
    ok: result.ok,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  }
}
