import { randomInt } from 'node:crypto'
import type { Executor } from '#platform/database/open-database.ts'
import { hashValue } from '#platform/secrets.ts'
import { type CredentialHolder, replaceRecoveryCodes, spendRecoveryCode } from './queries.ts'

const codeCount = 10
const codeLength = 16
/** Crockford's base 32, in which no two characters look alike. 16 characters are 80 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Replaces the recovery codes of a person by ten new ones.
 *
 * @returns The codes in groups of four, such as `k3f9-0a2c-tt7x-m41w`. Only their hashes are stored.
 */
export async function createRecoveryCodes(tx: Executor, holder: CredentialHolder, now: Date): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () =>
    Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  )
  await replaceRecoveryCodes(
    tx,
    holder,
    codes.map((code) => hashOf(holder, code)),
    now,
  )
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

/** Uses up a recovery code in any spelling. @returns False if the person has no such unused code. */
export async function redeemRecoveryCode(
  tx: Executor,
  holder: CredentialHolder,
  typed: string,
  now: Date,
): Promise<boolean> {
  const code = normalizeRecoveryCode(typed)
  return code.length === codeLength && spendRecoveryCode(tx, holder, hashOf(holder, code), now)
}

/** Returns a recovery code without separators and with lookalikes replaced, as Crockford's base 32 defines. */
export function normalizeRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
}

function hashOf(holder: CredentialHolder, code: string): string {
  return hashValue(`recovery:${holder.kind === 'owner' ? holder.email : holder.id}:${code}`)
}
