import { z } from 'zod'
import { cutText } from './cut-text.ts'

/**
 * Maximum length of an email address, in characters.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1
 */
const maxAddressLength = 254

/** Messages of the schemas for a field: sentences, or their keys in the catalogues. */
const english = {
  emailMissing: 'Please enter your email address.',
  emailInvalid: 'Please enter a valid email address.',
  emailTooLong: 'This email address is too long.',
  nameTooLong: 'This name is too long.',
  nameInvalid: 'This name contains an invalid character. Type it again.',
}
const keys: typeof english = {
  emailMissing: 'site.input.emailMissing',
  emailInvalid: 'site.input.emailInvalid',
  emailTooLong: 'site.input.emailTooLong',
  nameTooLong: 'site.input.nameTooLong',
  nameInvalid: 'site.input.nameInvalid',
}

/** Maximum length of input that is parsed as an address; its domain may be shorter in punycode. */
const longestTyped = 1000

/**
 * One email address as accepted by `<input type="email">`, trimmed and in lower case, at most 254 characters; an
 * internationalized domain becomes punycode. Lists, display names, quotes, line breaks and control characters are
 * rejected, so that input cannot add a recipient or a header. Also rejected, unlike in HTML: domains without a dot and
 * domains that end in a number, which no public mail server has.
 *
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const emailAddressSchema = addressSchema(english)

/** The same for forms of visitors: messages are keys of the catalogues. */
export const visitorEmailSchema = addressSchema(keys)

/** An email address as in {@link visitorEmailSchema}, or an empty string. A union would replace its messages. */
export const optionalVisitorEmailSchema = z.string().transform((typed, context) => {
  if (typed.length <= longestTyped && trimAround(typed) === '') return ''
  const { data, error } = visitorEmailSchema.safeParse(typed)
  if (data !== undefined) return data
  for (const { message } of error!.issues) context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/**
 * Normalizes an address to its stored form, for comparison.
 *
 * @returns Invalid addresses are returned trimmed and in lower case, so that they match none.
 */
export function normalizeEmail(address: string): string {
  return emailAddressSchema.safeParse(address).data ?? trimAround(address).toLowerCase()
}

/** Normalizes email domains in a search query to their stored form, so that `info@Müller.de` is found. */
export function emailSearchKey(words: string): string {
  return words.replace(/@\S+/gu, (domain) =>
    isAscii(domain) ? domain : `@${asciiDomain(domain.slice(1)) ?? domain.slice(1)}`,
  )
}

/**
 * A person's name: control characters are removed, and it is truncated to 80 characters; more than 200 are rejected.
 * May be empty.
 */
export const personNameSchema = nameSchema(english)

/** The same for forms of visitors: messages are keys of the catalogues. */
export const visitorNameSchema = nameSchema(keys)

/**
 * Masks an email address for display.
 *
 * @returns `f•••@example.com`.
 */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}

/** Trims whitespace and invisible characters in linear time; a regular expression for the end would be quadratic. */
function trimAround(text: string): string {
  let [from, to] = [0, text.length]
  const isAround = (at: number, units: number) => /^[\s\p{Cf}]$/u.test(text.slice(at, at + units))
  // A tag character has two units.
  const unitsAt = (at: number) => (from < to && isAround(at, 1) ? 1 : to - from > 1 && isAround(at, 2) ? 2 : 0)
  for (let units; (units = unitsAt(from)) > 0;) from += units
  for (let units; (units = unitsAt(to - 1) === 1 ? 1 : unitsAt(to - 2) === 2 ? 2 : 0) > 0;) to -= units
  return text.slice(from, to)
}

function addressSchema({ emailMissing, emailInvalid, emailTooLong }: typeof english) {
  return (
    z
      .string({ error: emailMissing })
      // Limits the input first, because this runs before any rate limit.
      .max(longestTyped, emailTooLong)
      .transform(trimAround)
      .pipe(z.string().min(1, emailMissing))
      .transform((typed, context) => {
        const address = plainAddress(typed)
        if (address !== undefined && address.length <= maxAddressLength) return address
        context.addIssue({
          code: 'custom',
          message: typed.length > maxAddressLength || address !== undefined ? emailTooLong : emailInvalid,
        })
        return z.NEVER
      })
  )
}

function nameSchema({ nameTooLong, nameInvalid }: typeof english) {
  return z
    .string()
    .max(200, nameTooLong)
    .refine((value) => value.isWellFormed(), nameInvalid)
    .transform((value) => cutText(value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), 80))
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

function plainAddress(typed: string): string | undefined {
  const at = typed.lastIndexOf('@')
  const domain = asciiDomain(typed.slice(at + 1))
  // Validated before lower-casing: some non-ASCII letters have an ASCII lower case.
  if (at < 1 || domain === undefined || !z.regexes.html5Email.test(`${typed.slice(0, at)}@${domain}`)) return undefined
  return /\.(?!\d+$)[^.]+$/.test(domain) ? `${typed.slice(0, at)}@${domain}`.toLowerCase() : undefined
}

/**
 * Converts a domain to ASCII (punycode).
 *
 * @returns `xn--mller-kva.de` for `Müller.de`; undefined for an invalid host name.
 * @see https://www.unicode.org/reports/tr46/
 */
export function asciiDomain(domain: string): string | undefined {
  if (isAscii(domain)) return domain.toLowerCase()
  // Characters that a URL parser would treat as a port, a path or an escape are invalid.
  if (/[^A-Za-z0-9.\-\P{ASCII}]/u.test(domain)) return undefined
  return URL.parse(`http://${domain}`)?.hostname
}
