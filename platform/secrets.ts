import { createHash, randomBytes } from 'node:crypto'

/** Creates an unguessable token: 192 random bits in 32 URL-safe characters. */
export function createSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** Hashes a value that must be recognized but not stored, such as an IP address or a token. 32 hex characters. */
export function hashValue(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 32)
}

/**
 * Hashes inline code for a content security policy.
 *
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function policyHash(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`
}
