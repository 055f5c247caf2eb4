import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { hashValue } from './secrets.ts'

/** A rate limit per key, shared by all processes on one database. */
export type RateLimit = {
  consume(key: string): Promise<{ ok: true } | { ok: false; retryAfterSeconds: number }>
  /** Reverts a counted attempt. Never rejects: at worst the attempt stays counted. */
  restore(key: string): Promise<void>
}

/**
 * Creates a limit of `points` attempts per key in `durationSeconds`. Counts are stored in the table `rate_limits`.
 * While the database is unavailable each process counts by itself, so a limit never fails open.
 */
export function createRateLimit(options: {
  pool: Pool
  name: string
  points: number
  durationSeconds: number
}): RateLimit {
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
        await limiter.consume(hashValue(clientKey(key)))
        return { ok: true }
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) }
      }
    },
    async restore(key) {
      await limiter.reward(hashValue(clientKey(key))).catch(() => undefined)
    },
  }
}

/** Returns the rate limit key of a client: an IPv6 subscriber owns a /64, so its addresses count as one. */
export function clientKey(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const groups = address.includes('::')
    ? [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
    : front
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
