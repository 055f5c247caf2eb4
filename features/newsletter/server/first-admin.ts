import { randomBytes } from 'node:crypto'
import { storedSpelling } from '#shared/email-address.ts'
import type { Passwords } from './admin/passwords.ts'
import { type Database, countAdmins, insertAdmin } from './queries.ts'

/**
 * Makes the first super admin of the newsletter desk when there is nobody yet.
 *
 * @param password From configuration; without one, one is made up and returned so that it can be shown once.
 * @returns The account to show, or undefined when somebody can sign in already.
 */
export async function ensureFirstAdmin(
  db: Database,
  { email, password, passwords }: { email: string; password: string | undefined; passwords: Passwords },
): Promise<{ email: string; password: string | undefined } | undefined> {
  if ((await countAdmins(db)) > 0) return undefined
  const made = password ?? randomBytes(12).toString('base64url')
  const added = await insertAdmin(db, { email: storedSpelling(email), role: 'super_admin', passwordHash: await passwords.hash(made) })
  return added ? { email, password: password === undefined ? made : undefined } : undefined
}
