import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { deleteEndedSessions, insertAuditEntry, insertSession, revokeSession } from '#platform/admin/queries.ts'
import {
  countSecondStepGuess,
  findPendingSignIn,
  insertPendingSignIn,
  endPendingSignIn,
} from '#platform/admin/second-step/queries.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Executor } from '#platform/database/open-database.ts'
import { createSecret, hashValue } from '#platform/secrets.ts'
import type { AdminRole } from '#shared/admin-role.ts'
import { AppError } from '#shared/errors.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import type { LoginReply, SecondStepRequired } from '#features/editors/contract.ts'
import type { AdminAccess } from './editor.ts'
import type { LoginLimits } from './login-limits.ts'
import type { Passwords } from './passwords.ts'
import { findAccount, findAccountByEmail, findEditor } from './queries.ts'
import type { SecondStepProof, SecondSteps } from './second-step.ts'

const sessionMs = 12 * 60 * 60_000
/** Time limit for entering the second step after the password. */
const secondStepMs = 10 * 60_000
/** Attempts at the second step per password; starting a passkey prompt counts too. */
const maxGuesses = 10

/** Format of our tokens; anything else is not looked up. */
const bearerPattern = /^Bearer ([\w-]{32})$/i

/** Sign-in of the newsletter admin. @see docs/decisions/014-newsletter-admin.md */
export type SignIn = Pick<AdminAccess, 'editorOf'> & {
  /**
   * Exchanges email and password for a token, or for a sign-in that waits for the second step of the account.
   *
   * @throws AppError `unauthenticated` with the same message for a wrong address and a wrong password,
   *   `too-many-requests` over the limits.
   */
  signIn(input: { email: string; password: string; clientAddress: string }): Promise<LoginReply | SecondStepRequired>
  /** Starts a passkey prompt for a sign-in that waits for it. @throws AppError `gone` if it has expired. */
  passkeyOptions(pendingToken: string): Promise<PublicKeyCredentialRequestOptionsJSON>
  /**
   * Exchanges the second step for a token.
   *
   * @throws AppError `gone` if the sign-in has expired, `unauthenticated` or `forbidden` if the second step is wrong,
   *   `too-many-requests` over the limits.
   */
  finish(input: { pendingToken: string; proof: SecondStepProof; clientAddress: string }): Promise<LoginReply>
  signOut(authorization: string | undefined): Promise<void>
}

type Account = { id: string; email: string; role: AdminRole }

const expired = () => new AppError('gone', 'This sign-in has expired. Enter your email and password again.')

/** Creates the sign-in of the newsletter admin. */
export function createSignIn({
  db,
  limits,
  passwords,
  secondSteps,
  clock,
}: {
  db: Database['db']
  limits: LoginLimits
  passwords: Passwords
  secondSteps: SecondSteps
  clock: Clock
}): SignIn {
  const find = async (authorization: string | undefined) => {
    const hash = tokenHashOf(authorization)
    return hash === undefined ? undefined : findEditor(db, hash, clock.now())
  }
  async function openSession(tx: Executor, { id, email, role }: Account, detail: string): Promise<LoginReply> {
    const [token, now] = [createSecret(), clock.now()]
    const expiresAt = new Date(now.getTime() + sessionMs)
    await deleteEndedSessions(tx, now)
    await insertSession(tx, {
      kind: 'editor',
      tokenHash: hashValue(token),
      accountId: id,
      createdAt: now,
      seenAt: now,
      expiresAt,
    })
    await insertAuditEntry(tx, { actor: email, action: 'session.open', subject: `account:${id}`, detail, at: now })
    return { access_token: token, token_type: 'bearer', expires_at: expiresAt.toISOString(), email, role }
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
      const methods = await secondSteps.methodsOf(account.id)
      if (methods.length === 0) {
        const reply = await db.transaction((tx) => openSession(tx, account, ''))
        await limits.restore(clientAddress, email)
        return reply
      }
      // The attempt stays counted until the second step is correct.
      const [token, now] = [createSecret(), clock.now()]
      const expiresAt = new Date(now.getTime() + secondStepMs)
      await insertPendingSignIn(db, { tokenHash: hashValue(token), accountId: account.id, expiresAt }, now)
      return {
        second_step_required: true,
        second_step_token: token,
        methods,
        expires_at: expiresAt.toISOString(),
        message: 'This account uses two-step sign-in. Complete the second step.',
      }
    },
    async passkeyOptions(pendingToken) {
      const tokenHash = hashValue(pendingToken)
      const accountId = await findPendingSignIn(db, tokenHash, clock.now())
      if (!accountId || !(await countSecondStepGuess(db, tokenHash, maxGuesses, clock.now()))) throw expired()
      return secondSteps.beginSignIn(accountId, tokenHash)
    },
    async finish({ pendingToken, proof, clientAddress }) {
      const tokenHash = hashValue(pendingToken)
      const accountId = await findPendingSignIn(db, tokenHash, clock.now())
      const account = accountId && (await findAccount(db, accountId))
      if (!account) throw expired()
      await limits.consume(clientAddress, account.email)
      await limits.secondStep.consume(account.id)
      if (!(await countSecondStepGuess(db, tokenHash, maxGuesses, clock.now()))) throw expired()
      const use = await secondSteps.verify(account.id, proof, tokenHash)
      const reply = await db.transaction(async (tx) => {
        if (!(await endPendingSignIn(tx, tokenHash))) throw expired()
        await use(tx)
        return openSession(tx, account, proof.method)
      })
      // The password and the second step have counted one attempt each.
      await limits.restore(clientAddress, account.email)
      await limits.restore(clientAddress, account.email)
      await limits.secondStep.restore(account.id)
      return reply
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
