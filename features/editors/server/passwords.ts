import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '#shared/errors.ts'

/** Derives 32 bytes from a password; `N`, `r` and `p` are the cost parameters of scrypt. */
export type DeriveKey = (password: string, salt: Buffer, cost: { N: number; r: number; p: number }) => Promise<Buffer>

/** Hashes and verifies passwords. */
export type Passwords = {
  /**
   * Hashes a password with a new salt.
   *
   * @returns `scrypt$N$r$p$salt$hash`, base64url; the parameters are part of the hash, so that they can be increased
   * later.
   * @throws AppError `too-many-requests` while too many hashes are queued.
   */
  hash(password: string): Promise<string>
  /**
   * Returns whether a password matches a hash. Without a hash it does the same work and returns false.
   *
   * @throws AppError `too-many-requests` while too many hashes are queued.
   */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

/** Cost parameter `N` of scrypt in production: a third of a second and 128 MB per hash. */
const productionCost = 2 ** 17

const [r, p] = [8, 1]

/**
 * Maximum queue length. Hashes run one at a time, because each occupies one of the four threads that also read files.
 */
const maxQueued = 4

const scryptAsync = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)
const deriveByScrypt: DeriveKey = (password, salt, cost) =>
  scryptAsync(password, salt, 32, { ...cost, maxmem: 256 * 1024 * 1024 })

/**
 * Creates the password hashing of one site.
 *
 * @param deps.cost Cost parameter `N` of scrypt for new hashes, a power of two; tests use a low one.
 */
export function createPasswords({
  cost = productionCost,
  derive = deriveByScrypt,
}: { cost?: number | undefined; derive?: DeriveKey } = {}): Passwords {
  const dummyHash = format(cost, randomBytes(16), randomBytes(32))
  let lastTask: Promise<unknown> = Promise.resolve()
  let queued = 0

  async function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (queued >= maxQueued) {
      throw new AppError('too-many-requests', 'Too many sign-ins at the moment. Try again in a few seconds.', {
        retryAfterSeconds: 3,
      })
    }
    queued++
    const task = lastTask.then(() => {
      queued--
      return work()
    })
    lastTask = task.catch(() => undefined)
    return task
  }

  return {
    hash: (password) =>
      enqueue(async () => {
        const salt = randomBytes(16)
        return format(cost, salt, await derive(password, salt, { N: cost, r, p }))
      }),
    verify: (password, stored) =>
      enqueue(async () => {
        const [, ...parts] = (stored ?? dummyHash).split('$')
        const [N, storedR, storedP] = parts.map(Number)
        const [salt, expected] = parts.slice(3).map((part) => Buffer.from(part, 'base64url'))
        const actual = await derive(password, salt!, { N: N!, r: storedR!, p: storedP! })
        return timingSafeEqual(actual, expected!) && stored !== undefined
      }),
  }
}

function format(N: number, salt: Buffer, hash: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}
