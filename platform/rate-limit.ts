import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts attempts per key; shared by every process on one database. */
export type RateLimit = { consume(key: string): Promise<{ ok: true } | { ok: false; retryAfterSeconds: number }> }

/**
 * A limit of `points` attempts per key in `durationSeconds`.
 *
 * Counts live in the table `rate_limits`. While the database is out of reach each process counts for itself, so a limit never fails open.
 */
export function createRateLimit(options: { pool: Pool; name: string; points: number; durationSeconds: number }): RateLimit {
  const { pool, name, points, durationSeconds } = options
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: durationSeconds,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: durationSeconds }),
  })
  return {
    async consume(key) {
      try {
        await limiter.consume(key.slice(0, 200))
        return { ok: true }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
      }
    },
  }
}
