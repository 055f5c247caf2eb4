import { parseCookie, stringifySetCookie } from 'cookie'
import { createSecret, hashValue } from '#platform/secrets.ts'

/** Cookie with a secret of the owner: of a session, or of a sign-in in progress. */
export type OwnerCookie = {
  readonly name: string
  /** Returns the token hash from a `Cookie` header; undefined if our cookie is missing or malformed. */
  tokenHashOf(header: string | undefined): string | undefined
  /** Creates a secret: the hash to store and the cookie to send. */
  create(): { tokenHash: string; setCookie: string }
  /** `Set-Cookie` value that deletes the cookie. */
  readonly ended: string
}

/** Format of our secrets; anything else is not looked up. */
const secretPattern = /^[\w-]{32}$/

/**
 * Creates the cookie of one site. It is `SameSite=Lax`, so that links in emails lead into the admin. Cross-site
 * requests that Lax allows cannot change anything, because every change is a POST with our own `Origin`.
 *
 * @param origin With https, the `__Host-` prefix prevents other hosts, paths and plain connections from setting the
 * cookie.
 * @param maxAgeSeconds Maximum lifetime of a session.
 * @param plainName Name without the prefix.
 */
export function createOwnerCookie(origin: string, maxAgeSeconds: number, plainName = 'swade-owner'): OwnerCookie {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? `__Host-${plainName}` : plainName
  const write = (value: string, maxAge: number) =>
    stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure })
  return {
    name,
    tokenHashOf(header) {
      // Skips cookies of the same name in another format.
      const decode = (value: string) => (secretPattern.test(value) ? value : undefined)
      const secret = parseCookie(header ?? '', { decode })[name]
      return secret && hashValue(secret)
    },
    create() {
      const secret = createSecret()
      return { tokenHash: hashValue(secret), setCookie: write(secret, maxAgeSeconds) }
    },
    ended: write('', 0),
  }
}
