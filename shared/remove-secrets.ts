import { isUuid } from './uuid.ts'

/**
 * A local part, `@` or its URL encoding, and a domain. Quotes, spaces and what separates fields end it; a local part of
 * such signs only needs a domain with a dot, so that names of packages stay.
 */
const address =
  /[^\s"'<>()[\]{},;:=&?/\\|@]+(?:@|%40)[^\s"'<>()[\]{},;:=&?/\\|@]+|(?:@|%40)[^\s"'<>()[\]{},;:=&?/\\|@]+\.[a-z][a-z0-9-]*/giu

/** A user name and password in an address. */
const credentials = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s"'/@]+@/gi

/** Keys of services and webhooks, whatever their length; AGE-SECRET-KEY alone, in a message about a key, stays. */
const namedKey = /\b(?:[sr]k_(?:live|test)_|whsec_|AGE-SECRET-KEY-|Bearer\s+)[\w-]+/g

/**
 * Candidates for tokens: 24 or more characters that base64url uses. Personal links, sessions and tracked links have 32
 * and more.
 */
const candidate = /[A-Za-z0-9_-]{24,}/g

/**
 * Returns whether a run of characters is random. Names have one case or no digits; hashes of files are lower-case.
 */
const isRandom = (text: string) =>
  !isUuid(text) && /[A-Z]/.test(text) && /[a-z]/.test(text) && (/\d/.test(text) || text.length >= 32)

/**
 * Replaces email addresses, keys and tokens of personal links in a text, wherever they are. Ids and hashes of files
 * stay.
 */
export function removeSecrets(text: string): string {
  return text
    .replace(credentials, '$1[secret] at ')
    .replace(address, '[address]')
    .replace(namedKey, '[secret]')
    .replace(candidate, (found) => (isRandom(found) ? '[secret]' : found))
}
