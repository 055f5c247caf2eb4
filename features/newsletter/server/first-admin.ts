import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { type Database, countAdmins, insertAdmin } from './queries.ts'

const scryptAsync = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/**
 * Makes the first super admin of the newsletter desk when there is nobody yet.
 *
 * @param password From configuration; without one, one is made up and returned so that it can be shown once.
 * @returns The account to show, or undefined when somebody can sign in already.
 */
export async function ensureFirstAdmin(
  db: Database,
  { email, password }: { email: string; password: string | undefined },
): Promise<{ email: string; password: string | undefined } | undefined> {
  if ((await countAdmins(db)) > 0) return undefined
  const made = password ?? randomBytes(12).toString('base64url')
  const added = await insertAdmin(db, { email: email.toLowerCase(), role: 'super_admin', passwordHash: await hashPassword(made) })
  return added ? { email, password: password === undefined ? made : undefined } : undefined
}

/** @returns `scrypt$N$r$p$salt$hash`, base64url; the parameters travel with the hash so that they can grow. */
export async function hashPassword(password: string): Promise<string> {
  const [N, r, p] = [2 ** 17, 8, 1]
  const salt = randomBytes(16)
  const hash = await scryptAsync(password, salt, 32, { N, r, p, maxmem: 256 * 1024 * 1024 })
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}
