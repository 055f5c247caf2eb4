import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { forwardedClient } from './forwarded-client.ts'
import { hashValue } from './secrets.ts'

/** All clients behind one proxy that is not trusted may make this many times the attempts of a single client. */
export const unprovenFactor = 10

/** A rate limit per key, shared by all processes on one database. */
export type RateLimit = {
  consume(key: string): Promise<{ ok: true } | { ok: false; retryAfterSeconds: number }>
  /** Reverts a counted attempt. Never rejects: at worst the attempt stays counted. */
  restore(key: string): Promise<void>
}

/**
 * Creates a limit of `points` attempts per key in `durationSeconds`. Counts are stored in the table `rate_limits`.
 * While the database is unavailable each process counts by itself, so a limit never fails open. Where the key is the
 * unproven address of the current client, the clients of its proxy together have {@link unprovenFactor} times as many.
 */
export function createRateLimit(options: {
  pool: Pool
  name: string
  points: number
  durationSeconds: number
}): RateLimit {
  const { name, points } = options
  const limiter = createLimiter(options)
  // Created on first use: most sites never need it.
  let proxyLimiter: RateLimiterPostgres | undefined
  const ofProxy = () =>
    (proxyLimiter ??= createLimiter({ ...options, name: `${name}-proxy`, points: points * unprovenFactor }))
  const proxyOf = (key: string) => {
    const client = forwardedClient.getStore()
    return client?.address === key ? client.proxy : undefined
  }
  return {
    async consume(key) {
      const proxy = proxyOf(key)
      const result = await consumeFrom(limiter, key)
      return result.ok && proxy !== undefined ? consumeFrom(ofProxy(), proxy) : result
    },
    async restore(key) {
      const proxy = proxyOf(key)
      await Promise.all([reward(limiter, key), proxy !== undefined && reward(ofProxy(), proxy)])
    },
  }
}

function createLimiter({
  pool,
  name,
  points,
  durationSeconds,
}: {
  pool: Pool
  name: string
  points: number
  durationSeconds: number
}): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: durationSeconds,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: durationSeconds }),
  })
}

async function consumeFrom(limiter: RateLimiterPostgres, key: string): ReturnType<RateLimit['consume']> {
  try {
    await limiter.consume(hashValue(clientKey(key)))
    return { ok: true }
  } catch (result) {
    if (!(result instanceof RateLimiterRes)) throw result
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) }
  }
}

async function reward(limiter: RateLimiterPostgres, key: string): Promise<void> {
  await limiter.reward(hashValue(clientKey(key))).catch(() => undefined)
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
