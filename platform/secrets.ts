import { createHash, randomBytes } from 'node:crypto'

/** An unguessable name that opens something: 192 random bits in 32 URL-safe characters. */
export function createSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** A one-way name for something we must recognise but need not keep, such as a visitor's address. 32 hex characters. */
export function hashValue(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 32)
}
