import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { insertAuditEntry, revokeSessionsOf } from '#platform/admin/queries.ts'
import type { Passkeys } from '#platform/admin/second-step/passkeys.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  type CredentialHolder,
  deletePasskey,
  deletePasskeys,
  deletePendingSignIns,
  deleteTotp,
  findTotp,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
  replaceRecoveryCodes,
  spendTotpStep,
  startTotp,
} from '#platform/admin/second-step/queries.ts'
import { createRecoveryCodes, redeemRecoveryCode } from '#platform/admin/second-step/recovery-codes.ts'
import { createTotpSecret, findTotpStep } from '#platform/admin/second-step/totp.ts'
import type { SecretBox } from '#platform/secret-box.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Executor } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import type { EditorPasskey, SecondStep, SecondStepAdded, SecondStepMethod, TotpStart } from '../contract.ts'
import type { Editor } from './editor.ts'
import { findAccount } from './queries.ts'

/** Proof that a person submits as the second step. */
export type SecondStepProof =
  | { method: 'totp' | 'recovery-code'; code: string }
  | { method: 'passkey'; response: AuthenticationResponseJSON }

/** Session that changes its own second step. @property tokenHash Hash of its bearer token. */
type OwnSession = { editor: Editor; tokenHash: string }

const wrongCode = () => new AppError('unauthenticated', 'This code is wrong, already used or expired. Try again.')
const wrongRecoveryCode = () =>
  new AppError('unauthenticated', 'This recovery code is wrong or already used. Try again.')
const noPasskey = () => new AppError('not-found', 'This passkey no longer exists.')
const holderOf = (id: string): CredentialHolder => ({ kind: 'editor', id })

/** Second steps of the accounts of the newsletter admin. */
export type SecondSteps = ReturnType<typeof createSecondSteps>

/**
 * Creates the second step of signing in: an authenticator app or passkeys, with recovery codes. Editors turn it on and
 * off themselves.
 *
 * @see docs/decisions/060-second-step.md
 */
