import { and, asc, eq, gt, isNotNull, isNull, like, lt, lte, or, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { adminChallenges, adminPasskeys, adminPendingSignIns, adminRecoveryCodes, adminTotp } from './tables.ts'

/** Person who holds credentials: the owner by the configured address, or an editor by the account id. */
export type CredentialHolder = { kind: 'owner'; email: string } | { kind: 'editor'; id: string }

/** A row of `admin_passkeys`. */
export type PasskeyRow = typeof adminPasskeys.$inferSelect

type CredentialTable = typeof adminPasskeys | typeof adminRecoveryCodes

const belongsTo = ({ accountId, ownerEmail }: CredentialTable, holder: CredentialHolder) =>
  holder.kind === 'owner' ? eq(ownerEmail, holder.email) : eq(accountId, holder.id)
const columnsOf = (holder: CredentialHolder) =>
  holder.kind === 'owner' ? { ownerEmail: holder.email } : { accountId: holder.id }

/** Lists passkeys, oldest first. */
export async function listPasskeys(db: Executor, holder: CredentialHolder): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(adminPasskeys)
    .where(belongsTo(adminPasskeys, holder))
    .orderBy(asc(adminPasskeys.createdAt), asc(adminPasskeys.id))
}

/** Finds a passkey of this holder by its credential id. */
export async function findPasskey(
  db: Executor,
  holder: CredentialHolder,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .select()
    .from(adminPasskeys)
    .where(and(belongsTo(adminPasskeys, holder), eq(adminPasskeys.credentialId, credentialId)))
  return row
}

/** Inserts a passkey. @returns Undefined if the credential is already registered. */
export async function insertPasskey(
  db: Executor,
  holder: CredentialHolder,
  passkey: Omit<typeof adminPasskeys.$inferInsert, 'id' | 'accountId' | 'ownerEmail' | 'lastUsedAt'>,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .insert(adminPasskeys)
    .values({ ...passkey, ...columnsOf(holder) })
    .onConflictDoNothing({ target: adminPasskeys.credentialId })
    .returning()
  return row
}

/**
 * Stores the counter of a use.
 *
 * @returns False if another use stored the same or a higher counter in the meantime.
 */
export async function recordPasskeyUse(db: Executor, id: string, counter: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(adminPasskeys)
    .set({ counter, lastUsedAt: now })
    .where(
      and(
        eq(adminPasskeys.id, id),
        or(lt(adminPasskeys.counter, counter), and(eq(adminPasskeys.counter, 0), sql`${counter} = 0`)),
      ),
    )
    .returning({ id: adminPasskeys.id })
  return rows.length === 1
}

/** Renames a passkey. @returns The row; undefined if the holder has no such passkey. */
export async function renamePasskey(
  db: Executor,
  holder: CredentialHolder,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .update(adminPasskeys)
    .set({ name })
    .where(and(belongsTo(adminPasskeys, holder), eq(adminPasskeys.id, id)))
    .returning()
  return row
}

/** Deletes a passkey. @returns The row; undefined if the holder has no such passkey. */
export async function deletePasskey(
  db: Executor,
  holder: CredentialHolder,
  id: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .delete(adminPasskeys)
    .where(and(belongsTo(adminPasskeys, holder), eq(adminPasskeys.id, id)))
    .returning()
  return row
}

/** Deletes all passkeys of a holder. */
export async function deletePasskeys(db: Executor, holder: CredentialHolder): Promise<void> {
  await db.delete(adminPasskeys).where(belongsTo(adminPasskeys, holder))
}

/** Replaces all recovery codes of a holder. */
export async function replaceRecoveryCodes(
  db: Executor,
  holder: CredentialHolder,
  codeHashes: string[],
  now: Date,
): Promise<void> {
  await db.delete(adminRecoveryCodes).where(belongsTo(adminRecoveryCodes, holder))
  if (codeHashes.length === 0) return
  await db
    .insert(adminRecoveryCodes)
    .values(codeHashes.map((codeHash) => ({ codeHash, createdAt: now, ...columnsOf(holder) })))
}

/** Counts the unused recovery codes of a holder. */
export async function countRecoveryCodes(db: Executor, holder: CredentialHolder): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(adminRecoveryCodes)
    .where(and(belongsTo(adminRecoveryCodes, holder), isNull(adminRecoveryCodes.usedAt)))
  return row?.count ?? 0
}

/** Marks a recovery code as used. @returns False if the holder has no such unused code. */
export async function spendRecoveryCode(
  db: Executor,
  holder: CredentialHolder,
  codeHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(adminRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        belongsTo(adminRecoveryCodes, holder),
        eq(adminRecoveryCodes.codeHash, codeHash),
        isNull(adminRecoveryCodes.usedAt),
      ),
    )
    .returning({ id: adminRecoveryCodes.id })
  return rows.length === 1
}

/** Inserts a challenge and deletes expired ones. */
export async function insertChallenge(
  db: Executor,
  challenge: typeof adminChallenges.$inferInsert,
  now: Date,
): Promise<void> {
  await db.delete(adminChallenges).where(lte(adminChallenges.expiresAt, now))
  await db.insert(adminChallenges).values(challenge)
}

