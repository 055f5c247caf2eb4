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
   * @returns `scrypt$N$r$p$salt$hash`, base64url; the parameters travel with the hash so that they can grow.
   * @throws AppError `too-many-requests` while too many hashes are asked for at once.
   */
  hash(password: string): Promise<string>
  /**
   * Returns whether a password is the one a hash was made of. Without a hash it does the same work and says no.
   *
   * @throws AppError `too-many-requests` while too many hashes are asked for at once.
   */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

/** The `N` of scrypt in production: a third of a second and 128 MB for one hash. */
export const productionCost = 2 ** 17

const [r, p] = [8, 1]

/**
 * One hash takes a third of a second of one of four threads that also read files: so many may wait, and one is worked
 * on.
 */
const maxWaiting = 4

const scryptAsync = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)
const deriveByScrypt: DeriveKey = (password, salt, cost) =>
  scryptAsync(password, salt, 32, { ...cost, maxmem: 256 * 1024 * 1024 })

/**
 * Creates the password hashing of one site.
 *
 * @param deps.cost The `N` of scrypt for new hashes, a power of two; tests take a cheap one.
 */
export function createPasswords({
  cost = productionCost,
  derive = deriveByScrypt,
}: { cost?: number | undefined; derive?: DeriveKey } = {}): Passwords {
  const nobody = format(cost, randomBytes(16), randomBytes(32))
  let working: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= maxWaiting) {
      throw new AppError('too-many-requests', 'Too many sign-ins at the moment. Try again in a few seconds.', {
        retryAfterSeconds: 3,
      })
    }
    waiting++
    const turn = working.then(() => {
      waiting--
      return work()
    })
    working = turn.catch(() => undefined)
    return turn
  }

  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(16)
        return format(cost, salt, await derive(password, salt, { N: cost, r, p }))
      }),
    verify: (password, kept) =>
      inTurn(async () => {
        const [, ...parts] = (kept ?? nobody).split('$')
        const [N, ownR, ownP] = parts.map(Number)
        const [salt, expected] = parts.slice(3).map((part) => Buffer.from(part, 'base64url'))
        const found = await derive(password, salt!, { N: N!, r: ownR!, p: ownP! })
        return timingSafeEqual(found, expected!) && kept !== undefined
      }),
  }
}

function format(N: number, salt: Buffer, hash: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}