export function createSecondSteps({
  db,
  passkeys,
  box,
  clock,
  siteName,
}: {
  db: Database['db']
  passkeys: Passkeys
  box: SecretBox
  clock: Clock
  /** Name that authenticator apps show for the code. */
  siteName: () => string
}) {
  const log = (tx: Executor, by: Editor, action: string, detail = '', id = by.id) =>
    insertAuditEntry(tx, { actor: by.email, action, subject: `account:${id}`, detail, at: clock.now() })

  async function methodsOf(id: string, executor: Executor = db): Promise<SecondStepMethod[]> {
    const [totp, keys, codes] = [
      await findTotp(executor, id),
      await listPasskeys(executor, holderOf(id)),
      await countRecoveryCodes(executor, holderOf(id)),
    ]
    const methods: SecondStepMethod[] = [
      ...(totp?.confirmedAt ? (['totp'] as const) : []),
      ...(keys.length > 0 ? (['passkey'] as const) : []),
    ]
    return methods.length > 0 && codes > 0 ? [...methods, 'recovery-code'] : methods
  }

  /** Returns recovery codes for the first method, and ends sessions that were opened by the password alone. */
  async function completeAdding(tx: Executor, { editor, tokenHash }: OwnSession): Promise<string[] | undefined> {
    await revokeSessionsOf(tx, { kind: 'editor', id: editor.id }, clock.now(), tokenHash)
    await deletePendingSignIns(tx, editor.id)
    if ((await countRecoveryCodes(tx, holderOf(editor.id))) > 0) return undefined
    return createRecoveryCodes(tx, holderOf(editor.id), clock.now())
  }

  /** Removes the recovery codes with the last method, because they are not a second step by themselves. */
  async function completeRemoving(tx: Executor, id: string): Promise<void> {
    if ((await methodsOf(id, tx)).length === 0) await replaceRecoveryCodes(tx, holderOf(id), [], clock.now())
  }

  async function checkTotp(id: string, code: string, isConfirmed: boolean): Promise<number> {
    const row = await findTotp(db, id)
    if (!row || Boolean(row.confirmedAt) !== isConfirmed) throw wrongCode()
    const secret = await box.open(row.sealedSecret)
    if (secret === undefined)
      throw new AppError(
        'unavailable',
        'Authenticator app codes can’t be checked because this site’s key has changed. Use a passkey or a recovery code, or ask a super admin to reset your two-step sign-in.',
      )
    const step = findTotpStep(secret, code.replace(/\s/g, ''), clock.now())
    if (step === undefined || step <= row.lastStep) throw wrongCode()
    return step
  }

  return {
    methodsOf,
    /** Lists the account's own methods. */
    async overview(id: string): Promise<SecondStep> {
      const [totp, keys, codes] = await Promise.all([
        findTotp(db, id),
        listPasskeys(db, holderOf(id)),
        countRecoveryCodes(db, holderOf(id)),
      ])
      return {
        totp: totp?.confirmedAt ? { added_at: totp.confirmedAt.toISOString() } : null,
        passkeys: keys.map(passkeyOf),
        recovery_codes_left: codes,
      }
    },
    /** Creates a secret that works after it is confirmed. @throws AppError `conflict` if there is already an app. */
    async beginTotp({ id, email }: Editor): Promise<TotpStart> {
      const { secret, uri, qrSvg } = await createTotpSecret({ issuer: siteName(), account: email })
      const row = { accountId: id, sealedSecret: await box.seal(secret), createdAt: clock.now() }
      if (!(await startTotp(db, row)))
        throw new AppError('conflict', 'An authenticator app is already set up. Remove it first.')
      return { secret, uri, qr_svg: qrSvg }
    },
    /** Turns the authenticator app on with its first code. @throws AppError `forbidden` for a wrong code. */
    async confirmTotp(session: OwnSession, code: string): Promise<SecondStepAdded> {
      const { editor } = session
      const step = await checkTotp(editor.id, code, false).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'unauthenticated'
          ? new AppError('forbidden', 'This code is wrong. Check the time on your device and enter the current code.')
          : error
      })
      return db.transaction(async (tx) => {
        if (!(await confirmTotp(tx, editor.id, step, clock.now())))
          throw new AppError('conflict', 'An authenticator app is already set up.')
        await log(tx, editor, 'totp.add')
        return { recovery_codes: await completeAdding(tx, session) }
      })
    },
    /** Removes the authenticator app. @throws AppError `not-found`. */
    async removeTotp(by: Editor): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await deleteTotp(tx, by.id))) throw new AppError('not-found', 'No authenticator app is set up.')
        await log(tx, by, 'totp.remove')
        await completeRemoving(tx, by.id)
      })
    },
    beginPasskey: ({ editor, tokenHash }: OwnSession): Promise<PublicKeyCredentialCreationOptionsJSON> =>
      passkeys.beginRegistration(holderOf(editor.id), { binding: tokenHash, userName: editor.email }),
    /** Stores a passkey. @throws AppError as {@link Passkeys.finishRegistration}. */
    async addPasskey(
      session: OwnSession,
      { name, response }: { name: string; response: RegistrationResponseJSON },
    ): Promise<SecondStepAdded> {
      let codes: string[] | undefined
      const registration = { binding: session.tokenHash, name, response }
      await passkeys.finishRegistration(holderOf(session.editor.id), registration, async (tx) => {
        await log(tx, session.editor, 'passkey.add', name)
        codes = await completeAdding(tx, session)
      })
      return { recovery_codes: codes }
    },
    /** @throws AppError `not-found`. */
    async renamePasskey(by: Editor, id: string, name: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!isId(id) || !(await renamePasskey(tx, holderOf(by.id), id, name))) throw noPasskey()
        await log(tx, by, 'passkey.rename', name)
      })
    },
    /** @throws AppError `not-found`. */
    async removePasskey(by: Editor, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const removed = isId(id) && (await deletePasskey(tx, holderOf(by.id), id))
        if (!removed) throw noPasskey()
        await log(tx, by, 'passkey.remove', removed.name)
        await completeRemoving(tx, by.id)
      })
    },
    /** Replaces the recovery codes. @throws AppError `conflict` without a second step. */
    async createRecoveryCodes(by: Editor): Promise<string[]> {
      return db.transaction(async (tx) => {
        if ((await methodsOf(by.id, tx)).length === 0)
          throw new AppError('conflict', 'Add an authenticator app or a passkey first.')
        await log(tx, by, 'recovery-codes.create')
        return createRecoveryCodes(tx, holderOf(by.id), clock.now())
      })
    },
    /** Removes the second step of another account and signs it out. @throws AppError `not-found`, `forbidden`. */
    async reset(id: string, by: Editor): Promise<void> {
      if (id === by.id) throw new AppError('forbidden', 'Change your own second step under “Two-step sign-in.”')
      await db.transaction(async (tx) => {
        if (!(await findAccount(tx, id))) throw new AppError('not-found', 'This account no longer exists.')
        await deleteTotp(tx, id)
        await deletePasskeys(tx, holderOf(id))
        await replaceRecoveryCodes(tx, holderOf(id), [], clock.now())
        await deletePendingSignIns(tx, id)
        await revokeSessionsOf(tx, { kind: 'editor', id }, clock.now())
        await log(tx, by, 'second-step.reset', '', id)
      })
    },
    beginSignIn: (id: string, binding: string): Promise<PublicKeyCredentialRequestOptionsJSON> =>
      passkeys.beginSignIn(holderOf(id), { binding, isKnown: true }),
    /**
     * Checks a second step.
     *
     * @returns A function that marks it as used in the transaction of the new session.
     * @throws AppError `unauthenticated`, `forbidden` if it is wrong.
     */
    async verify(id: string, proof: SecondStepProof, binding: string): Promise<(tx: Executor) => Promise<void>> {
      if (proof.method === 'passkey')
        return (await passkeys.verifySignIn(holderOf(id), { binding, response: proof.response })).use
      if (proof.method === 'totp') {
        const step = await checkTotp(id, proof.code, true)
        return async (tx) => {
          if (!(await spendTotpStep(tx, id, step))) throw wrongCode()
        }
      }
      return async (tx) => {
        const isRight = await redeemRecoveryCode(tx, holderOf(id), proof.code, clock.now())
        if (!isRight) throw wrongRecoveryCode()
      }
    },
  }
}

const isId = (id: string) => z.uuid().safeParse(id).success

function passkeyOf({ id, name, createdAt, lastUsedAt }: PasskeyRow): EditorPasskey {
  return { id, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null }
}
