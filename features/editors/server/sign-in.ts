import { deleteEndedSessions, insertAuditEntry, insertSession, revokeSession } from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createSecret, hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import type { LoginReply } from '#features/editors/contract.ts'
import type { AdminAccess } from './editor.ts'
import type { LoginLimits } from './login-limits.ts'
import type { Passwords } from './passwords.ts'
import { findAccountByEmail, findEditor } from './queries.ts'

const sessionMs = 12 * 60 * 60_000

/** Format of our tokens; anything else is not looked up. */
const bearerPattern = /^Bearer ([\w-]{32})$/i

/** Sign-in of the newsletter admin. @see docs/decisions/014-newsletter-admin.md */
export type SignIn = Pick<AdminAccess, 'editorOf'> & {
  /**
   * Exchanges email and password for a token.
   *
   * @throws AppError `unauthenticated` with the same message for a wrong address and a wrong password,
   *   `too-many-requests` over the limits.
   */
  signIn(given: { email: string; password: string; clientAddress: string }): Promise<LoginReply>
  signOut(authorization: string | undefined): Promise<void>
}

/** Creates the sign-in of the newsletter admin. */
export function createSignIn({
  db,
  limits,
  passwords,
  clock,
}: {
  db: Database['db']
  limits: LoginLimits
  passwords: Passwords
  clock: Clock
}): SignIn {
  const find = async (authorization: string | undefined) => {
    const hash = tokenHashOf(authorization)
    return hash === undefined ? undefined : findEditor(db, hash, clock.now())
  }
  return {
    async editorOf(authorization) {
      const found = await find(authorization)
      return found && { ...found, isOwner: false }
    },
    async signIn({ email: typed, password, clientAddress }) {
      const email = normalizeEmail(typed)
      await limits.consume(clientAddress, email)
      const account = await findAccountByEmail(db, email)
      if (!(await passwords.verify(password, account?.passwordHash)) || !account) {
        throw new AppError('unauthenticated', 'Wrong email or password.')
      }
      const [token, now] = [createSecret(), clock.now()]
      const expiresAt = new Date(now.getTime() + sessionMs)
      await db.transaction(async (tx) => {
        await deleteEndedSessions(tx, now)
        await insertSession(tx, {
          kind: 'editor',
          tokenHash: hashValue(token),
          accountId: account.id,
          createdAt: now,
          seenAt: now,
          expiresAt,
        })
        await insertAuditEntry(tx, { actor: email, action: 'session.open', subject: `account:${account.id}`, at: now })
      })
      await limits.restore(clientAddress, email)
      return {
        access_token: token,
        token_type: 'bearer',
        expires_at: expiresAt.toISOString(),
        email,
        role: account.role,
      }
    },
    async signOut(authorization) {
      const [editor, hash] = [await find(authorization), tokenHashOf(authorization)]
      if (!editor || hash === undefined) return
      const now = clock.now()
      await db.transaction(async (tx) => {
        await revokeSession(tx, 'editor', hash, now)
        await insertAuditEntry(tx, {
          actor: editor.email,
          action: 'session.end',
          subject: `account:${editor.id}`,
          at: now,
        })
      })
    },
  }
}

/** Returns the token hash of an `Authorization` header; undefined if it is malformed. */
export function tokenHashOf(authorization: string | undefined): string | undefined {
  const token = bearerPattern.exec(authorization ?? '')?.[1]
  return token === undefined ? undefined : hashValue(token)
}
