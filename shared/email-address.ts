import { z } from 'zod'
import { cutText } from './cut-text.ts'

/**
 * The longest address a mail can be sent to, in characters.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1
 */
export const maxAddressLength = 254

const invalid = 'Please enter a valid email address.'
const tooLong = 'This email address is too long.'

/** The longest text that is looked at as an address: its domain may be shorter once it is punycode. */
const longestTyped = 1000

/**
 * One email address as `<input type="email">` takes it, trimmed and in lower case, at most 254 characters; an
 * internationalised domain becomes punycode. Lists, display names, quotes, line breaks and other control characters are
 * refused, so nothing typed here can add a recipient or a header. Two forms that HTML takes are refused: a domain
 * without a dot, and one that ends in a number. No mail server on the internet answers to either.
 *
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const emailAddressSchema = z
  .string({ error: 'Please enter your email address.' })
  // Before anything reads the text: this runs ahead of every limit on how often somebody may ask.
  .max(longestTyped, tooLong)
  .transform(trimAround)
  .pipe(z.string().min(1, 'Please enter your email address.'))
  .transform((typed, context) => {
    const address = plainAddress(typed)
    if (address !== undefined && address.length <= maxAddressLength) return address
    context.addIssue({
      code: 'custom',
      message: typed.length > maxAddressLength || address !== undefined ? tooLong : invalid,
    })
    return z.NEVER
  })

/**
 * An email address as {@link emailAddressSchema} takes it, or an empty text. A union would replace what is wrong with
 * the address by words of its own.
 */
export const optionalEmailAddressSchema = z.string().transform((typed, context) => {
  if (typed.length <= longestTyped && trimAround(typed) === '') return ''
  const { data, error } = emailAddressSchema.safeParse(typed)
  if (data !== undefined) return data
  for (const { message } of error!.issues) context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/**
 * The spelling under which an address is stored, for comparing one that a provider or a person gives with ours.
 *
 * @returns What is no address comes back trimmed and in lower case, so that it equals none of ours.
 */
export function normalizeEmail(address: string): string {
  return emailAddressSchema.safeParse(address).data ?? trimAround(address).toLowerCase()
}

/**
 * Words to search for, with the addresses among them in the spelling they are stored with: `info@Müller.de` is found,
 * too.
 */
export function emailSearchKey(words: string): string {
  return words.replace(/@\S+/gu, (domain) =>
    isAscii(domain) ? domain : `@${asciiDomain(domain.slice(1)) ?? domain.slice(1)}`,
  )
}

/**
 * A name for a greeting: control characters removed, cut after 80 characters; more than 200 are refused. May be empty.
 */
export const personNameSchema = z
  .string()
  .max(200, 'This name is too long.')
  .refine((value) => value.isWellFormed(), 'This name contains an invalid character. Type it again.')
  .transform((value) => cutText(value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), 80))

/**
 * An address that can be shown to whoever holds a link without telling it in full.
 *
 * @returns `f•••@example.com`.
 */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}

/**
 * A text without blanks and invisible marks at its ends, in one look at each letter: a pattern for its end would begin
 * anew at every blank.
 */
function trimAround(text: string): string {
  let [from, to] = [0, text.length]
  const isAround = (at: number, units: number) => /^[\s\p{Cf}]$/u.test(text.slice(at, at + units))
  // A tag character is a mark of two units.
  const unitsAt = (at: number) => (from < to && isAround(at, 1) ? 1 : to - from > 1 && isAround(at, 2) ? 2 : 0)
  for (let units; (units = unitsAt(from)) > 0;) from += units
  for (let units; (units = unitsAt(to - 1) === 1 ? 1 : unitsAt(to - 2) === 2 ? 2 : 0) > 0;) to -= units
  return text.slice(from, to)
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

function plainAddress(typed: string): string | undefined {
  const at = typed.lastIndexOf('@')
  const domain = asciiDomain(typed.slice(at + 1))
  // Checked before it becomes lower case: some letters beyond a–z have a small form within it.
  if (at < 1 || domain === undefined || !z.regexes.html5Email.test(`${typed.slice(0, at)}@${domain}`)) return undefined
  return /\.(?!\d+$)[^.]+$/.test(domain) ? `${typed.slice(0, at)}@${domain}`.toLowerCase() : undefined
}

/**
 * A domain as mail servers know it.
 *
 * @returns `xn--mller-kva.de` for `Müller.de`; undefined where letters beyond ASCII make no host name.
 * @see https://www.unicode.org/reports/tr46/
 */
export function asciiDomain(domain: string): string | undefined {
  if (isAscii(domain)) return domain.toLowerCase()
  // Whatever an address parser would take for a port, a path or an escape is no part of a name.
  if (/[^A-Za-z0-9.\-\P{ASCII}]/u.test(domain)) return undefined
  return URL.parse(`http://${domain}`)?.hostname
}
