import { z } from 'zod'

/**
 * One mail address a person typed, trimmed and in lower case: exactly one addr-spec of at most 254 characters.
 * Lists, display names, line breaks and other control characters are refused, so nothing typed here can add a recipient or a header.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1
 */
export const emailAddressSchema = z
  .string({ error: 'Please enter your email address.' })
  .trim()
  .min(1, 'Please enter your email address.')
  .max(254, 'This email address is too long.')
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address.'))

/** A name for a greeting: at most 80 characters, control characters removed. May be empty. */
export const personNameSchema = z
  .string()
  .max(200, 'This name is too long.')
  .transform((value) =>
    value
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim()
      .slice(0, 80),
  )

/**
 * An address that can be shown to whoever holds a link without telling it in full.
 *
 * @returns `f•••@example.com`.
 */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
