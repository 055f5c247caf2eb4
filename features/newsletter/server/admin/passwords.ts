import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '#shared/errors.ts'

const scryptAsync = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
const maxmem = 256 * 1024 * 1024

/** One hash takes a third of a second of one of four threads that also read files: so many may wait, and one is worked on. */
const mostWaiting = 4
let working: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * @returns `scrypt$N$r$p$salt$hash`, base64url; the parameters travel with the hash so that they can grow.
 * @throws AppError `too-many-requests` while too many hashes are asked for at once.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => {
    const [N, r, p] = [2 ** 17, 8, 1]
    const salt = randomBytes(16)
    const hash = await scryptAsync(password, salt, 32, { N, r, p, maxmem })
    return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
  })
}

/**
 * Whether a password is the one a hash was made of. Without a hash it takes just as long and says no.
 *
 * @throws AppError `too-many-requests` while too many hashes are asked for at once.
 */
export function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  return inTurn(async () => {
    const [, N, r, p, salt = '', hash = ''] = (kept ?? nobody).split('$')
    const expected = Buffer.from(hash, 'base64url')
    const found = await scryptAsync(password, Buffer.from(salt, 'base64url'), 32, { N: Number(N), r: Number(r), p: Number(p), maxmem })
    return timingSafeEqual(found, expected) && kept !== undefined
  })
}

const nobody = ['scrypt', 2 ** 17, 8, 1, randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')].join('$')

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= mostWaiting) {
    throw new AppError('too-many-requests', 'Too many people sign in just now. Please try again in a few seconds.', {
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