/** Deletes a challenge, so that it works once. @returns The row; undefined if there is no such unexpired challenge. */
export async function spendChallenge(
  db: Executor,
  { challengeHash, purpose, bindingHash }: { challengeHash: string; purpose: string; bindingHash: string },
  now: Date,
): Promise<typeof adminChallenges.$inferSelect | undefined> {
  const [row] = await db
    .delete(adminChallenges)
    .where(
      and(
        eq(adminChallenges.challengeHash, challengeHash),
        eq(adminChallenges.purpose, purpose),
        eq(adminChallenges.bindingHash, bindingHash),
        gt(adminChallenges.expiresAt, now),
      ),
    )
    .returning()
  return row
}

/** Finds the authenticator app of an account, confirmed or not. */
export async function findTotp(db: Executor, accountId: string): Promise<typeof adminTotp.$inferSelect | undefined> {
  const [row] = await db.select().from(adminTotp).where(eq(adminTotp.accountId, accountId))
  return row
}

/** Stores a new secret that waits for its first code. @returns False if a confirmed one exists. */
export async function startTotp(
  db: Executor,
  { accountId, sealedSecret, createdAt }: { accountId: string; sealedSecret: string; createdAt: Date },
): Promise<boolean> {
  const rows = await db
    .insert(adminTotp)
    .values({ accountId, sealedSecret, createdAt })
    .onConflictDoUpdate({
      target: adminTotp.accountId,
      set: { sealedSecret, createdAt, lastStep: 0 },
      setWhere: isNull(adminTotp.confirmedAt),
    })
    .returning({ id: adminTotp.accountId })
  return rows.length === 1
}

/** Beginning of a secret that an earlier version stored without encryption. */
export const plainPrefix = 'plain:'

/** Lists authenticator apps whose secret is not encrypted. */
export async function listPlainTotp(db: Executor): Promise<(typeof adminTotp.$inferSelect)[]> {
  return db
    .select()
    .from(adminTotp)
    .where(like(adminTotp.sealedSecret, `${plainPrefix}%`))
}

/** Replaces a secret, unless it has changed in the meantime. */
export async function replaceTotpSecret(db: Executor, accountId: string, before: string, after: string): Promise<void> {
  await db
    .update(adminTotp)
    .set({ sealedSecret: after })
    .where(and(eq(adminTotp.accountId, accountId), eq(adminTotp.sealedSecret, before)))
}

/** Confirms an authenticator app with its first code. @returns False if it is already confirmed. */
export async function confirmTotp(db: Executor, accountId: string, step: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(adminTotp)
    .set({ confirmedAt: now, lastStep: step })
    .where(and(eq(adminTotp.accountId, accountId), isNull(adminTotp.confirmedAt)))
    .returning({ id: adminTotp.accountId })
  return rows.length === 1
}

/** Uses up the code of a time step. @returns False if this code or a later one was already used. */
export async function spendTotpStep(db: Executor, accountId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(adminTotp)
    .set({ lastStep: step })
    .where(and(eq(adminTotp.accountId, accountId), isNotNull(adminTotp.confirmedAt), lt(adminTotp.lastStep, step)))
    .returning({ id: adminTotp.accountId })
  return rows.length === 1
}

/** Deletes the authenticator app of an account. @returns False if there was none. */
export async function deleteTotp(db: Executor, accountId: string): Promise<boolean> {
  const rows = await db
    .delete(adminTotp)
    .where(eq(adminTotp.accountId, accountId))
    .returning({ id: adminTotp.accountId })
  return rows.length === 1
}

/** Inserts a sign-in that waits for its second step and deletes expired ones. */
export async function insertPendingSignIn(
  db: Executor,
  pending: { tokenHash: string; accountId: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.delete(adminPendingSignIns).where(lte(adminPendingSignIns.expiresAt, now))
  await db.insert(adminPendingSignIns).values(pending)
}

/** Finds the account of a sign-in that waits for its second step. */
export async function findPendingSignIn(db: Executor, tokenHash: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ accountId: adminPendingSignIns.accountId })
    .from(adminPendingSignIns)
    .where(and(eq(adminPendingSignIns.tokenHash, tokenHash), gt(adminPendingSignIns.expiresAt, now)))
  return row?.accountId
}

/** Counts an attempt before it is checked. @returns False if the sign-in has ended or has no attempts left. */
export async function countSecondStepGuess(db: Executor, tokenHash: string, max: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(adminPendingSignIns)
    .set({ guesses: sql`${adminPendingSignIns.guesses} + 1` })
    .where(
      and(
        eq(adminPendingSignIns.tokenHash, tokenHash),
        gt(adminPendingSignIns.expiresAt, now),
        lt(adminPendingSignIns.guesses, max),
      ),
    )
    .returning({ hash: adminPendingSignIns.tokenHash })
  return rows.length === 1
}

/** Deletes a sign-in that waits for its second step, so that it succeeds once. @returns False if it is gone. */
export async function endPendingSignIn(db: Executor, tokenHash: string): Promise<boolean> {
  const rows = await db
    .delete(adminPendingSignIns)
    .where(eq(adminPendingSignIns.tokenHash, tokenHash))
    .returning({ hash: adminPendingSignIns.tokenHash })
  return rows.length === 1
}

/** Deletes the sign-ins of an account that wait for their second step, as after a new password. */
export async function deletePendingSignIns(db: Executor, accountId: string): Promise<void> {
  await db.delete(adminPendingSignIns).where(eq(adminPendingSignIns.accountId, accountId))
}
